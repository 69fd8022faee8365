//! Where the rules say things, for those who explain them. Nothing that is played depends on it.

use rustc_hash::FxHashMap;

use super::ids::{LocalId, MoveId};
use crate::source::Span;
use crate::syntax::ast::Name;

/// Names and places that the game itself can do without.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sites {
    /// What each bound name is called, and where it is bound; what the language binds itself has no name.
    pub names: FxHashMap<LocalId, Name>,
    /// The statements of all moves; those of blocks within the blocks.
    pub statements: Vec<Span>,
    /// Effects and what is done at the end of moves, with what each is called.
    pub done: Vec<(Span, String)>,
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
    /// The effect that a statement is written out from, or the end of a move that it is done at, as it is called.
    pub fn done_in(&self, at: Span) -> Option<(Span, &str)> {
        let holds = |(span, _): &&(Span, String)| span.file == at.file && span.start <= at.start && at.end <= span.end;
        self.done.iter().find(holds).map(|(span, name)| (*span, name.as_str()))
    }

    /// The statement that an expression stands in: the innermost, or the place itself where there is none.
    pub fn statement(&self, at: Span) -> Span {
        let holds = |span: &&Span| span.file == at.file && span.start <= at.start && at.end <= span.end;
        self.statements.iter().filter(holds).min_by_key(|span| span.end - span.start).copied().unwrap_or(at)
    }
}
