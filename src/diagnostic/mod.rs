//! One plain value for every finding about a file, and the ways to show it.

pub mod codes;
#[cfg(feature = "cli")]
mod excerpt;
mod github;
mod json;
#[cfg(feature = "cli")]
mod render;
mod report;
mod sarif;

pub use codes::Code;
pub use github::github;
pub use json::{JSON_VERSION, json};
#[cfg(feature = "cli")]
pub use render::{Style, human};
pub use report::{Allowed, Diagnostic, Label, MAX_DIAGNOSTICS, Report, Severity};
pub use sarif::Sarif;
