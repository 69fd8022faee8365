//! Two rule sheets side by side: what changed in words, what that changes in play, with the shortest line that shows it.

mod cause;
mod changes;
mod contents;
mod displaced;
mod items;
mod pairing;
mod reach;
mod reading;
mod relate;
mod relation;
mod sample;
mod sheet;
mod shorten;
mod side;
mod terms;
mod twins;
mod walk;

pub use cause::{Refusal, Shown};
pub use changes::{Change, Changes, Clause, How, Section};
pub use relate::{Compared, Trouble, relate};
pub use relation::{Bounds, Relation, Sort, Witness, Word};
pub use side::{Side, Sides};
pub use twins::{Difference, Kind};
