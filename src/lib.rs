//! Rulebook: abstract board games as rule sheets.
pub mod diagnostic;
pub mod engine;
pub mod groups;
pub mod model;
pub mod plan;
pub mod source;
pub mod syntax;
pub mod topology;
pub mod util;
