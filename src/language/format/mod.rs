//! The layout of `.game` files: one text for each file, which says the same with the same comments, and proves it.
//! `docs/format.md` has the rules.

mod align;
mod flow;
mod formatted;
mod layout;
mod line;
mod proof;
mod rules;
mod spacing;
mod upgrade;
mod wrap;

pub use formatted::{Refusal, format};
pub use line::MAX_WIDTH;
pub use proof::difference;
pub use rules::rules;
pub use upgrade::upgrade;
