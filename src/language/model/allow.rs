//! Findings that a file allows, with a reason.

use super::checker::Checker;
use super::lineage::{chain, find};
use crate::diagnostic::{Code, Diagnostic, Fix, Report, Severity};
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, File, Link, Name, PieceName, Relation, Unit};
use crate::util::{Suggestion, suggestion};

/// A finding that may stay: an `allow` of a game, or of what it varies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The code of the finding.
    pub code: Code,
    /// The declarations in which it may be found; anywhere where there is no list.
    pub within: Option<Vec<Span>>,
    /// The name of those declarations, if they are named.
    pub of: Option<String>,
    /// Why it may stay.
    pub reason: String,
    /// The declaration.
    pub span: Span,
    /// Whether the game itself says so, and not one that it varies.
    pub own: bool,
}

impl Allowance {
    /// Whether the finding may stay. An error never may.
    pub fn covers(&self, finding: &Diagnostic) -> bool {
        let at = finding.primary.span;
        let holds = |place: &Span| place.file == at.file && place.start <= at.start && at.end <= place.end;
        finding.code == self.code
            && finding.severity < Severity::Error
            && self.within.as_ref().is_none_or(|places| places.iter().any(holds))
    }
}

/// What the game or variant `title` of `files` allows, with what it inherits; nothing of what says it wrongly.
pub fn allowances(files: &[&File], title: Option<&Name>) -> Vec<Allowance> {
    // What is wrong with the titles is said where they are checked.
    let mut report = Report::default();
    let Some(chain) = find(files, title, &mut report).and_then(|unit| chain(files, unit, &mut report)) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (index, unit) in chain.iter().enumerate() {
        for declaration in &unit.declarations {
            let DeclarationKind::Allow(allow) = &declaration.kind else { continue };
            let Some(code) = Code::find(&allow.code.text).filter(|code| may_stay(*code)) else { continue };
            let within = allow.of.as_ref().map(|name| places(&chain, &name.text));
            if within.as_ref().is_some_and(Vec::is_empty) || allow.reason.text.trim().is_empty() {
                continue;
            }
            out.push(Allowance {
                code,
                within,
                of: allow.of.as_ref().map(|name| name.text.clone()),
                reason: allow.reason.text.trim().to_owned(),
                span: declaration.span,
                own: index + 1 == chain.len(),
            });
        }
    }
    out
}

/// Whether findings of this code may be allowed: no errors, and not what is found about `allow` itself.
fn may_stay(code: Code) -> bool {
    code.severity() < Severity::Error && code.area() != "allow"
}

/// Where the declarations of this name stand.
fn places(chain: &[&Unit], name: &str) -> Vec<Span> {
    let declarations = chain.iter().flat_map(|unit| &unit.declarations);
    declarations.flat_map(declared).filter(|(known, _)| known.text == name).map(|(_, place)| place).collect()
}

/// The names that a declaration declares, each with the text that belongs to it.
fn declared(declaration: &Declaration) -> Vec<(&Name, Span)> {
    let whole = declaration.span;
    match &declaration.kind {
        DeclarationKind::Players(names) => names.iter().map(|name| (name, name.span)).collect(),
        DeclarationKind::Pieces { names, .. } => {
            let place = |piece: &PieceName| {
                let last = piece.letter.as_ref().or(piece.plural.as_ref()).unwrap_or(&piece.name);
                piece.name.span.to(last.span)
            };
            names.iter().map(|piece| (&piece.name, place(piece))).collect()
        }
        DeclarationKind::Option(option) => vec![(&option.name, whole)],
        DeclarationKind::Relation(Relation { name, .. })
        | DeclarationKind::Link(Link { name, .. })
        | DeclarationKind::Counter { name, .. }
        | DeclarationKind::Mark { name, .. } => vec![(name, whole)],
        DeclarationKind::Definition(definition) => vec![(&definition.name, whole)],
        DeclarationKind::Pattern(pattern) => vec![(&pattern.name, whole)],
        DeclarationKind::Move(rule) => vec![(&rule.name, whole)],
        DeclarationKind::Luck(luck) => luck.names.iter().map(|name| (name, whole)).collect(),
        DeclarationKind::End(end) => end.name.iter().map(|name| (name, whole)).collect(),
        _ => Vec::new(),
    }
}

impl Checker<'_> {
    /// Checks what is allowed: known codes of what is no error, known names, and a reason.
    pub fn check_allows(&mut self) {
        for allow in std::mem::take(&mut self.rules.allows) {
            let (code, span) = (&allow.code.text, allow.code.span);
            match Code::find(code) {
                None => {
                    let said = Diagnostic::new(Code::AllowUnknown, span, format!("no finding has the code `{code}`"));
                    let mut known = Code::ALL.iter().filter(|code| may_stay(**code)).map(|code| code.name());
                    let mut slugs = known.clone().filter(|known| known.split('/').nth(1) == Some(code));
                    let slug = slugs.next().map(|word| Suggestion { word, sure: slugs.next().is_none() });
                    self.say(match slug.or_else(|| suggestion(code, known.by_ref())) {
                        Some(near) => said.did_you_mean(near),
                        None => said.help("write the code as the finding says it, such as `lint/unused`"),
                    });
                }
                Some(code) if !may_stay(code) => {
                    let message = format!("`{code}` cannot be allowed");
                    let said = Diagnostic::new(Code::AllowError, span, message)
                        .label(if code.severity() == Severity::Error {
                            "this is an error: with it there is no game"
                        } else {
                            "this is about `allow` itself"
                        })
                        .help("fix what is found, and remove the `allow`");
                    let is_it = |said: &&Declaration| matches!(&said.kind, DeclarationKind::Allow(own) if own.code.span == span);
                    let whole = self.rules.chain.iter().flat_map(|unit| &unit.declarations).find(is_it);
                    let fix = whole.map(|whole| Fix::remove(whole.span, "remove the `allow`").unsure());
                    self.say(Diagnostic { fixes: fix.into_iter().collect(), ..said });
                }
                Some(_) => {}
            }
            if let Some(name) = allow.of.as_ref().filter(|name| places(&self.rules.chain, &name.text).is_empty()) {
                let said =
                    Diagnostic::new(Code::NameUnknown, name.span, format!("nothing is declared as `{}`", name.text));
                let declarations = self.rules.chain.iter().flat_map(|unit| &unit.declarations);
                let known: Vec<&str> = declarations.flat_map(declared).map(|(name, _)| name.text.as_str()).collect();
                let said = match suggestion(&name.text, known) {
                    Some(near) => said.did_you_mean(near),
                    None => said.help("name a declaration of the game, or leave `of` out to allow it anywhere"),
                };
                self.say(said);
            }
            if allow.reason.text.trim().is_empty() {
                self.say(
                    Diagnostic::new(Code::AllowReason, allow.reason.span, "no reason is given")
                        .label("whoever reads the file wants to know why")
                        .help("say why it may stay, as in `\"kept for the variants\"`"),
                );
            }
        }
    }
}
