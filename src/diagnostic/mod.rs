//! One plain value for every finding about a file, and the ways to show it.

mod report;

pub use report::{Diagnostic, Label, Report, Severity};
