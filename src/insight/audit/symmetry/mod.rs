//! The symmetries of rules: which ways to lay the board upon itself, together with an exchange of the players, map every rule
//! onto itself.
//!
//! What is called a symmetry here is proved, clause by clause: the rules as one player reads them, mapped, are the rules as the
//! player reads them whom that one becomes. Two expressions are the same where no position changes them and their values map
//! onto each other, or where they are built alike of parts that are the same. Whatever else they may be, they are not shown to
//! be the same.

mod audit;
mod constants;
mod expr;
mod order;
mod owned;
mod rules;
mod setup;
mod specialise;

pub use audit::{Exchange, Obstacle, Symmetries, exchange, exchanges, symmetries};
