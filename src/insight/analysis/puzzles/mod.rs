//! Puzzles: positions of played games in which one action wins by force and no other does, and which a shallow player misses.

mod choices;
mod find;
mod games;
mod line;
mod look;
mod missed;
mod proof;
mod puzzle;
mod settings;
mod spread;
mod theme;

pub use find::{Puzzles, puzzles};
pub use games::PuzzleError;
pub use puzzle::{Other, Proved, Puzzle, Theme};
pub use settings::{PuzzleSettings, TRIES};
