//! What can be shown of a checked game without playing it.

mod progress;

pub use progress::{Component, Count, Progress, progress};
