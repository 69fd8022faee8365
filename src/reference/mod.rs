//! The words of the language and the codes of findings, explained: what `rulebook explain` shows.

#[cfg(feature = "cli")]
mod layout;
mod lookup;
mod words;

#[cfg(feature = "cli")]
pub use layout::layout;
pub use lookup::{near, overview, page};
pub use words::{Entry, Group, groups};
