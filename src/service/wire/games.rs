//! What `games --json` writes.

use serde::Serialize;

use rulebook_insight::library::CatalogueEntry;

/// The shipped games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Games {
    /// One after another, by family and name.
    pub games: Vec<CatalogueEntry>,
}
