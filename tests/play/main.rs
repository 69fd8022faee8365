//! One game played: the laws of all games, what the rules of some come to, and the batched games beside the engine.

mod batch_programs;
mod batches;
mod builtins;
mod cases;
mod laws;
mod loops;
mod native;
mod records;
mod rollouts;
mod sampling;
mod seeds;
mod symmetry;
mod turns;
