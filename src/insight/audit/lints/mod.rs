//! What is probably a mistake in a game that can be played. One file a check; all of them are sound in that what they say
//! never, or always, happens does so in every position of every game.

mod alike;
mod conditions;
mod ends;
mod equipment;
mod facts;
mod last_mover;
mod late;
mod list;
mod moves;
mod repetition;
mod setup;
mod text;
mod turns;
mod unused;
mod walk;

use list::Found;
use rulebook_language::model::Game;

pub use list::{Lint, lint};
pub use text::overrides;

/// All checks. None depends on what another has found.
const CHECKS: [fn(&Game, &mut Found); 9] = [
    walk::check,
    unused::check,
    equipment::check,
    setup::check,
    ends::check,
    late::check,
    turns::check,
    alike::check,
    repetition::check,
];
