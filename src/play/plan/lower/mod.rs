//! From a checked game to its plan. Expressions become operations over registers; definitions are written out where they are
//! used; what no position changes is worked out here.

mod adjacent_picks;
mod builder;
mod candidates;
mod carried;
mod compile;
mod constants;
mod deals;
mod effects;
mod emitter;
mod ends;
mod expr;
mod groups;
mod kinds;
mod lift;
mod lines;
mod loops;
mod moves;
mod number;
mod operand;
mod picks;
mod player;
mod probes;
mod questions;
mod rows;
mod scope;
mod sets;
mod settled;
mod spread;
mod truth;
mod turns;
mod weigh;
mod weights;

pub use compile::{compile, compile_asking, compile_explaining, compile_marking_lines, compile_with};
use emitter::Lowered;
pub use questions::{Given, Inquiry};
