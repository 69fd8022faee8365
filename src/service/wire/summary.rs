//! What something comes to, in sentences.

use serde::Serialize;

/// A sentence of a summary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SummaryLine {
    /// What it is about. Of a comparison: `relation`, `change`, `seen`, `elsewhere`, `different`, `undecided`, `equivalent`, `equal`, `exact`,
    /// `records`; of a measurement: `wins`, `length`, `ends`, `killers`, `never`.
    pub about: &'static str,
    /// What it says; `code` of rule sheets and moves in backticks.
    pub text: String,
}

impl SummaryLine {
    /// A sentence.
    pub fn new(about: &'static str, text: impl Into<String>) -> Self {
        SummaryLine { about, text: text.into() }
    }
}
