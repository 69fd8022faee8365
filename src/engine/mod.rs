//! Games in progress: positions, legal actions, playing and undoing them, outcomes, notation.

mod action;
mod answer;
mod arena;
mod beside;
mod chain;
mod changes;
mod core;
mod evaluate;
mod explain;
mod fault;
mod generate;
mod judge;
mod memory;
mod notation;
mod outcome;
mod picture;
mod position;
mod repetition;
mod set_up;
mod shared;
mod sow;
mod spelling;
mod stacks;
mod turns;
mod watch;
mod written;

pub use action::{Action, ActionList, MAX_ACTIONS};
pub use answer::Answer;
pub use changes::{Change, Piece};
pub use explain::Watched;
pub use fault::{Fault, NotationError, PlayError};
pub use outcome::Outcome;
pub use position::{Leaves, Position};
pub use watch::{Seen, Value};
pub use written::{PASS, STOP, SWAP};
