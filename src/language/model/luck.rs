//! What is left to chance, checked: actions of nature, and what a setup lays by lot.

use super::expr::Expr;
use super::ids::{LocalId, MoveId};
use super::order::Repeat;
use super::primitive::Effect;
use crate::source::Span;
use crate::topology::CellId;

/// How likely what nature does is.
#[derive(Clone, Debug)]
pub enum Odds {
    /// Whatever can be drawn is as likely as all else.
    Even,
    /// As likely as the weight says, over the sum of all weights; what has no weight is not drawn.
    By(Expr),
    /// Dice that are rolled together. Dice of one group are alike: the places of their picks, the highest first.
    Dice(Vec<Vec<u8>>),
}

/// What nature does before the first turn.
#[derive(Clone, Debug)]
pub enum Deal {
    /// An action of nature, so often.
    Draw {
        /// Which.
        rule: MoveId,
        /// Only where these hold when it comes to it; else the setup goes on without it.
        when: Vec<Expr>,
        /// How often.
        repeat: Repeat,
        /// Where it says so.
        span: Span,
    },
    /// Pieces that are laid on cells.
    Scatter(Scatter),
}

/// Pieces that are laid by lot, cell after cell: on each one of those that are left or none, as likely as there are many.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// The cells, in the order in which one reads the board.
    pub cells: Vec<CellId>,
    /// Whether those are left out on which the lots before it have laid something.
    pub on_empty: bool,
    /// The pieces; together no more than cells.
    pub items: Vec<Scattered>,
    /// Where it says so.
    pub span: Span,
}

/// Pieces of one sort that are laid by lot.
#[derive(Clone, Debug)]
pub struct Scattered {
    /// How many.
    pub count: u32,
    /// What, of type `Piece`.
    pub piece: Expr,
    /// What stands for the cell in what follows.
    pub cell: LocalId,
    /// What they carry.
    pub carrying: Vec<Effect>,
    /// How it is written that one is laid.
    pub sign: String,
}
