//! Confidence sequences: what can be said of the mean of games at any moment, however often one looks. Nothing here knows what a game
//! is.

mod asymptotic;
mod betting;

pub use asymptotic::{FEWEST, is_above};
pub use betting::{bounds, wealth};
