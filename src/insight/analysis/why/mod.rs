//! Why an action is not legal in a position: the first condition that fails, with the values in it.

mod after;
mod ask;
mod attempt;
mod evidence;
mod finding;
mod own;
mod place;
mod reading;
mod special;
mod turn;
mod wording;

pub use ask::why_not;
pub use evidence::{Evidence, Valued};
pub use finding::{Explanation, Finding};
pub(super) use place::{Place, place, rule_of};
pub(super) use wording::Words;
