//! What `why-not --json` writes.

use serde::Serialize;
use serde_json::Value;

use rulebook_insight::analysis::{Explanation, Finding, Valued};
use rulebook_language::diagnostic::{Report, json};
use rulebook_language::source::SourceMap;

/// Why a move is legal or not.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WhyNot {
    /// The move that was asked for.
    #[serde(rename = "move")]
    pub asked: String,
    /// Whether it is legal.
    pub legal: bool,
    /// The first reason, and what stands in the way besides.
    pub reasons: Vec<Reason>,
}

/// One reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reason {
    /// The finding, in the shape of `check --json`.
    pub finding: Value,
    /// The values of the parts of the condition, outermost first.
    pub values: Vec<PartValue>,
}

/// A part of a rule with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartValue {
    /// How deep within the others, from 0.
    pub depth: usize,
    /// The part, as the rule says it.
    pub text: String,
    /// What it came to.
    pub value: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl PartValue {
    /// A value as data.
    pub fn new(valued: &Valued, sources: &SourceMap) -> Self {
        let file = sources.file(valued.span.file);
        let place = file.place(valued.span.start);
        PartValue {
            depth: valued.depth,
            text: valued.text.clone(),
            value: valued.value.clone(),
            file: file.name.clone(),
            line: place.line,
            column: place.column,
        }
    }
}

impl Reason {
    /// A reason as data.
    pub fn new(finding: &Finding, sources: &SourceMap) -> Self {
        let mut report = Report::default();
        report.add(finding.diagnostic.clone());
        let mut shown = json(&report, sources);
        let finding_shown = shown.get_mut("diagnostics").and_then(|list| list.get_mut(0)).map(Value::take);
        Reason {
            finding: finding_shown.unwrap_or_default(),
            values: finding.values.iter().map(|valued| PartValue::new(valued, sources)).collect(),
        }
    }
}

impl WhyNot {
    /// An explanation as data.
    pub fn new(explanation: &Explanation, sources: &SourceMap) -> Self {
        WhyNot {
            asked: explanation.asked.clone(),
            legal: explanation.legal,
            reasons: explanation.findings.iter().map(|finding| Reason::new(finding, sources)).collect(),
        }
    }
}
