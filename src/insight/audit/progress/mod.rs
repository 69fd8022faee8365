//! Whether a game must end: a lexicographic measure that its actions lower, worked out by abstract interpretation.
//!
//! Every move is run on every choice of its picks with what little is then known of the board (the interpreter, [`known`],
//! [`effects`]); each way through it gives an interval of change for every candidate [`measure`]. The turns make a
//! graph of stages ([`flow`]); [`order`] takes measures that nothing left in a cycle of it can worsen, and drops what improves
//! them, until nothing can go on forever, or no measure is left. What is not understood may change everything: a proof never
//! rests on it.

mod actions;
mod along;
mod closed;
mod effects;
mod flow;
mod known;
mod links;
mod measure;
mod order;
mod pairs;
mod proof;

pub use closed::{ClockUse, clock_use, counts_passes};
pub use links::{Links, in_a_row, links};
pub use proof::{Component, Count, MAX_PROOF_STEPS, Progress, progress};
