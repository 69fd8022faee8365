//! `rulebook study`: games over a grid, kept in one file.

mod arguments;
mod digest;
mod field;
mod merge;
mod results;
mod run;
mod sample;
mod schema;
mod status;
mod verify;
mod work;

pub use arguments::StudyCommand;
