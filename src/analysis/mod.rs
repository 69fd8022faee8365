//! Questions about games: how many lines of play there are, how random games go, whether records hold, whether a file's
//! games can be played at all.

mod claims;
mod cycle;
mod divide;
mod identity;
mod inspect;
mod perft;
mod playouts;
mod replays;
mod seen;
mod sweep;
mod tally;

pub use claims::{Judged, Verdict};
pub use cycle::{Cycle, Effort, Survey, survey};
pub use divide::{Divided, divide};
pub use inspect::{Inspected, Smoke, examine, inspect};
pub use perft::perft;
pub use playouts::{End, Played, Playouts, Trouble};
pub use replays::{Refused, Replays};
pub use sweep::{Sweep, sweep};
pub use tally::{Share, Tally};
