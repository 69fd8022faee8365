//! Where the rules say things, for those who explain them. Nothing that is played depends on it.

use rustc_hash::FxHashMap;

use super::checker::Checker;
use super::expr::LocalId;
use super::game::MoveId;
use crate::source::Span;
use crate::syntax::ast::{Name, Statement, StatementKind, TurnOrder, TurnStep};

/// Names and places that the game itself can do without.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sites {
    /// What each bound name is called, and where it is bound; what the language binds itself has no name.
    pub names: FxHashMap<LocalId, Name>,
    /// The statements of all moves; those of blocks within the blocks.
    pub statements: Vec<Span>,
    /// The turns, in the order of `Game::turns`.
    pub turns: Vec<Span>,
    /// Where turns name moves.
    pub steps: Vec<Step>,
    /// The repetition rules, in the order of `Game::repetitions`.
    pub repetitions: Vec<Span>,
    /// The pie rule.
    pub pie: Option<Span>,
    /// The title.
    pub title: Span,
}

/// A move in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which turn, by its place.
    pub turn: usize,
    /// Which move.
    pub rule: MoveId,
    /// Whether it follows another step.
    pub follows: bool,
    /// Its name, where it stands.
    pub span: Span,
}

impl Sites {
    /// The statement that an expression stands in: the innermost, or the place itself where there is none.
    pub fn statement(&self, at: Span) -> Span {
        let holds = |span: &&Span| span.file == at.file && span.start <= at.start && at.end <= span.end;
        self.statements.iter().filter(holds).min_by_key(|span| span.end - span.start).copied().unwrap_or(at)
    }
}

impl Checker<'_> {
    /// The places, once everything else is checked.
    pub(super) fn sites(&mut self) -> Sites {
        let mut sites = std::mem::take(&mut self.sites);
        sites.title = self.title_span();
        sites.pie = self.rules.pie.map(|(_, span)| span);
        for version in self.rules.moves.iter().flatten() {
            statements(&version.body, &mut sites.statements);
        }
        let turns: Vec<_> = self.rules.turns.last().cloned().unwrap_or_default();
        for (place, (turn, span)) in turns.into_iter().enumerate() {
            sites.turns.push(span);
            self.steps(&turn.order, (place, false), self.rules.turns.len() - 1, &mut sites.steps);
        }
        sites
    }

    fn steps(&mut self, order: &TurnOrder, (turn, follows): (usize, bool), version: usize, found: &mut Vec<Step>) {
        for sequence in order.choices.iter().flatten() {
            self.step_site(&sequence.first, (turn, follows), version, found);
            for follow in &sequence.then {
                self.step_site(&follow.step, (turn, true), version, found);
            }
        }
    }

    fn step_site(&mut self, step: &TurnStep, place: (usize, bool), version: usize, found: &mut Vec<Step>) {
        match step {
            TurnStep::Move { name, .. } | TurnStep::Chain { name, .. } => {
                if let Some(rule) = self.find_move(name) {
                    found.push(Step { turn: place.0, rule, follows: place.1, span: name.span });
                }
            }
            TurnStep::Order(order) => self.steps(order, place, version, found),
            TurnStep::Base(_) => {
                let Some(base) = version.checked_sub(1) else { return };
                if let Some((turn, _)) = self.rules.turns.get(base).and_then(|turns| turns.first()).copied() {
                    self.steps(&turn.order, place, base, found);
                }
            }
            TurnStep::Pass(_) => {}
        }
    }
}

fn statements(block: &[Statement], found: &mut Vec<Span>) {
    for statement in block {
        found.push(statement.span);
        match &statement.kind {
            StatementKind::For { body, .. } => statements(body, found),
            StatementKind::If { then, otherwise, .. } => {
                statements(then, found);
                statements(otherwise, found);
            }
            _ => {}
        }
    }
}
