//! What can be shown of a checked game without playing it.

mod automorphism;
pub mod lints;
mod symmetry;

pub use automorphism::Automorphism;
pub use symmetry::{Break, Exchange, Symmetries, exchange, symmetries};
