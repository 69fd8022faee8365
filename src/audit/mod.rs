//! What can be shown of a checked game without playing it.

mod automorphism;

pub use automorphism::Automorphism;
