//! Rulebook: abstract board games as rule sheets.
pub mod diagnostic;
pub mod source;
pub mod util;
