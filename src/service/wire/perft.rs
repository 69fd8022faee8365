//! What `perft --json` writes.

use serde::Serialize;

/// Numbers of lines of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Perft {
    /// The number of lines at depth 1, 2 and so on.
    pub perft: Vec<u64>,
    /// With `--divide`, those at the greatest depth by their first action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Vec<Divided>>,
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
