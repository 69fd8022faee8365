//! The words of the language and the codes of findings, explained: what `rulebook explain` shows.

#[cfg(feature = "terminal")]
mod layout;
mod lookup;
mod synonyms;
mod words;

#[cfg(feature = "terminal")]
pub use layout::layout;
pub use lookup::{is_topic, near, overview, page};
pub use synonyms::{Place, Synonym, said_as, synonym, synonyms};
pub use words::{Group, ReferenceEntry, groups};
