//! `rulebook solve`: the command, the grid of options, the table for people.

mod command;
mod grid;
mod table;

pub use command::Solve;
