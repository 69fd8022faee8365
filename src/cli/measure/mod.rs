//! `rulebook measure`: the command, what can be asked beside, the text for people.

mod command;
mod parts;
mod records;
mod text;

pub use command::Measure;
