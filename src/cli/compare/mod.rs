//! `rulebook compare`.

mod command;
mod fail_on;
mod half;
mod measures;
mod notes;
mod parts;
mod played;
mod records;
mod slow;
mod text;

pub use command::Compare;
