//! `rulebook puzzle`.

mod blocks;
mod command;
mod text;

pub use command::Puzzle;
