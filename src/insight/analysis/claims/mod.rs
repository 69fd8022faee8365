//! What becomes of claims: proved, refuted by a line of play, or undecided after so many games; and whether a game must end.
//!
//! They are judged at the options at hand, and on small boards besides: a claim without `when` is one about every choice.

mod asymmetry;
mod board_maps;
mod case;
mod effort;
mod judge;
mod round;
mod verdict;

pub use effort::ClaimEffort;
pub use judge::{Elsewhere, judge};
pub use verdict::{Judged, Verdict};
