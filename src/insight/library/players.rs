//! Who plays a game: agents for what was prepared.

use thiserror::Error;

use super::{Loaded, Prepared};
use crate::agents::{
    Agent, AlphaBeta, Evaluator, Greedy, Leaf, Learned, LearnedEye, LearnedFile, Mcts, Random, Spec, Valued,
};
use rulebook_language::util::{Rng, visible};

/// Why an agent cannot play a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct AgentError(String);

impl Loaded {
    /// [Asks](Loaded::ask) what these agents look at.
    pub fn ask_for<'s>(&mut self, agents: impl IntoIterator<Item = &'s Spec>) {
        agents.into_iter().filter_map(Spec::value).for_each(|value| self.ask(value));
    }
}

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
                let leaf = self.valuation(value.as_deref())?.map_or(Leaf::Nothing, Leaf::Expression);
                Box::new(AlphaBeta::new(spec.to_string(), *settings, leaf, rng))
            }
            Spec::Learned { file, settings } if settings.depth == 1 => {
                Box::new(Learned::new(spec.to_string(), self.eye(file)?, rng))
            }
            Spec::Learned { file, settings } => {
                let eye = self.eye(file)?;
                let players = self.game.players.len();
                if players != 2 {
                    return Err(AgentError(format!(
                        "`depth=` looks ahead in two-player games, and {} has {players} players: write `mcts:400,value={}`",
                        self.game.about.title, file.name
                    )));
                }
                Box::new(AlphaBeta::new(spec.to_string(), *settings, Leaf::Learned(Box::new(eye)), rng))
            }
            Spec::Valued { settings, file } => Box::new(Valued::new(spec.to_string(), *settings, self.eye(file)?, rng)),
        })
    }

    /// The eye of a learned player, if it has learned this very game.
    fn eye(&self, file: &LearnedFile) -> Result<LearnedEye, AgentError> {
        let (name, title) = (visible(&file.name), &self.game.about.title);
        let Some(first) = file.players.first() else {
            return Err(AgentError(format!("`{name}` was not read: here players do not come from files")));
        };
        let rules = self.rules_digest();
        let Some(player) = file.players.iter().find(|player| player.card().rules == rules) else {
            let of = &first.card().title;
            let what = if of == title { format!("other rules or options of {of}") } else { visible(of).into_owned() };
            return Err(AgentError(format!(
                "`{name}` has learned {what}, and this is {title}: train a player of it with `rulebook train`"
            )));
        };
        player.eye(&self.start()).map_err(|what| {
            AgentError(format!("`{name}` does not fit {title} ({what}): train it again with this program"))
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
