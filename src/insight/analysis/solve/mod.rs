//! The exact value of a position, by search.

mod image;
mod keys;
mod limits;
mod prove;
mod retrograde;
mod solution;
mod solver;
mod store;
mod sweep;
mod walk;

pub use image::Image;
pub use limits::{Limits, Stopped};
pub use solution::{GameValue, Length, Solution, Unsolvable, Whole};
pub use solver::solve;
