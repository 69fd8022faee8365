//! What is declared and never used.

use super::checker::Checker;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{DeclarationKind, PieceName};

impl Checker<'_> {
    /// Warns of declarations that nothing uses. Those that a variant inherits are its game's affair.
    pub fn warn_unused(&mut self) {
        if self.errors() > 0 {
            return;
        }
        let Some(unit) = self.rules.chain.last() else { return };
        let mut unused: Vec<(&'static str, String, Span)> = Vec::new();
        let bases = self.rules.chain.iter().rev().skip(1).flat_map(|unit| &unit.declarations);
        let inherited = |name: &str| {
            bases.clone().any(|base| matches!(&base.kind, DeclarationKind::Option(option) if option.name.text == name))
        };
        // What is declared again only because the game that is varied has it.
        let mut again: Vec<String> = Vec::new();
        for declaration in &unit.declarations {
            let named: Vec<(&'static str, String, Span)> = match &declaration.kind {
                DeclarationKind::Pieces { names, .. } => {
                    names.iter().map(|PieceName { name, .. }| ("piece", name.text.clone(), name.span)).collect()
                }
                DeclarationKind::Option(option) if inherited(&option.name.text) => {
                    again.push(option.name.text.clone());
                    vec![("option", option.name.text.clone(), option.name.span)]
                }
                DeclarationKind::Option(option) => vec![("option", option.name.text.clone(), option.name.span)],
                DeclarationKind::Track(track) => vec![("track", track.name.text.clone(), track.name.span)],
                DeclarationKind::Relation { name, .. } => vec![("relation", name.text.clone(), name.span)],
                DeclarationKind::Definition(definition) => {
                    let name = &definition.name;
                    let sort = match definition.sort.text.as_str() {
                        "value" => "value",
                        "region" => "region",
                        "condition" => "condition",
                        _ => "direction",
                    };
                    vec![(sort, name.text.clone(), name.span)]
                }
                DeclarationKind::Pattern(pattern) => {
                    vec![("group, loop or line", pattern.name.text.clone(), pattern.name.span)]
                }
                DeclarationKind::Counter { name, .. } => vec![("counter", name.text.clone(), name.span)],
                DeclarationKind::Mark(name) => vec![("mark", name.text.clone(), name.span)],
                DeclarationKind::Move(rule) => vec![("move", rule.name.text.clone(), rule.name.span)],
                _ => Vec::new(),
            };
            unused.extend(named.into_iter().filter(|(_, name, _)| !self.usage.is_used(name)));
        }
        for (sort, name, span) in unused {
            let help = if sort == "option" && again.contains(&name) {
                format!("use it, or write `option {name} off`: then the variant has no such option")
            } else {
                "use it, or remove it".to_owned()
            };
            self.say(
                Diagnostic::warning("lint/unused", span, format!("the {sort} `{name}` is never used"))
                    .label("declared here and used nowhere")
                    .help(help),
            );
        }
    }
}
