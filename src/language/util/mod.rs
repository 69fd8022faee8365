//! Small values with no knowledge of games: typed ids and the tables they index, bit sets, slots in rows and rings, seeded random numbers.

mod article;
mod bits;
mod digits;
mod ids;
mod lane_rng;
mod rational;
mod ring;
mod rng;
mod suggest;
mod visible;

pub use crate::id_type;
pub use article::{a_quoted, with_article};
pub use bits::Bits;
pub use digits::grouped;
pub use ids::{Id, Table};
pub use lane_rng::LaneRng;
pub use rational::{Rational, gcd};
pub use ring::Ring;
pub use rng::Rng;
pub use suggest::{Suggestion, suggest, suggestion};
pub use visible::{is_steering, visible};
