//! Rulebook: abstract board games as rule sheets.
pub mod diagnostic;
pub mod model;
pub mod source;
pub mod syntax;
pub mod topology;
pub mod util;
