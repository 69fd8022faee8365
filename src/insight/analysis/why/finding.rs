//! What an explanation says.

use super::evidence::{Evidence, Valued};
use rulebook_language::diagnostic::{Code, Diagnostic, Label, Severity};
use rulebook_language::source::Span;

/// Why a move is legal or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The move as it was asked for.
    pub asked: String,
    /// Whether it is legal.
    pub legal: bool,
    /// The first reason, and what would stand in the way besides.
    pub findings: Vec<Finding>,
}

/// One reason, with the values in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What, where, and what to do about it.
    pub diagnostic: Diagnostic,
    /// The values of the parts of the condition, outermost first.
    pub values: Vec<Valued>,
}

impl Finding {
    /// A reason why something is not legal.
    pub fn new(code: Code, span: Span, message: String) -> Self {
        Finding { diagnostic: Diagnostic::new(code, span, message), values: Vec::new() }
    }

    /// That something is legal.
    pub fn legal(span: Span, message: String) -> Self {
        let mut finding = Finding::new(Code::WhyLegal, span, message);
        finding.diagnostic.severity = Severity::Advice;
        finding
    }

    /// Says why, at the place itself.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.diagnostic.primary.text = text.into();
        self
    }

    /// Names another place; one that is said already is not said again.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        let known = |label: &Label| label.span == span;
        if !self.diagnostic.related.iter().any(known) && self.diagnostic.primary.span != span {
            self.diagnostic.related.push(Label { span, text });
        }
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.diagnostic.help = Some(text.into());
        self
    }

    /// Drops values that the labels give already.
    pub fn tidy(&mut self) {
        let labels = || self.diagnostic.related.iter().chain([&self.diagnostic.primary]);
        let said = |value: &Valued| {
            let text = format!("`{}` is {}", value.text, value.value);
            labels().any(|label| label.text.contains(&text))
        };
        if self.values.iter().all(said) {
            self.values.clear();
        }
    }

    /// The evidence for a condition that failed or held.
    #[must_use]
    pub fn evidence(mut self, evidence: Evidence) -> Self {
        self.diagnostic.primary = Label { span: evidence.span, text: evidence.label };
        self.values = evidence.values;
        evidence.way.into_iter().fold(self, |finding, (span, text)| finding.related(span, text))
    }
}
