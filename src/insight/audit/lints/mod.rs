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
mod first;
mod grows;
mod last_mover;
mod late;
mod list;
mod member;
mod mirror;
mod moves;
mod neutral;
mod one_sided;
mod pairs;
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
pub use equipment::{can_be, every_expr};
pub use list::{Lint, lint, lint_within};
pub use text::overrides;

/// All checks. None depends on what another has found.
const CHECKS: [fn(&Game, &mut Found); 21] = [
    walk::check,
    ways::check,
    pairs::check,
    first::check,
    neutral::check,
    member::check,
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
