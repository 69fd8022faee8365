//! Positions of random games, to see what stands on cells and which numbers there are.

use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Position};

use super::leads::{Ranking, leads, rankings};

/// How many random games are looked at, at most.
const GAMES: u64 = 200;
/// After so many actions of all games no further one begins.
const MAX_PLIES: u32 = 20_000;
/// A game is followed for so long.
const LONGEST: u32 = 4_000;
/// The most words that are kept.
const MAX_WORDS: usize = 2 << 20;
/// Stream of the sample, apart from those of games that teach.
const STREAM: u64 = 0x5A4D_504C;

/// What random games came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sample {
    /// Memories of their positions.
    pub memories: Vec<Vec<u64>>,
    /// How many actions a game had on average, those of nature counted.
    pub mean_plies: u32,
    /// The rankings of the rules, with the largest lead that was seen by each.
    pub leads: Vec<(Ranking, i64)>,
}

impl Sample {
    /// Plays random games from `start`, which is given back as it was.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn of(start: &mut Position, seed: u64) -> Result<Self, Fault> {
        let mut sample = Sample::default();
        let (mut plies, mut games, mut words) = (0, 0, 0);
        let rankings = rankings(start.plan());
        let (players, mut by) = (start.game().players.len(), Vec::new());
        sample.leads = rankings.iter().map(|ranking| (*ranking, 0)).collect();
        while games < GAMES && plies < MAX_PLIES {
            let mut rng = Rng::for_game(seed ^ STREAM, games);
            // Of long games each tenth position and so on, so that ends are seen as well.
            let stride = 1 + sample.mean_plies / 64;
            let mut played = 0;
            while played < LONGEST {
                if played % stride == 0 && words < MAX_WORDS {
                    words += start.memory().len();
                    sample.memories.push(start.memory().to_vec());
                    leads(&rankings, start, &mut by)?;
                    for ((_, most), of) in sample.leads.iter_mut().zip(by.chunks_exact(players)) {
                        *most = of.iter().map(|lead| lead.saturating_abs()).fold(*most, i64::max);
                    }
                }
                let Some(action) = start.random_action(&mut rng)? else { break };
                start.play_unchecked(&action)?;
                played += 1;
            }
            for _ in 0..played {
                start.undo();
            }
            plies += played.max(1);
            games += 1;
            sample.mean_plies = plies / games as u32;
        }
        Ok(sample)
    }
}
