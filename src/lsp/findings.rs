//! Findings about a text, in two tiers: what the text shows, at every keystroke; what playing shows, after a pause.

use std::sync::Arc;

use gen_lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Position, Range, Uri,
};
use serde::{Deserialize, Serialize};

use super::document::Document;
use super::state::State;
use rulebook_insight::analysis::{findings_at_defaults, inspect_while};
use rulebook_insight::library::Written;
use rulebook_language::diagnostic::{self, Code, Report, Severity};
use rulebook_language::source::{FileId, SourceMap, Span};

/// What stands in `source` of every finding.
pub const SOURCE: &str = "rulebook";

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

/// What was found about a document.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// As the client is told.
    pub findings: Vec<Diagnostic>,
    /// What is wrong with the settings file.
    pub trouble: Option<String>,
}

/// What the text shows, with the options of every game at their defaults.
pub fn of_text(state: &State, document: &Arc<Document>) -> Found {
    if document.is_lost {
        return Found { findings: vec![lost()], trouble: None };
    }
    let sheet = state.sheet(document);
    let loaded = state.as_written(document, &sheet);
    told(state, document, &loaded.sources, findings_at_defaults(&loaded))
}

/// Of a text that is not kept.
fn lost() -> Diagnostic {
    Diagnostic {
        severity: Some(DiagnosticSeverity::Error),
        code: Some(Code::LimitFile.name().to_owned().into()),
        source: Some(SOURCE.to_owned()),
        message: "the file is too long for a rule sheet; close it and open it again once it is shorter"
            .to_owned()
            .into(),
        ..Diagnostic::default()
    }
}

/// The whole check of a document as it was: it may run in a thread, and need not be waited for.
#[derive(Clone, Debug)]
pub struct Check {
    state: State,
    document: Arc<Document>,
}

impl Check {
    /// A check to be made.
    pub fn new(state: &State, document: &Arc<Document>) -> Self {
        Check { state: state.clone(), document: Arc::clone(document) }
    }

    /// The document, and the stamp of the text that is checked.
    pub fn of(&self) -> (Uri, u64) {
        (self.document.uri.clone(), self.document.stamp)
    }

    /// Checks, for as long as `go_on` says so: the findings, or nothing if it was given up.
    pub fn run(&self, go_on: &dyn Fn() -> bool) -> Option<Found> {
        let (state, document) = (&self.state, &self.document);
        let by_file = || document.path.as_ref().map(|path| state.files.effort(path)).unwrap_or_default();
        let effort = state.settings.effort.unwrap_or_else(by_file);
        let sheet = state.sheet(document);
        let loaded = state.as_written(document, &sheet);
        let inspected = inspect_while(&loaded, &Written::default(), effort, go_on);
        (!inspected.is_cut).then(|| told(state, document, &loaded.sources, inspected.report))
    }
}

fn told(state: &State, document: &Arc<Document>, sources: &SourceMap, report: Report) -> Found {
    let mut sources = sources.clone();
    let (report, trouble) = match &document.path {
        Some(path) => match state.files.settle(path, report.clone(), &mut sources) {
            Ok(settled) => (settled, None),
            Err(trouble) => (report, Some(trouble)),
        },
        None => (report, None),
    };
    let mut findings: Vec<Diagnostic> = Vec::new();
    for diagnostic in report.iter() {
        let one = tell(state, document, &sources, diagnostic);
        // Variants repeat what is wrong with their game.
        if !findings.contains(&one) {
            findings.push(one);
        }
    }
    Found { findings, trouble }
}

fn tell(
    state: &State,
    document: &Arc<Document>,
    sources: &SourceMap,
    diagnostic: &diagnostic::Diagnostic,
) -> Diagnostic {
    let range = |span: Span| {
        let place = || document.lines.range(&document.text, span.start as usize, span.end as usize, state.encoding);
        (span.file == FileId(0)).then(place)
    };
    let mut message = diagnostic.message.clone();
    if !diagnostic.primary.text.is_empty() {
        message = format!("{message}: {}", diagnostic.primary.text);
    }
    let mut notes = Vec::new();
    let mut related = Vec::new();
    for label in &diagnostic.related {
        match state.location(document, sources, label.span) {
            Some(location) => related.push(DiagnosticRelatedInformation { location, message: label.text.clone() }),
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
            edits: fix.settled(sources).into_iter().filter_map(|edit| Some((range(edit.span)?, edit.text))).collect(),
        })
        .filter(|fix| !fix.edits.is_empty())
        .collect();
    Diagnostic {
        range: at.unwrap_or(Range { start: Position::default(), end: Position::default() }),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Advice => DiagnosticSeverity::Information,
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
