//! Wishes: which numbers the games of a variant are to come to.

mod parse;
mod range;
mod subject;
mod wording;

pub use parse::{Wish, Wishes};
pub use range::WishRange;
pub use subject::{Slow, Subject};
pub use wording::{Worded, Wording};
