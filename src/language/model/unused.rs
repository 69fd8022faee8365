//! What is declared and never used.

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic, Fix, Subject};
use crate::source::Span;
use crate::syntax::ast::{DeclarationKind, PieceName};

impl Checker<'_> {
    /// Warns of declarations that nothing uses. Those that a variant inherits are its game's affair.
    pub fn warn_unused(&mut self) {
        if self.errors() > 0 {
            return;
        }
        let Some(unit) = self.rules.chain.last() else { return };
        // With the whole declaration, where it declares nothing else.
        let mut unused: Vec<((Subject, String, Span), Option<Span>)> = Vec::new();
        let bases = self.rules.chain.iter().rev().skip(1).flat_map(|unit| &unit.declarations);
        let inherited = |name: &str| {
            bases.clone().any(|base| matches!(&base.kind, DeclarationKind::Option(option) if option.name.text == name))
        };
        // What is declared again only because the game that is varied has it.
        let mut again: Vec<String> = Vec::new();
        for declaration in &unit.declarations {
            let named: Vec<(Subject, String, Span)> = match &declaration.kind {
                // A game of dice alone needs none, but every game has one.
                DeclarationKind::Pieces { .. } if self.parts.kinds.len() == 1 && !self.rules.lucks.is_empty() => {
                    Vec::new()
                }
                DeclarationKind::Pieces { names, .. } => {
                    let kinds = names.iter().map(|PieceName { name, .. }| (Subject::Piece, name));
                    let carried = names.iter().flat_map(|piece| &piece.carries).map(|carry| match carry.of {
                        None => (Subject::Mark, &carry.name),
                        Some(_) => (Subject::Counter, &carry.name),
                    });
                    let mut all: Vec<(Subject, String, Span)> = Vec::new();
                    for (subject, name) in kinds.chain(carried) {
                        if all.iter().all(|(_, known, _)| *known != name.text) {
                            all.push((subject, name.text.clone(), name.span));
                        }
                    }
                    all
                }
                DeclarationKind::Option(option) if inherited(&option.name.text) => {
                    again.push(option.name.text.clone());
                    vec![(Subject::Option, option.name.text.clone(), option.name.span)]
                }
                DeclarationKind::Option(option) => vec![(Subject::Option, option.name.text.clone(), option.name.span)],
                DeclarationKind::Track(track) => vec![(Subject::Track, track.name.text.clone(), track.name.span)],
                DeclarationKind::Relation(relation) => {
                    vec![(Subject::Relation, relation.name.text.clone(), relation.name.span)]
                }
                DeclarationKind::Link(link) => vec![(Subject::Link, link.name.text.clone(), link.name.span)],
                DeclarationKind::Definition(definition) => {
                    let name = &definition.name;
                    let sort = match definition.sort.text.as_str() {
                        "value" => Subject::Value,
                        "region" => Subject::Region,
                        "condition" => Subject::Condition,
                        "kind" | "kinds" => Subject::Kind,
                        "player" => Subject::Player,
                        "cell" => Subject::Cell,
                        _ => Subject::Direction,
                    };
                    vec![(sort, name.text.clone(), name.span)]
                }
                DeclarationKind::Pattern(pattern) => {
                    vec![(Subject::Pattern, pattern.name.text.clone(), pattern.name.span)]
                }
                DeclarationKind::Counter { name, .. } => vec![(Subject::Counter, name.text.clone(), name.span)],
                DeclarationKind::Luck(luck) => {
                    luck.names.iter().map(|name| (Subject::Lot, name.text.clone(), name.span)).collect()
                }
                DeclarationKind::Mark { name, .. } => vec![(Subject::Mark, name.text.clone(), name.span)],
                DeclarationKind::Move(rule) => vec![(Subject::Move, rule.name.text.clone(), rule.name.span)],
                DeclarationKind::Effect(effect) => {
                    vec![(Subject::Effect, effect.name.text.clone(), effect.name.span)]
                }
                _ => Vec::new(),
            };
            let whole = (named.len() == 1 && declaration.doc.is_empty()).then_some(declaration.span);
            let is_unused = |(_, name, _): &(Subject, String, Span)| !self.usage.is_used(name);
            unused.extend(named.into_iter().filter(is_unused).map(|named| (named, whole)));
        }
        for ((subject, name, span), whole) in unused {
            let remove = whole.map(|whole| Fix::remove(whole, format!("remove `{name}`")).unsure());
            let off = whole.map(|whole| Fix::write(whole, format!("option {name} off")).unsure());
            let is_again = subject == Subject::Option && again.contains(&name);
            let help = if is_again {
                format!("use it, or write `option {name} off`: then the variant has no such option")
            } else {
                "use it, or remove it".to_owned()
            };
            let word = subject.word();
            let said = Diagnostic::new(Code::LintUnused, span, format!("the {word} `{name}` is never used"))
                .about(subject)
                .label("declared here and used nowhere")
                .help(help);
            self.say(Diagnostic { fixes: if is_again { off } else { remove }.into_iter().collect(), ..said });
        }
    }
}
