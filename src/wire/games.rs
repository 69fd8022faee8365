//! What `games --json` writes.

use serde::Serialize;

use crate::library::Entry;

/// The shipped games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Games {
    /// One after another, by family and name.
    pub games: Vec<Entry>,
}
