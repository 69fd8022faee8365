//! Small values with no knowledge of games: typed ids and the tables they index, bit sets, seeded random numbers.

mod bits;
mod ids;
mod rational;
mod rng;
mod select;
mod suggest;

pub use bits::Bits;
pub(crate) use ids::id_type;
pub use ids::{Id, Table};
pub use rational::{Rational, gcd};
pub use rng::Rng;
pub use select::select;
pub use suggest::suggest;
