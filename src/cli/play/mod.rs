//! `rulebook play`: a game in the terminal.

mod arguments;
mod command;
mod list;
mod prompt;
mod saving;
mod session;

pub use arguments::Play;
