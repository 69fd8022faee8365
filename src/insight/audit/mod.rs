//! What can be shown of a checked game without playing it.

mod automorphism;
mod decisive;
mod interpret;
pub mod lints;
mod possible;
mod progress;
mod symmetry;
pub(crate) mod uses;

pub use automorphism::Automorphism;
pub use decisive::{draw_clause, never_must_pass};
pub use possible::PossiblePicks;
pub use progress::{
    ClockUse, Component, Count, Links, MAX_PROOF_STEPS, Progress, clock_use, counts_passes, links, progress,
};
pub use symmetry::{Exchange, Obstacle, Symmetries, exchange, exchanges, symmetries};
