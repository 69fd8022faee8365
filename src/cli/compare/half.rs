//! One of the games of a comparison with what it came to.

use rulebook_insight::analysis::{GameFacts, Sheet};
use rulebook_insight::library::Prepared;

/// One of the games with what it came to.
pub struct Half {
    /// As it was played.
    pub played: Prepared,
    /// The names behind its facts.
    pub sheet: Sheet,
    /// The facts of its games.
    pub facts: Vec<GameFacts>,
    /// Their moves as written.
    pub moves: Vec<Vec<String>>,
}

impl Half {
    /// The mean number of plies.
    pub fn plies(&self) -> f64 {
        self.facts.iter().map(|game| f64::from(game.plies)).sum::<f64>() / self.facts.len().max(1) as f64
    }
}
