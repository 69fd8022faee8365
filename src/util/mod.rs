//! Small values with no knowledge of games: typed ids and the tables they index, bit sets, seeded random numbers.

mod bits;
mod ids;
mod rng;

pub use bits::Bits;
pub use ids::{Id, Table};
pub(crate) use ids::id_type;
pub use rng::Rng;
