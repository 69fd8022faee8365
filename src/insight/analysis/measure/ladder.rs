//! C1: whether more thought wins.

use super::collect::Failed;
use super::games::{Rules, scores};
use crate::agents::{Agent, MctsSettings, Spec};
use crate::library::{AgentError, Prepared};
use crate::statistics::{BOUND, Estimate, Pairs, Sequential, to_see};

/// A rung counts where the lower bound of the stronger agent's score is at least this.
pub const THRESHOLD: f64 = 0.6;

/// A ladder of ever stronger agents.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ladder {
    /// Each agent against the one before.
    pub rungs: Vec<Rung>,
}

/// An agent against the one before it.
#[derive(Clone, PartialEq, Debug)]
pub struct Rung {
    /// The one before, which should be weaker.
    pub weaker: Spec,
    /// The stronger agent.
    pub stronger: Spec,
    /// Pairs of games by the points of the stronger agent.
    pub pairs: Pairs,
    /// Its score; the number is that of the pairs.
    pub score: Estimate,
    /// The log-likelihood ratio of a score of 0.6 against one of 0.5; beyond 2.94 on either side it is settled.
    pub ratio: f64,
}

/// What can be said of a rung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The stronger agent is clearly the better one: the lower bound of its score is at least the threshold.
    Counts,
    /// It is not: the upper bound is below the threshold.
    Short,
    /// The interval holds the threshold: about so many more pairs would tell; nothing where no number of them is in sight.
    Undecided(Option<u64>),
}

impl Rung {
    /// What can be said of it.
    pub fn standing(&self) -> Standing {
        match self.score {
            Estimate { low, .. } if low >= THRESHOLD => Standing::Counts,
            Estimate { high, .. } if high < THRESHOLD => Standing::Short,
            Estimate { value, n, .. } => {
                let needed = to_see(value - THRESHOLD, self.pairs.scores().variance());
                Standing::Undecided(needed.map(|pairs| pairs.saturating_sub(n).max(n / 10 + 1)))
            }
        }
    }

    /// What the sequential test would say: that it is the better one, that it is not, or nothing yet.
    pub fn settled(&self) -> Option<bool> {
        (self.ratio.abs() >= BOUND).then_some(self.ratio > 0.0)
    }
}

impl Ladder {
    /// How many rungs count from the lowest on, one after the other; at least so many, where the next one is undecided.
    pub fn height(&self) -> usize {
        self.rungs.iter().take_while(|rung| rung.standing() == Standing::Counts).count()
    }
}

/// So many searches: with `simulations`, twice, four times as many and so on.
pub fn searches(simulations: u32, levels: u32) -> Vec<Spec> {
    let simulations = |level: u32| simulations.saturating_mul(1 << level.min(20)).min(MctsSettings::MAX_SIMULATIONS);
    (0..levels)
        .map(|level| Spec::Mcts(MctsSettings { simulations: simulations(level), ..MctsSettings::default() }))
        .collect()
}

/// Lets each of the agents, the weakest first, play against the one before; each rung `pairs` pairs of games, the seats exchanged
/// within a pair. Nothing for games that are not for two.
///
/// # Errors
/// If a game cannot be played to an end.
pub fn ladder(
    prepared: &Prepared,
    agents: &[Spec],
    pairs: u64,
    (seed, max_plies): (u64, u32),
    done: &(dyn Fn() + Sync),
) -> Result<Option<Ladder>, Failed> {
    let start = prepared.start();
    if start.game().players.len() != 2 {
        return Ok(None);
    }
    let mut ladder = Ladder::default();
    for (rung, (weaker, stronger)) in (0..).zip(agents.iter().zip(agents.iter().skip(1))) {
        let play = |order: [&Spec; 2]| {
            let players = || -> Result<Vec<Box<dyn Agent>>, AgentError> {
                order.iter().map(|agent| prepared.agent(agent)).collect()
            };
            // A seed for each rung, and the same for both games of a pair.
            scores(&start, &players, Rules { seed: seed.wrapping_add(rung), max_plies }, pairs, done)
        };
        let (first, second) = (play([stronger, weaker])?, play([weaker, stronger])?);
        let mut counted = Pairs::default();
        for (first, second) in first.iter().zip(&second) {
            counted.add(first.first().copied().unwrap_or(0.5), second.get(1).copied().unwrap_or(0.5));
        }
        let ratio = Sequential { low: 0.5, high: THRESHOLD }.ratio(&counted);
        let (weaker, stronger) = (weaker.clone(), stronger.clone());
        ladder.rungs.push(Rung { weaker, stronger, pairs: counted, score: counted.score(), ratio });
    }
    Ok(Some(ladder))
}

#[cfg(test)]
mod tests {
    use super::{Pairs, Rung, Spec, Standing};

    fn standing(counts: [u64; 5]) -> Standing {
        let pairs = Pairs { counts };
        Rung { weaker: Spec::Random, stronger: Spec::Random, pairs, score: pairs.score(), ratio: 0.0 }.standing()
    }

    /// 70 % of 25 pairs may be 58 %; the same of 100 pairs is not.
    #[test]
    fn few_pairs_leave_a_rung_undecided() {
        let Standing::Undecided(Some(more)) = standing([0, 3, 7, 7, 8]) else { panic!("25 pairs do not tell") };
        assert!((10..100).contains(&more), "{more}");
        assert_eq!(standing([0, 12, 28, 28, 32]), Standing::Counts);
        assert_eq!(standing([20, 20, 20, 20, 20]), Standing::Short);
        assert!(matches!(standing([1, 1, 1, 1, 1]), Standing::Undecided(Some(_))));
    }
}
