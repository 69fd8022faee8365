//! Games in progress: positions, legal actions, playing and undoing them, outcomes, notation.

mod action;
mod arena;
mod beside;
mod chain;
mod core;
mod cost;
mod evaluate;
mod fault;
mod generate;
mod judge;
mod memory;
mod notation;
mod outcome;
mod picture;
mod position;
mod repetition;
mod shared;
mod sow;
mod stacks;
mod turns;
mod walks;
mod written;

pub use action::{Action, ActionList, MAX_ACTIONS};
pub use cost::MAX_STEPS;
pub use fault::{Fault, NotationError, PlayError};
pub use outcome::Outcome;
pub use position::{Leaves, Position};
