//! What is left to chance, as written: dice, lots, and what a setup lays by lot.

use super::ast::{Carried, Expr, Move, Name, Repeat, TurnStep};
use crate::source::Span;

/// `dice first, second: 1..=6`, `lot tile: kinds by bag(tile) { ... }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    /// Dice or a lot.
    pub sort: LuckKind,
    /// The word that says which.
    pub word: Name,
    /// What they are called; of a lot one name.
    pub names: Vec<Name>,
    /// What can come up.
    pub from: Expr,
    /// How likely each is, beside the others; all alike where nothing is said.
    pub by: Option<Expr>,
    /// What nature does, as a move of the first name: it picks from that, then it does what the block says.
    pub rule: Move,
}

/// What nature chooses from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LuckKind {
    /// The numbers of a die.
    Dice,
    /// The members of a set.
    Lot,
}

/// A line of a setup that is drawn or rolled, perhaps several times.
#[derive(Clone, PartialEq, Debug)]
pub struct Draw {
    /// What.
    pub step: TurnStep,
    /// How often.
    pub repeat: Repeat,
    /// All of it.
    pub span: Span,
}

/// `scatter 7 White stone, 5 each of {red, blue} over board`.
#[derive(Clone, PartialEq, Debug)]
pub struct Scatter {
    /// What is laid.
    pub items: Vec<Scattered>,
    /// Over which cells; nothing for `elsewhere`.
    pub over: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// Pieces that are scattered.
#[derive(Clone, PartialEq, Debug)]
pub struct Scattered {
    /// How many; one where nothing is said.
    pub count: Option<Expr>,
    /// A piece of which so many are laid; nothing where it is `each of` several kinds.
    pub piece: Option<Expr>,
    /// The kinds of which so many each are laid.
    pub each: Option<ScatterEach>,
    /// What they carry, as far as that is said.
    pub carrying: Vec<Carried>,
    /// All of it.
    pub span: Span,
}

/// `each of White {one, two}`.
#[derive(Clone, PartialEq, Debug)]
pub struct ScatterEach {
    /// Whose they are; nobody's where nothing is said, or `neutral`.
    pub owner: Option<Name>,
    /// The kinds.
    pub kinds: Expr,
}
