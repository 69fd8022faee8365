//! Played games as text: JSON Lines, one game a line, and their strict replay.

mod game;
mod lines;
mod replay;

pub use game::{KEYS, OptionValue, Record};
pub use lines::{Lines, MAX_LINE_BYTES, Unreadable};
pub use replay::{Mismatch, Replayed, compare, replay};
