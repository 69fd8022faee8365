//! The exact value of a position, by search.

mod alpha_beta;
mod expected;
mod image;
mod keys;
mod limits;
mod positions;
mod proof_number;
mod retrograde;
mod solution;
mod solver;
mod store;
mod sweep;
mod table;
mod walk;

pub use expected::{ExpectedValue, expected_value};
pub use image::Image;
pub use limits::{EVERY, Limits, Stopped};
pub use solution::{GameValue, Length, Solution, Unsolvable, Whole};
pub use solver::solve;
