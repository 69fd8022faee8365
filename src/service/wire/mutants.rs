//! What `test --mutants --json` writes.

use serde::Serialize;
use serde_json::Value;

use rulebook_insight::analysis::{Fate, Mutant, Mutated};
use rulebook_language::diagnostic::{JSON_VERSION, json};
use rulebook_language::source::SourceMap;

/// The changes of some files, and what became of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Mutants {
    /// The version of the shape of a finding.
    pub version: u32,
    /// The files.
    pub files: Vec<MutatedFile>,
}

/// A file whose rules were changed one at a time.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MutatedFile {
    /// Its name.
    pub file: String,
    /// Why it cannot be read, if it cannot.
    pub unreadable: Option<String>,
    /// What is wrong with the file or its tests as they are; then nothing is changed.
    pub diagnostics: Vec<Value>,
    /// The number of its tests.
    pub tests: usize,
    /// How many changes were not tried.
    pub left_out: usize,
    /// The number of changes of each outcome.
    pub counts: Counts,
    /// The changes, in the order of their places.
    pub mutants: Vec<MutantEntry>,
}

/// How many changes came to what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// A test fails.
    pub caught: usize,
    /// No test fails, but `check` finds something new.
    pub reported: usize,
    /// Nothing notices a difference that there is.
    pub missed: usize,
    /// No difference was found.
    pub alike: usize,
    /// There is no difference.
    pub equivalent: usize,
    /// The changed file cannot be played.
    pub unviable: usize,
}

/// A change, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MutantEntry {
    /// The title of the game or variant.
    pub game: String,
    /// The declaration.
    pub place: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, in characters from 1.
    pub column: u32,
    /// What was replaced.
    pub old: String,
    /// By what; empty where it was left out.
    pub new: String,
    /// `caught`, `reported`, `missed`, `alike`, `equivalent` or `unviable`.
    pub outcome: &'static str,
    /// The test that fails, the code that `check` finds, or how far was looked.
    pub by: Option<String>,
    /// Where the difference shows: options as for `--set`.
    pub set: Option<String>,
    /// The moves that lead there.
    pub moves: Option<Vec<String>>,
    /// What is different there.
    pub difference: Option<String>,
    /// A test that holds, and fails with the change.
    pub test: Option<String>,
}

impl Default for Mutants {
    fn default() -> Self {
        Mutants { version: JSON_VERSION, files: Vec::new() }
    }
}

impl MutatedFile {
    /// What the changes of a file came to.
    pub fn new(file: String, mutated: &Mutated, sources: &SourceMap) -> Self {
        let mut out = MutatedFile {
            file,
            tests: mutated.runs.tests.len(),
            left_out: mutated.left_out,
            mutants: mutated.mutants.iter().map(|mutant| MutantEntry::new(mutant, sources)).collect(),
            ..MutatedFile::default()
        };
        if let Value::Array(mut diagnostics) = json(&mutated.runs.report, sources)["diagnostics"].take() {
            out.diagnostics.append(&mut diagnostics);
        }
        for mutant in &mutated.mutants {
            *match mutant.fate {
                Fate::Unviable => &mut out.counts.unviable,
                Fate::Caught { .. } => &mut out.counts.caught,
                Fate::Reported { .. } => &mut out.counts.reported,
                Fate::Missed(_) => &mut out.counts.missed,
                Fate::Alike { .. } => &mut out.counts.alike,
                Fate::Equivalent { .. } => &mut out.counts.equivalent,
            } += 1;
        }
        out
    }
}

impl MutantEntry {
    /// A change of a file, and what became of it.
    pub fn new(mutant: &Mutant, sources: &SourceMap) -> Self {
        let edit = &mutant.edit;
        let place = sources.file(edit.span.file).place(edit.span.start);
        let (outcome, by) = match &mutant.fate {
            Fate::Unviable => ("unviable", None),
            Fate::Caught { test: [game, title] } => ("caught", Some(format!("{game}: {title}"))),
            Fate::Reported { code } => ("reported", Some(code.name().to_owned())),
            Fate::Missed(_) => ("missed", None),
            Fate::Alike { looked } => ("alike", Some(looked.clone())),
            Fate::Equivalent { how } => ("equivalent", Some(how.clone())),
        };
        let shown = match &mutant.fate {
            Fate::Missed(shown) => Some(shown),
            _ => None,
        };
        MutantEntry {
            game: edit.unit.clone(),
            place: edit.place.clone(),
            line: place.line,
            column: place.column,
            old: sources.slice(edit.span).to_owned(),
            new: edit.by.clone(),
            outcome,
            by,
            set: shown.map(|shown| shown.set.clone()),
            moves: shown.map(|shown| shown.moves.clone()),
            difference: shown.map(|shown| shown.what.clone()),
            test: shown.and_then(|shown| shown.test.clone()),
        }
    }
}
