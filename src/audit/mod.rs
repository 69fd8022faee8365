//! What can be shown of a checked game without playing it.

mod automorphism;
mod symmetry;

pub use automorphism::Automorphism;
pub use symmetry::{Break, Exchange, Symmetries, exchange, symmetries};
