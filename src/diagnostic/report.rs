//! What was found, where, and what to write instead.

use crate::source::Span;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing; the game runs.
    Advice,
    /// Probably a mistake; the game runs.
    Warning,
    /// The file cannot be used as it is.
    Error,
}

/// A place with a word on what is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there, and why it matters.
    pub text: String,
}

/// One finding. Message: what is wrong, one line, lower case, no period, user text in backticks. Label: where and why
/// here. Help: what to write instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// A stable code, `family/slug`.
    pub code: &'static str,
    /// How bad.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where it is wrong, and why here.
    pub primary: Label,
    /// Other places that play a part.
    pub related: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: Label { span, text: String::new() },
            related: Vec::new(),
            help: None,
        }
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Says why, at the place itself.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Names another place that plays a part.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Label { span, text: text.into() });
        self
    }

    /// Says what to write instead.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// The findings of one run, in the order found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Adds a finding, unless an equal one (same code at the same place) is there.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        let known = |old: &Diagnostic| old.code == diagnostic.code && old.primary.span == diagnostic.primary.span;
        if !self.diagnostics.iter().any(known) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The number of errors (not warnings).
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The findings in the order found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.diagnostics.iter()
    }

    /// Puts the findings in the order of their places.
    pub fn sort(&mut self) {
        self.diagnostics.sort_by_key(|d| (d.primary.span.file, d.primary.span.start, d.primary.span.end));
    }

    /// Adds all of `other`'s findings.
    pub fn extend(&mut self, other: Report) {
        other.diagnostics.into_iter().for_each(|d| self.add(d));
    }
}
