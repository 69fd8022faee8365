//! Questions about games: how many lines of play there are, how random games go, whether records hold, whether a file's
//! games can be played at all.

mod divide;
mod inspect;
mod perft;
mod playouts;
mod replays;
mod tally;

pub use divide::{Divided, divide};
pub use inspect::{Inspected, Smoke, Unseen, Witness, inspect};
pub use perft::perft;
pub use playouts::{End, Played, Playouts, Trouble};
pub use replays::{Refused, Replays};
pub use tally::{Share, Tally};
