//! What `check --format json` writes.

use serde::Serialize;
use serde_json::Value;

use crate::diagnostic::{JSON_VERSION, Report, json};
use crate::source::SourceMap;

/// The findings about some files.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Checked {
    /// The version of the shape of a finding.
    pub version: u32,
    /// The files.
    pub files: Vec<CheckedFile>,
    /// The findings of all files.
    pub diagnostics: Vec<Value>,
    /// The findings that the files allow, with their reasons.
    pub allowed: Vec<Value>,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The number of findings that were counted and are not among those here.
    pub suppressed: usize,
}

/// A file that was checked, or why it was not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedFile {
    /// Its name.
    pub file: String,
    /// The number of games and variants checked in it.
    pub games: usize,
    /// Why it cannot be read, if it cannot.
    pub unreadable: Option<String>,
}

impl Default for Checked {
    fn default() -> Self {
        Checked {
            version: JSON_VERSION,
            files: Vec::new(),
            diagnostics: Vec::new(),
            allowed: Vec::new(),
            errors: 0,
            warnings: 0,
            suppressed: 0,
        }
    }
}

impl Checked {
    /// Adds the findings about a file.
    pub fn add(&mut self, file: CheckedFile, report: &Report, sources: &SourceMap) {
        self.files.push(file);
        let mut found = json(report, sources);
        for (key, list) in [("diagnostics", &mut self.diagnostics), ("allowed", &mut self.allowed)] {
            if let Value::Array(mut entries) = found[key].take() {
                list.append(&mut entries);
            }
        }
        self.errors += report.errors();
        self.warnings += report.warnings();
        self.suppressed += report.suppressed();
    }
}
