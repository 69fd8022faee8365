//! The words of the language and the codes of findings, explained: what `rulebook explain` shows.

#[cfg(feature = "terminal")]
mod layout;
mod lookup;
mod words;

#[cfg(feature = "terminal")]
pub use layout::layout;
pub use lookup::{near, overview, page};
pub use words::{Group, ReferenceEntry, groups};
