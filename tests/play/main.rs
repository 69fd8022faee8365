//! One game played: the laws of all games, what the rules of some come to, and the batched games beside the engine.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

mod alike;
mod batch_programs;
mod batches;
mod boards;
mod builtins;
mod carried;
mod cases;
mod chains;
mod draughts;
mod embedded;
mod environments;
mod handwritten;
mod kinds;
mod laws;
mod leaves;
mod line_marks;
mod loops;
mod luck;
mod national_draughts;
mod picked_sets;
mod players;
mod records;
mod repeats;
mod repetition;
mod rollouts;
mod sampling;
mod seeds;
mod settled;
mod sides;
mod symmetry;
mod this_turn;
mod turns;
mod upkeep;
mod xiangqi;
