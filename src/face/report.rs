//! Findings about the text of a game.

use std::fmt;

use rulebook_insight::analysis::{Smoke, inspect};
use rulebook_insight::library::{self, Written};
use rulebook_language::diagnostic;
use rulebook_language::source::SourceMap;

pub use rulebook_language::diagnostic::Severity;

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// Something that was found in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What `rulebook explain` explains, such as `lint/unused`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub place: Place,
    /// Why it is wrong in this place; may be empty.
    pub label: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// What was found in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
}

/// Checks every game and variant of a text as `rulebook check` does: for errors, and for what is probably a mistake, also by
/// playing some random games. `name` is what the findings call the text.
///
/// ```
/// let report = rulebook::check("mine.game", "game \"Mine\" {\n  borad square(3)\n}\n");
/// assert!(report.has_errors());
/// let finding = &report.diagnostics()[0];
/// assert_eq!((finding.code, finding.place.line), ("syntax/unknown-declaration", 2));
/// println!("{report}");
/// ```
pub fn check(name: &str, text: &str) -> Report {
    let loaded = library::load(name, text);
    let found = inspect(&loaded, &Written::default(), Smoke::default());
    Report::of(&found.report, &loaded.sources)
}

impl Report {
    pub(super) fn of(report: &diagnostic::Report, sources: &SourceMap) -> Self {
        let resolved = |finding: &diagnostic::Diagnostic| {
            let file = sources.file(finding.primary.span.file);
            let place = file.place(finding.primary.span.start);
            Diagnostic {
                code: finding.code.name(),
                severity: finding.severity,
                message: finding.message.clone(),
                place: Place { file: file.name.clone(), line: place.line, column: place.column },
                label: finding.primary.text.clone(),
                help: finding.help.clone(),
            }
        };
        Report { diagnostics: report.iter().map(resolved).collect() }
    }

    /// The findings.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Whether something was found with which a game cannot be played.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|finding| finding.severity == Severity::Error)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}[{}]: {}", self.place, self.severity.word(), self.code, self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

/// One finding after the other, each on a line of its own.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostics.iter().try_for_each(|finding| writeln!(f, "{finding}"))
    }
}
