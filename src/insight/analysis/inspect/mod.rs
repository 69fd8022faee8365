//! What `rulebook check` does with a file that can be read: every game and variant in it is checked and compiled at its
//! default options and at values all over their ranges, and small games are played at each of them by players who look for
//! trouble. All of it together takes a bounded number of steps, whatever the file says.

mod bounds;
mod budget;
mod causes;
mod changes;
mod coverage;
mod declared;
mod effort;
mod findings;
mod idle;
mod inspection;
mod invariants;
mod judging;
mod mend;
mod met;
mod players;
mod retrace;
mod rivals;
mod sample;
mod settings;
mod short;
mod slow;
mod smoke;
mod stuck;
mod text;
mod uneven;
mod witness;
mod writing;

pub use coverage::Unseen;
pub use effort::{Effort, Smoke};
pub use inspection::{Inspected, PlayedGames, inspect, inspect_while};
pub(crate) use settings::least;
pub use text::{findings_at_defaults, prepared_findings};
pub use witness::Witness;
