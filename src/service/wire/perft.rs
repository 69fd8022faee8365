//! What `perft --json` writes.

use serde::Serialize;

/// Numbers of lines of play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Perft {
    /// The number of lines at depth 1, 2 and so on.
    pub perft: Vec<u64>,
    /// With `--divide`, those at the greatest depth by their first action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<Divided>>,
    /// With `--odds`, the expected numbers of lines, where what is left to chance is weighed by its odds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Vec<Expected>>,
}

/// An expected number.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Expected {
    /// As a fraction; nothing where its numbers are too large to be held.
    pub exact: Option<String>,
    /// Nearly.
    pub value: f64,
}

impl From<rulebook_insight::analysis::Expected> for Expected {
    fn from(expected: rulebook_insight::analysis::Expected) -> Self {
        Expected { exact: expected.exact.is_some().then(|| expected.to_string()), value: expected.value }
    }
}

/// The lines that begin with an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Divided {
    /// The action.
    pub action: String,
    /// How many.
    pub leaves: u64,
}

impl From<rulebook_insight::analysis::Divided> for Divided {
    fn from(part: rulebook_insight::analysis::Divided) -> Self {
        Divided { action: part.action, leaves: part.leaves }
    }
}
