//! `rulebook compare`.

mod command;
mod fail_on;
mod text;

pub use command::Compare;
