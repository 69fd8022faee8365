//! Candidates: variants of the sheet, each a block that can be pasted.

mod block;
mod candidates;
mod options;
mod proposed;

pub use candidates::{Candidate, Candidates};
pub use options::{Varied, Vary};
pub use proposed::propose;
