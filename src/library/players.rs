//! Who plays a game: agents for what was prepared.

use thiserror::Error;

use super::Prepared;
use crate::agents::{Agent, Mcts, Random, Spec};
use crate::util::Rng;

/// Why an agent cannot play a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Unsuited(String);

impl Prepared {
    /// The agent that a text names, to play this game. Its stream of random choices begins with each game ([`Agent::begin`]).
    ///
    /// # Errors
    /// If it cannot play this game: why, and what to write instead.
    pub fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent>, Unsuited> {
        let rng = Rng::new(0);
        Ok(match spec {
            Spec::Random => Box::new(Random::new(rng)),
            Spec::Mcts(settings) => Box::new(Mcts::new(*settings, rng)),
        })
    }
}
