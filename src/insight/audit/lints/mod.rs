//! What is probably a mistake in a game that can be played. One file a check; all of them are sound in that what they say
//! never, or always, happens does so in every position of every game.

mod alike;
mod bounds;
mod conditions;
mod contents;
mod ends;
mod equipment;
mod facts;
mod late;
mod list;
mod moves;
mod repetition;
mod same;
mod setup;
mod suppose;
mod text;
mod turns;
mod unused;
mod walk;

pub use list::{Lint, lint};
pub use text::overrides;
