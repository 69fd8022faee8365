//! Who plays a game: agents for what was prepared.

use thiserror::Error;

use super::Prepared;
use crate::agents::{Agent, AlphaBeta, Evaluator, Greedy, Mcts, Random, Spec};
use rulebook_language::util::Rng;

/// Why an agent cannot play a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct AgentError(String);

impl Prepared {
    /// The agent that a text names, to play this game. Its stream of random choices begins with each game ([`Agent::begin`]).
    /// The expression that it looks at is one that was asked for before ([`Loaded::ask`](super::Loaded::ask)).
    ///
    /// # Errors
    /// If it cannot play this game: why, and what to write instead.
    pub fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent>, AgentError> {
        let rng = Rng::new(0);
        Ok(match spec {
            Spec::Random => Box::new(Random::new(rng)),
            Spec::Mcts(settings) => Box::new(Mcts::sharing(*settings, self.compiled.clone(), rng)),
            Spec::Greedy { value } => {
                let Some(valuation) = self.valuation(value.as_deref())? else {
                    let title = &self.game.about.title;
                    return Err(AgentError(format!(
                        "`greedy` needs an expression in {title}, whose end clauses rank nothing: write one, such as \
                         `greedy:count(mine) - count(enemy)`"
                    )));
                };
                Box::new(Greedy::new(spec.to_string(), valuation, rng))
            }
            Spec::AlphaBeta { settings, value } => {
                let players = self.game.players.len();
                if players != 2 {
                    return Err(AgentError(format!(
                        "`alphabeta` plays two-player games, and {} has {players} players: write `mcts:2000`",
                        self.game.about.title
                    )));
                }
                Box::new(AlphaBeta::new(spec.to_string(), *settings, self.valuation(value.as_deref())?, rng))
            }
        })
    }

    /// What an expression looks at; without one, what the game ranks by.
    fn valuation(&self, value: Option<&str>) -> Result<Option<Evaluator>, AgentError> {
        let Some(value) = value else { return Ok(Evaluator::of_ranking(&self.plan)) };
        match self.asked.iter().position(|known| known == value) {
            Some(question) => Ok(Some(Evaluator::Question(question))),
            None => Err(AgentError(format!("`{value}` was not asked for when the game was prepared"))),
        }
    }
}
