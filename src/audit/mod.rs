//! What can be shown of a checked game without playing it.

mod decisive;
mod progress;

pub use decisive::{draw_clause, never_must_pass};
pub use progress::{Component, Count, Progress, counts_passes, counts_plies, progress};
