//! Two rule sheets side by side: what changed in words, what that changes in play, with the shortest line that shows it.

mod absorb;
mod cause;
mod changes;
mod contents;
mod differing;
mod distance;
mod effort;
mod guided_search;
mod items;
mod lockstep;
mod metrics;
mod names;
mod ordered;
mod pairing;
mod priority;
mod reach;
mod reading;
mod relate;
mod relation;
mod replay_compat;
mod sample;
mod sheet;
mod shorten;
mod side;
mod terms;
mod walk;

pub use cause::{ExplainedWitness, Refusal};
pub use changes::{Change, Changes, Clause, How, Section};
pub use effort::games_within;
pub use lockstep::{Difference, DifferenceKind};
pub use metrics::{Contrasted, by_strength, contrasted};
pub use names::sheets;
pub use relate::{CompareError, Compared, relate};
pub use relation::{Bounds, Relation, RelationKind, Witness, WitnessKind};
pub use replay_compat::{Break, RecordedGame, ReplayCompat};
pub use side::{Side, Sides};
