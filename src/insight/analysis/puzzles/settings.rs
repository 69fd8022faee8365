//! How far is looked for puzzles.

use std::ops::RangeInclusive;

use crate::agents::{AlphaBetaSettings, MctsSettings, Spec};

/// How far is looked for puzzles. All of it is counted, nothing is timed.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleSettings {
    /// How many puzzles are wanted.
    pub number: usize,
    /// Who plays the games, by seat, the first again where there are more seats; none for a mixture.
    pub agents: Vec<Spec>,
    /// Who is to miss the action that wins; nothing for the player of the mixture that thinks.
    pub missed_by: Option<Spec>,
    /// How many games are played at most.
    pub games: u64,
    /// Games are cut off after so many actions.
    pub max_plies: u32,
    /// Between which numbers of plies the win takes.
    pub plies: RangeInclusive<u8>,
    /// How many actions are played in thought for one position, and how many positions are kept to solve it.
    pub nodes: u32,
    /// The seed of all that is drawn.
    pub seed: u64,
}

/// How many tries the player has that is to miss the action.
pub const TRIES: u32 = 10;
/// How many of them are missed at least.
pub const LEAST_MISSED: u32 = TRIES / 2;
/// So many games are played before it is asked whether there are puzzles enough.
pub const ROUND: u64 = 16;
/// There are enough once so many times the number that is wanted were found, each in another game: themes are to be chosen from.
pub const ENOUGH: usize = 2;
/// At most so many puzzles of a game are kept to choose from.
pub const MOST_OF_A_GAME: usize = 4;

/// The actions that may be played in thought to follow a line to its end, and for puzzles that are chosen, as a multiple of those for one
/// position.
pub const LONGER: u32 = 16;

/// About how many random actions the simulations of a game may take together, in the mixture ...
const SIMULATED: u32 = 400_000;
/// ... with between so many simulations a choice; where games are too long for the fewest, a search of two plies plays.
const SIMULATIONS: RangeInclusive<u32> = 10..=100;

impl PuzzleSettings {
    /// Wins that take between so many plies; nothing where these are no bounds of what can be searched.
    pub fn between(low: u8, high: u8) -> Option<RangeInclusive<u8>> {
        (1 <= low && low <= high && high <= AlphaBetaSettings::MAX_DEPTH).then_some(low..=high)
    }

    /// How many positions of a game are looked at, the last ones: who wins by force is near the end, or misses it.
    pub fn last(&self) -> usize {
        2 * usize::from(*self.plies.end())
    }

    /// The player of the mixture that thinks, by the length of random games: tree search as far as that is cheap.
    pub fn thinker(mean_plies: u32) -> Spec {
        let simulations = SIMULATED / mean_plies.saturating_mul(mean_plies).max(1);
        match simulations >= *SIMULATIONS.start() {
            true => {
                Spec::Mcts(MctsSettings { simulations: simulations.min(*SIMULATIONS.end()), ..MctsSettings::default() })
            }
            false => Spec::AlphaBeta {
                settings: AlphaBetaSettings { depth: 2, nodes: AlphaBetaSettings::NODES },
                value: None,
            },
        }
    }
}
