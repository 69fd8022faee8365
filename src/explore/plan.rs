//! How a search is made.

use crate::Refused;
use rulebook_insight::agents::Spec;

/// How a search is made: with it and the sheet, all that is found is given.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Who plays, stage by stage, all seats alike: what is refuted at one stage does not come to the next.
    pub agents: Vec<Spec>,
    /// The games that may be played, all in all.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Games are cut off after so many actions.
    pub max_plies: u32,
    /// From how many changes a variant is made at most: 1 or 2.
    pub depth: u32,
    /// How many variants are played again with fresh seeds, and told.
    pub best: usize,
    /// The simulations with which positions are valued, for wishes over B.
    pub values: u32,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { agents: vec![Spec::Random], games: 20_000, seed: 1, max_plies: 5_000, depth: 1, best: 5, values: 50 }
    }
}

/// The most games.
const MOST_GAMES: u64 = 100_000_000;

impl Plan {
    /// Whether it can be followed.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn check(&self) -> Result<(), Refused> {
        let between = |what: &str, number: u64, low: u64, high: u64| match (low..=high).contains(&number) {
            true => Ok(()),
            false => Err(Refused::new(format!("`{what}` is a whole number from {low} to {high}, and not {number}"))),
        };
        between("games", self.games, 100, MOST_GAMES)?;
        between("depth", self.depth.into(), 1, 2)?;
        between("best", self.best as u64, 1, 100)?;
        between("max_plies", self.max_plies.into(), 1, 1_000_000)?;
        between("values", self.values.into(), 1, 10_000_000)?;
        between("agents", self.agents.len() as u64, 1, 8)
    }
}
