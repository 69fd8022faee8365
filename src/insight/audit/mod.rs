//! What can be shown of a checked game without playing it.

mod automorphism;
pub mod lints;
mod symmetry;
mod uses;

pub use automorphism::Automorphism;
pub use symmetry::{Break, Exchange, Symmetries, exchange, symmetries};
mod decisive;
mod progress;

pub use decisive::{draw_clause, never_must_pass};
pub use progress::{Component, Count, MAX_PROOF_STEPS, Progress, counts_passes, counts_plies, progress};
