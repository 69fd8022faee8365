//! The rule sheet to print: what lies in the box of a game, from the file of its rules.

mod demonstration;
mod needed;
mod page;

pub use page::sheet;
