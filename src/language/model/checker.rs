//! The state of a check, and what every part of it does with it.

use super::builtins::reserved;
use super::expr::{Expr, ExprKind, Type};
use super::game::Setting;
use super::ids::LocalId;
use super::nesting::Nesting;
use super::parts::Parts;
use super::rules::Rules;
use super::scope::{Phase, Scope};
use super::stated::Stated;
use super::upkeep::Upkeep;
use super::usage::Usage;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

/// The check of one game.
pub struct Checker<'a> {
    /// What the file declares.
    pub rules: Rules<'a>,
    /// What is checked so far.
    pub parts: Parts,
    /// Where the expression at hand stands.
    pub scope: Scope,
    /// Which names are used.
    pub usage: Usage,
    /// Which definitions and patterns are being checked.
    pub nesting: Nesting,
    /// Where things are said.
    pub stated: Stated,
    /// The effects that are written out.
    pub upkeep: Upkeep,
    report: Report,
}

impl<'a> Checker<'a> {
    /// Nothing is checked yet, and this was found before.
    pub fn new(rules: Rules<'a>, report: Report) -> Self {
        Checker {
            parts: Parts::new(rules.patterns.len()),
            scope: Scope::default(),
            usage: Usage::new(rules.refused.clone()),
            nesting: Nesting::default(),
            stated: Stated::default(),
            upkeep: Upkeep::default(),
            report,
            rules,
        }
    }

    /// Reports a finding.
    pub fn say(&mut self, finding: Diagnostic) {
        self.report.add(finding);
    }

    /// How many errors were found.
    pub fn errors(&self) -> usize {
        self.report.errors()
    }

    /// All that was found, in order.
    pub fn into_report(mut self) -> Report {
        self.report.sort();
        self.report
    }

    /// Reports an error and gives the expression that stays silent from then on.
    pub fn error(&mut self, diagnostic: Diagnostic) -> Expr {
        let span = diagnostic.primary.span;
        self.say(diagnostic);
        Expr { kind: ExprKind::Error, ty: Type::Unknown, span }
    }

    /// The place to name when the game as a whole lacks something: its title.
    pub fn title_span(&self) -> Span {
        self.rules.chain.last().map_or_else(Span::default, |unit| unit.name.span)
    }

    /// Reports a bound name that is a word of the language.
    pub fn check_reserved(&mut self, name: &Name) {
        if let Some((word, meaning)) = reserved(&name.text, false) {
            self.say(
                Diagnostic::new(Code::NameReserved, name.span, format!("`{word}` is a word of the language"))
                    .label(meaning)
                    .help("choose another name"),
            );
        }
    }

    /// A new bound name, in scope until [`Checker::leave`].
    pub fn bind(&mut self, name: &Name, ty: Type) -> LocalId {
        self.check_reserved(name);
        let local = self.scope.bind(&name.text, ty);
        self.stated.bound(local, name, ty);
        local
    }

    /// Forgets the names bound since there were so many.
    pub fn leave(&mut self, depth: usize) {
        self.scope.leave(depth);
    }

    /// The value of an option, if there is one of this name.
    pub fn option(&mut self, name: &str) -> Option<Setting> {
        let value = self.parts.options.iter().find(|option| option.name == name)?.value.clone();
        self.usage.note(name);
        Some(value)
    }

    /// Runs `body` in another phase.
    pub fn in_phase<T>(&mut self, phase: Phase, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope.enter(phase);
        let result = body(self);
        self.scope.enter(outer);
        result
    }

    /// The end clauses' helper: an expression in a phase, wanted as a truth value.
    pub fn truth_in(&mut self, phase: Phase, expr: &ast::Expr) -> Expr {
        self.in_phase(phase, |checker| checker.expect(expr, Type::Truth))
    }
}
