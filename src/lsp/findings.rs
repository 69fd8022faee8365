//! Findings about a text, in two tiers: what the text shows, at every keystroke; what playing shows, after a pause.

use gen_lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, Position, Range, Uri,
};
use serde::{Deserialize, Serialize};

use super::document::Document;
use super::lines::Encoding;
use rulebook_insight::analysis::{Smoke, inspect_while};
use rulebook_insight::audit::lints::lint;
use rulebook_insight::library::{Loaded, Written, load};
use rulebook_language::diagnostic::{self, Code, Report, Severity};
use rulebook_language::model::allowances;
use rulebook_language::source::{FileId, SourceMap};
use rulebook_language::syntax::ast::File;

/// What stands in `source` of every finding.
pub const SOURCE: &str = "rulebook";
/// What a text is called while it is checked.
const NAME: &str = "sheet.game";

/// A fix, as it travels with a finding to the client and back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fix {
    /// What it does.
    pub title: String,
    /// Whether it is surely what was meant.
    pub safe: bool,
    /// What changes.
    pub edits: Vec<(Range, String)>,
}

/// What the text shows, with the options of every game at their defaults.
pub fn of_text(document: &Document, encoding: Encoding) -> Vec<Diagnostic> {
    let loaded = load(NAME, &document.text);
    let report = text_report(&loaded);
    told(&report, &loaded.sources, document, encoding)
}

fn text_report(loaded: &Loaded) -> Report {
    let mut report = loaded.report.clone();
    if report.errors() > 0 {
        return report;
    }
    let files: Vec<&File> = loaded.files.iter().collect();
    for title in loaded.titles() {
        let (prepared, found) = loaded.prepare(Some(title), &[]);
        report.extend(found);
        let Some(prepared) = prepared else { continue };
        let allowed = allowances(&files, Some(title));
        for said in lint(&prepared.game).into_iter().filter(|lint| !lint.suspect).map(|lint| lint.said) {
            if !allowed.iter().any(|allowance| allowance.covers(&said)) {
                report.add(said);
            }
        }
    }
    report.sort();
    report
}

/// The whole check of a document as it was: it may run in a thread, and need not be waited for.
#[derive(Clone, Debug)]
pub struct Check {
    document: Document,
    encoding: Encoding,
}

impl Check {
    /// A check to be made.
    pub fn new(document: &Document, encoding: Encoding) -> Self {
        Check { document: document.clone(), encoding }
    }

    /// The document, and the version of it that is checked.
    pub fn of(&self) -> (Uri, i32) {
        (self.document.uri.clone(), self.document.version)
    }

    /// Checks, for as long as `go_on` says so: the findings, or nothing if it was given up.
    pub fn run(&self, go_on: &dyn Fn() -> bool) -> Option<Vec<Diagnostic>> {
        let loaded = load(NAME, &self.document.text);
        let inspected = inspect_while(&loaded, &Written::default(), Smoke::default(), go_on);
        let found = || told(&inspected.report, &loaded.sources, &self.document, self.encoding);
        (!inspected.is_cut).then(found)
    }
}

fn told(report: &Report, sources: &SourceMap, document: &Document, encoding: Encoding) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::new();
    for diagnostic in report.iter() {
        let one = tell(diagnostic, sources, document, encoding);
        // Variants repeat what is wrong with their game.
        if !told.contains(&one) {
            told.push(one);
        }
    }
    told
}

fn tell(
    diagnostic: &diagnostic::Diagnostic,
    sources: &SourceMap,
    document: &Document,
    encoding: Encoding,
) -> Diagnostic {
    let range = |span: rulebook_language::source::Span| match span.file {
        FileId(0) => Some(document.lines.range(&document.text, span.start as usize, span.end as usize, encoding)),
        _ => None,
    };
    let mut message = diagnostic.message.clone();
    if !diagnostic.primary.text.is_empty() {
        message = format!("{message}: {}", diagnostic.primary.text);
    }
    let mut notes = Vec::new();
    let mut related = Vec::new();
    for label in &diagnostic.related {
        match range(label.span) {
            Some(range) => related.push(DiagnosticRelatedInformation {
                location: Location { uri: document.uri.clone(), range },
                message: label.text.clone(),
            }),
            None => notes.push(format!("{}, in {}", label.text, sources.file(label.span.file).name)),
        }
    }
    // A finding about a game that the sheet builds on stands at the beginning of the sheet.
    let at = range(diagnostic.primary.span);
    if at.is_none() {
        let file = sources.file(diagnostic.primary.span.file);
        notes.push(format!("in {}, line {}", file.name, file.place(diagnostic.primary.span.start).line));
    }
    notes.extend(diagnostic.help.as_ref().map(|help| format!("help: {help}")));
    notes.extend(diagnostic.picture.clone());
    for note in notes {
        message = format!("{message}\n{note}");
    }
    let fixes: Vec<Fix> = diagnostic
        .fixes
        .iter()
        .map(|fix| Fix {
            title: fix.title.clone(),
            safe: fix.safe,
            edits: fix
                .settled(sources)
                .into_iter()
                .filter_map(|edit| Some((range(edit.span)?, edit.text)))
                .collect(),
        })
        .filter(|fix| !fix.edits.is_empty())
        .collect();
    Diagnostic {
        range: at.unwrap_or(Range { start: Position::default(), end: Position::default() }),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Note => DiagnosticSeverity::Information,
        }),
        code: Some(diagnostic.code.name().to_owned().into()),
        source: Some(SOURCE.to_owned()),
        message: message.into(),
        tags: (diagnostic.code == Code::LintUnused).then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        data: if fixes.is_empty() { None } else { serde_json::to_value(fixes).ok() },
        code_description: None,
    }
}
