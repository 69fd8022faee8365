//! `rulebook explore`: a search for the variant that one wishes for.

mod asked;
mod command;
mod list;
mod results;
mod run;
mod text;

pub use command::Explore;
