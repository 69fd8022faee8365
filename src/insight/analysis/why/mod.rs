//! Why an action is not legal in a position: the first condition that fails, with the values in it.

mod attempt;
mod evidence;
mod finding;
mod in_move;
mod place;
mod post_checks;
mod pseudo_moves;
mod query;
mod reading;
mod turn;
mod wording;

pub use evidence::{Evidence, Valued};
pub use finding::{Explanation, Finding};
pub(super) use place::{TurnState, place};
pub use query::{why_not, why_not_cells};
pub(super) use wording::Words;
