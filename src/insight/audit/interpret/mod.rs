//! What is known of expressions before anything is played: the one abstract interpreter that lints and proofs ask.
//!
//! A [`State`] says what a position may be: what stands on each cell, bounds of counters, marks, and what bound names stand for. An
//! [`Interpreter`] works out the [`Value`] of an expression in every such position for one mover ([`evaluate`], [`builtins`]), and
//! what follows from a condition that holds or does not ([`refine`], [`member`]). A value is an over-approximation: what is not
//! understood may be anything, so that what is said always or never to hold does so in every position.

mod builtins;
mod cells;
mod contents;
mod evaluate;
mod kept;
mod locals;
mod loops;
mod member;
mod range;
mod refine;
mod set;
mod state;
mod value;

pub use contents::{Codes, Contents, EMPTY, NOBODY};
pub use evaluate::{Fuel, Interpreter};
pub use range::Range;
pub use set::Set;
pub use state::{Known, State};
pub use value::Value;
