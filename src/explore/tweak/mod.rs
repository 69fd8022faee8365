//! Meant changes: what a designer would try with one rule of a sheet, each with the line that it changes and words for it.

mod change;
mod ends;
mod expressions;
mod gather;
mod maker;
mod moves;
mod numbers;
mod setups;
mod turns;
mod whole;

pub use change::{Effort, Tweak};
pub use gather::tweaks;
pub use maker::shortened;
