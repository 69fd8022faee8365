//! The value of a position by a fixed number of simulations.

use super::lead::PlyValues;
use crate::agents::{Agent, Mcts, MctsSettings};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Position};

/// Legal actions within this of the best one are good ones, too.
const GOOD: f64 = 0.1;

/// Searches each position anew, so that its value depends on nothing but the seed, the game and the ply.
pub(super) struct Search {
    mcts: Mcts,
    rng: Rng,
}

impl Search {
    /// A search with so many simulations.
    pub(super) fn new(simulations: u32) -> Self {
        let settings = MctsSettings { simulations, ..MctsSettings::default() };
        Search { mcts: Mcts::new(settings, Rng::new(0)), rng: Rng::new(0) }
    }

    /// Begins a game.
    pub(super) fn begin(&mut self, rng: Rng) {
        self.rng = rng;
    }

    /// What it thinks of a position whose game is not over.
    pub(super) fn look(&mut self, position: &mut Position) -> Result<PlyValues, Fault> {
        // Where nature acts, nobody chooses.
        let among = if position.is_chance() { 0 } else { position.legal()?.len() as u64 };
        self.mcts.begin(self.rng.fork());
        let found = self.mcts.search(position)?;
        let best = found.candidates.iter().map(|candidate| candidate.score).fold(0.0, f64::max);
        let is_good = |score: f64| score >= best - GOOD;
        let good = found.candidates.iter().filter(|candidate| is_good(candidate.score)).count() as u64;
        Ok(PlyValues { values: found.scores, effective: good.min(among), among })
    }
}
