//! What is probably a mistake in a game that can be played. One file a check; all of them are sound in that what they say
//! never, or always, happens does so in every position of every game.

mod alike;
mod carried;
mod chain;
mod conditions;
mod covered;
mod ends;
mod equipment;
mod facts;
mod grows;
mod last_mover;
mod late;
mod list;
mod mirror;
mod moves;
mod one_sided;
mod repetition;
mod rising;
mod setup;
mod taken;
mod text;
mod turns;
mod until;
mod unused;
mod walk;
mod ways;

use list::Found;
use rulebook_language::model::Game;

pub use covered::is_covered;
pub use list::{Lint, lint};
pub use text::overrides;

/// All checks. None depends on what another has found.
const CHECKS: [fn(&Game, &mut Found); 17] = [
    walk::check,
    ways::check,
    unused::check,
    equipment::check,
    setup::check,
    mirror::check,
    ends::check,
    late::check,
    one_sided::check,
    taken::check,
    rising::check,
    turns::check,
    until::check,
    chain::check,
    alike::check,
    carried::check,
    repetition::check,
];
