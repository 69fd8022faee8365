//! What `test --json` writes.

use serde::Serialize;
use serde_json::Value;

use rulebook_insight::analysis::TestRuns;
use rulebook_language::diagnostic::{JSON_VERSION, json};
use rulebook_language::source::SourceMap;

/// The tests of some files.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tests {
    /// The version of the shape of a finding.
    pub version: u32,
    /// The files.
    pub files: Vec<TestedFile>,
    /// The findings of all files.
    pub diagnostics: Vec<Value>,
    /// The number of tests that passed.
    pub passed: usize,
    /// The number of tests that failed.
    pub failed: usize,
    /// The number of findings that were counted and are not among those here.
    pub suppressed: usize,
}

/// A file whose tests were run, or why they were not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TestedFile {
    /// Its name.
    pub file: String,
    /// Its tests, in order.
    pub tests: Vec<Tested>,
    /// Why it cannot be read, if it cannot.
    pub unreadable: Option<String>,
}

/// A test that was run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tested {
    /// The title of its game or variant.
    pub game: String,
    /// Its own title.
    pub title: String,
    /// The line of the file on which it begins, from 1.
    pub line: u32,
    /// Whether everything was as expected.
    pub passed: bool,
}

impl Default for Tests {
    fn default() -> Self {
        Tests { version: JSON_VERSION, files: Vec::new(), diagnostics: Vec::new(), passed: 0, failed: 0, suppressed: 0 }
    }
}

impl Tests {
    /// Adds the tests of a file.
    pub fn add(&mut self, file: String, runs: &TestRuns, sources: &SourceMap) {
        let tests = runs.tests.iter().map(|test| Tested {
            game: test.game.clone(),
            title: test.title.text.clone(),
            line: sources.file(test.title.span.file).place(test.title.span.start).line,
            passed: test.passed,
        });
        let tests: Vec<Tested> = tests.collect();
        let passed = tests.iter().filter(|test| test.passed).count();
        self.passed += passed;
        self.failed += tests.len() - passed;
        self.files.push(TestedFile { file, tests, unreadable: None });
        if let Value::Array(mut diagnostics) = json(&runs.report, sources)["diagnostics"].take() {
            self.diagnostics.append(&mut diagnostics);
        }
        self.suppressed += runs.report.suppressed();
    }
}
