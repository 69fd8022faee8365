//! What `rulebook check` does with a file that can be read: every game and variant in it is checked and compiled at its
//! default options and at values all over their ranges, and small games are played at each of them by players who look for
//! trouble. All of it together takes a bounded number of steps, whatever the file says.

mod causes;
mod changes;
mod findings;
mod idle;
mod inspection;
mod laws;
mod players;
mod seen;
mod settings;
mod smoke;
mod witness;
mod work;

pub use inspection::{Few, Inspected, Smoke, inspect};
pub use seen::Unseen;
pub use witness::Witness;
