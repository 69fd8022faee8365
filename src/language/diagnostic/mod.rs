//! One plain value for every finding about a file, and the ways to show it.

mod codes;
#[cfg(feature = "terminal")]
mod excerpt;
mod github;
mod json;
#[cfg(feature = "terminal")]
mod render;
mod report;
mod sarif;

pub use codes::{Code, WHY};
pub use github::{github, github_notice};
pub use json::{JSON_VERSION, json};
#[cfg(feature = "terminal")]
pub use render::{Style, human};
pub use report::{Allowed, Diagnostic, Label, MAX_DIAGNOSTICS, Report, Severity, Subject};
pub use sarif::Sarif;
