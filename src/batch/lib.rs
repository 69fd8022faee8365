//! Batch programs: a game's plies as straight-line set algebra, played for many games at once.
//!
//! A part of the program `rulebook`; it promises nothing to other users.
//!
//! Every game has one, which plays as the plan does; the tests check that ply by ply. What is not lifted is left to the plan, and where nothing
//! is, all of it.

#![expect(clippy::needless_range_loop, reason = "loops over lanes are written alike, whatever they read")]

// A program: operations, and what they are about.
mod op;

mod chain;

mod conditions;

mod drawn;

mod not_batchable;

mod questions;

mod luck;

mod program;

mod cost;

mod start_state;

// From rules to a program.
mod fuse;

mod allocate;

mod lift;

mod compiled;

// The registers of all lanes.
mod registers;

mod found;

mod contents;

mod connectivity;

mod labels;

mod links;

mod repetition;

mod tried;

mod asked_position;

mod lanes;

// The operations on them.
mod rays;

mod joints;

mod loops;

mod repeat;

mod sizes;

mod stacks;

mod sowing;

mod restack;

mod rejection;

mod kept;

mod run;

mod machine;

// What can be done, and what is drawn of it.
mod draw_tables;

mod pairs;

mod offers;

mod search;

mod draw;

mod ask;

// Games.
mod job;

mod games;

mod plan_games;

mod dealer;

mod refill;

mod runner;

mod successors;

mod leaves;

mod rollouts;

mod deals;

pub use compiled::Compiled;
pub use drawn::{Drawn, MAX_PICKS};
pub use job::{BatchJob, BatchRunner, DrawnLine, Ended, Finished, StartSource, Successor, Supply};
pub use lift::{compile, lifted};
pub use machine::SimdLevel;
pub use not_batchable::NotBatchable;
pub use op::Op;
pub use plan_games::play_on;
pub use program::{Limit, Program};
pub use runner::{batch_runner, batch_runner_at};
pub use start_state::StartState;
