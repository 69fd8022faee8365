//! Known findings, kept in a file: they are not counted.
#![expect(clippy::disallowed_methods, reason = "the door to files")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::terminal::Terminal;
use rulebook_language::diagnostic::{Diagnostic, Report};
use rulebook_language::source::SourceMap;

/// The version of the shape of a baseline file.
const VERSION: u32 = 1;
/// How many of a finding's lines are compared.
const MAX_LINES: usize = 4;

/// A baseline file as written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    findings: Vec<Entry>,
}

/// A known finding: what it is known by is its file, its code and the text that it is about, wherever that stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    code: String,
    text: String,
    /// What it says, for readers.
    message: String,
}

/// File, code and text.
type Key = [String; 3];

/// Known findings, and which of them were found again.
#[derive(Default)]
pub struct Baseline {
    /// The folder that files are named from.
    folder: PathBuf,
    /// How often each was known, and what it says; what is left of that was not found again.
    known: BTreeMap<Key, (usize, String)>,
    /// What is found, to be written.
    found: Vec<Entry>,
}

impl Baseline {
    /// Reads a baseline file.
    ///
    /// # Errors
    /// If it cannot be read or is none.
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let text = input::plain(file)?;
        let wrong = |why: &str| {
            let file = file.display();
            Failure::Usage(format!(
                "`{file}` is not a baseline file: {why}\n  help: write one with `--write-baseline {file}`"
            ))
        };
        let written: Written = serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
        if written.version != VERSION {
            return Err(wrong(&format!("its version is {}, not {VERSION}", written.version)));
        }
        let mut baseline = Baseline::empty(file);
        for entry in written.findings {
            baseline.known.entry([entry.file, entry.code, entry.text]).or_insert((0, entry.message)).0 += 1;
        }
        Ok(baseline)
    }

    /// One in which nothing is known, to be written to this file.
    pub fn empty(file: &Path) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        Baseline { folder, ..Baseline::default() }
    }

    /// The report without what is known, and how much that was.
    pub fn sift(&mut self, report: Report, sources: &SourceMap) -> (Report, usize) {
        report.without(|finding| {
            let Entry { file, code, text, .. } = self.entry(finding, sources);
            match self.known.get_mut(&[file, code, text]) {
                Some((left, _)) if *left > 0 => {
                    *left -= 1;
                    true
                }
                _ => false,
            }
        })
    }

    /// Notes all findings of a report.
    pub fn note(&mut self, report: &Report, sources: &SourceMap) {
        let entries: Vec<Entry> = report.iter().map(|finding| self.entry(finding, sources)).collect();
        self.found.extend(entries);
    }

    /// What was known of these files and was not found again, a line each.
    pub fn stale(&self, files: &[PathBuf]) -> Vec<String> {
        let checked: Vec<String> = files.iter().map(|file| self.name(file)).collect();
        let left = self.known.iter().filter(|([file, ..], (left, _))| *left > 0 && checked.contains(file));
        left.map(|([file, code, text], (left, message))| {
            let times = if *left > 1 { format!(", {left} times") } else { String::new() };
            let text = text.lines().next().unwrap_or_default();
            format!("{file}: {code}: {message} (`{text}`{times})")
        })
        .collect()
    }

    /// Writes what was noted; gives how much that is.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(mut self, file: &Path, terminal: &mut Terminal) -> Result<usize, Failure> {
        self.found.sort();
        let count = self.found.len();
        let text = serde_json::to_string_pretty(&Written { version: VERSION, findings: self.found })
            .map_err(|error| Failure::Usage(format!("cannot write `{}`: {error}", file.display())))?;
        let mut output = Output::create(file, terminal)?;
        output.text(&(text + "\n"))?;
        output.finish()?;
        Ok(count)
    }

    fn entry(&self, finding: &Diagnostic, sources: &SourceMap) -> Entry {
        let file = sources.file(finding.primary.span.file);
        let (start, end) = (finding.primary.span.start as usize, finding.primary.span.end as usize);
        let first = file.text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let rest = file.text.get(end..).unwrap_or_default();
        let last = end + rest.find('\n').unwrap_or(rest.len());
        let lines = file.text.get(first..last).unwrap_or_default().lines().take(MAX_LINES);
        let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        Entry {
            file: self.name(Path::new(&file.name)),
            code: finding.code.name().to_owned(),
            text: lines.collect::<Vec<_>>().join("\n"),
            message: finding.message.clone(),
        }
    }

    /// How the file is called in the baseline: from the folder of that, with `/`.
    fn name(&self, file: &Path) -> String {
        let whole = dunce::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let below = whole.strip_prefix(&self.folder).unwrap_or(&whole);
        below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/").replace("//", "/")
    }
}
