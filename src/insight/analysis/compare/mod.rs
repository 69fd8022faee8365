//! Two rule sheets side by side: what changed in words, what that changes in play, with the shortest line that shows it.

mod absorb;
mod aim;
mod cause;
mod changes;
mod contents;
mod differing;
mod displaced;
mod distance;
mod effort;
mod items;
mod metrics;
mod names;
mod ordered;
mod pairing;
mod reach;
mod reading;
mod relate;
mod relation;
mod sample;
mod sheet;
mod shorten;
mod side;
mod stand;
mod terms;
mod twins;
mod walk;

pub use cause::{Refusal, Shown};
pub use changes::{Change, Changes, Clause, How, Section};
pub use effort::games_within;
pub use metrics::{Contrasted, by_strength, contrasted};
pub use names::sheets;
pub use relate::{Compared, Trouble, relate};
pub use relation::{Bounds, Relation, Sort, Witness, Word};
pub use side::{Side, Sides};
pub use stand::{Break, Old, Stand};
pub use twins::{Difference, Kind};
