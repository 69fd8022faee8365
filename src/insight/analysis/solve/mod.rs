//! The exact value of a position, by search.

mod almost_surely;
mod alpha_beta;
mod chance;
mod expected;
mod image;
mod keys;
mod limits;
mod positions;
mod proof_number;
mod retrograde;
mod shortest;
mod solution;
mod solver;
mod store;
mod sweep;
mod table;
mod walk;

pub use almost_surely::{Ends, ends};
pub use chance::ChanceGraph;
pub use expected::{ExpectedValue, chance_graph, expected_value, has_expected_value, told_score, value_of};
pub use image::Image;
pub use keys::Keys;
pub use limits::{EVERY, Limits, Stopped};
pub use shortest::{Shortest, shortest};
pub use solution::{GameValue, Length, Solution, Unsolvable, Whole};
pub use solver::solve;
