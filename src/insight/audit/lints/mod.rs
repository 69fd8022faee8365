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
pub use list::{Lint, lint, lint_quickly, lint_within};
pub use text::overrides;

/// The checks, none of which depends on what another has found: those that find what is a defect of one choice of options, whatever others come to.
const OF_EACH_CHOICE: [fn(&Game, &mut Found); 2] = [equipment::check, setup::check];

/// Those whose findings every choice has to have, and that are quick.
const QUICK: [fn(&Game, &mut Found); 16] = [
    walk::check,
    ways::check,
    pairs::check,
    first::check,
    neutral::check,
    member::check,
    unused::check,
    ends::check,
    late::check,
    one_sided::check,
    taken::check,
    rising::check,
    turns::check,
    alike::check,
    carried::check,
    repetition::check,
];

/// Those that follow moves a long way, along chains and turns, or look for symmetries.
const LONG: [fn(&Game, &mut Found); 3] = [mirror::check, until::check, chain::check];
