//! One plain value for every finding about a file, and the ways to show it.

#[cfg(feature = "cli")]
mod excerpt;
mod json;
#[cfg(feature = "cli")]
mod render;
mod report;

pub use json::{JSON_VERSION, json};
#[cfg(feature = "cli")]
pub use render::{Style, human};
pub use report::{Diagnostic, Label, MAX_DIAGNOSTICS, Report, Severity};
