//! Rules as prose: what a checked sheet says, in English sentences.
//!
//! They are made from the checked game at the values of its options, so that they say what is played; what the sheet says of
//! itself (`///`) stands before them. What stands in backticks is a name of the sheet, or what is best said as the sheet says it.

mod cells;
mod clauses;
mod declared;
mod deeds;
mod ends;
mod joined;
mod list;
mod markdown;
mod named;
mod numbers;
mod phrase;
mod prose;
mod shape;
mod speaker;
mod told;
mod turns;
mod writing;

pub use declared::{Rules, Shown, name};
pub use markdown::markdown;
pub use prose::{domain, prose};
pub use shape::board_of;
pub use told::{Part, Prose, Section, Step};
