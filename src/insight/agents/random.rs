//! The player to whom all legal actions are alike.

use super::Agent;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, Position};

/// Chooses uniformly among the legal actions.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A random player whose choices come from `rng`.
    pub fn new(rng: Rng) -> Self {
        Random { rng }
    }
}

impl Agent for Random {
    fn name(&self) -> &str {
        "random"
    }

    fn begin(&mut self, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &mut Position) -> Result<Option<Action>, Fault> {
        Ok(position.legal()?.random(&mut self.rng))
    }
}
