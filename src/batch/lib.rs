//! Batch programs: a game's plies as straight-line set algebra, played for many games at once.
//!
//! Not every game has one: [`compile`] says why. Where there is one, it plays as the plan does, which the tests check ply by
//! ply.

#![expect(clippy::needless_range_loop, reason = "loops over lanes are written alike, whatever they read")]

mod allocate;
mod chain;
mod compiled;
mod connectivity;
mod contents;
mod draw;
mod draw_tables;
mod fuse;
mod labels;
mod lanes;
mod lift;
mod links;
mod machine;
mod offers;
mod op;
mod program;
mod rays;
mod refill;
mod rejection;
mod repetition;
mod runner;
mod search;
mod sizes;
mod stacks;
mod start_state;

pub use compiled::Compiled;
pub use draw::{Drawn, MAX_PICKS};
pub use lift::{NotBatchable, compile};
pub use op::Op;
pub use program::{Limit, Program};
pub use refill::{StartSource, Supply};
pub use runner::{BatchJob, BatchRunner, DrawnLine, Ended, Finished, Successor, batch_runner};
pub use start_state::StartState;
