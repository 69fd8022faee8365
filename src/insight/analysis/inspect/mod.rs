//! What `rulebook check` does with a file that can be read: every game and variant in it is checked and compiled at its
//! default options and at values all over their ranges, and small games are played at each of them by players who look for
//! trouble. All of it together takes a bounded number of steps, whatever the file says.

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
mod players;
mod settings;
mod short;
mod slow;
mod smoke;
mod stuck;
mod text;
mod uneven;
mod witness;

pub use coverage::Unseen;
pub use effort::{Effort, Smoke};
pub use inspection::{Few, Inspected, inspect, inspect_while};
pub(crate) use settings::least;
pub use text::{findings_at_defaults, text_findings};
pub use witness::Witness;
