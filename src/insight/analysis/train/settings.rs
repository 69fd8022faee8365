//! How a player is trained.

use rulebook_learn::Teaching;

/// How a player is trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainSettings {
    /// How many games it plays against itself.
    pub games: u64,
    /// The seed of all that is drawn.
    pub seed: u64,
}

/// The share of actions that are drawn at first, and at last, in parts of 2^16.
const EXPLORE: [f64; 2] = [6554.0, 1311.0];
/// By how much of an error a position is put right at once, at first and at last, where all of its weights are new: those that know more
/// have lower rates of their own, and most are told other errors by other positions.
const RATE: [f64; 2] = [3.0, 1.0];
/// How far results are carried back.
const LAMBDA: f32 = 0.9;
/// At most this part of a random game is drawn at the start ...
const OPENING: u32 = 4;
/// ... and so many actions.
const MOST_OPENING: u32 = 16;
/// Games are given up after so many times the length of random ones, but not before so many actions.
const LONGEST: (u32, u32, u32) = (3, 200, 600);

/// How many actions the games of a round have, about, and between which numbers of games.
const ROUND: (u64, u64, u64) = (2048, 4, 32);
/// The part of all games that a check has against each opponent, but at least and at most so many.
const CHECK: (u64, u64, u64) = (50, 20, 200);
/// How many actions the games of a usual training have together, by the length of random games ...
const USUAL_PLIES: u64 = 4_000_000;
/// ... and between which numbers of games.
const USUAL: (u64, u64) = (2_000, 200_000);

impl TrainSettings {
    /// How many games a player of a game is usually trained by: on two cores a few minutes long.
    pub fn usual_games(mean_plies: u32) -> u64 {
        (USUAL_PLIES / u64::from(mean_plies.max(1)) / 1000 * 1000).clamp(USUAL.0, USUAL.1)
    }

    /// How many games a round has: fewer where they are long, so that what is learned is soon used.
    pub fn round(&self, mean_plies: u32) -> u64 {
        let (plies, least, most) = ROUND;
        (plies / u64::from(mean_plies.max(1))).clamp(least, most)
    }

    /// How many games a check has against each opponent.
    pub fn check(&self) -> u64 {
        let (part, least, most) = CHECK;
        (self.games / part).clamp(least, most)
    }

    /// How games are played once a part of all has been, from 0 to 1.
    pub fn teaching(&self, part: f64, mean_plies: u32) -> Teaching {
        let (times, least, most) = LONGEST;
        Teaching {
            seed: self.seed,
            explore: between(EXPLORE, part) as u32,
            lambda: LAMBDA,
            opening: self.opening(mean_plies),
            longest: mean_plies.saturating_mul(times).clamp(least, most),
        }
    }

    /// What share of an error is put right.
    pub fn rate(&self, part: f64) -> f32 {
        between(RATE, part) as f32
    }

    /// At most so many actions are drawn at the start of a game.
    pub fn opening(&self, mean_plies: u32) -> u32 {
        (mean_plies / OPENING).clamp(2, MOST_OPENING)
    }
}

fn between([first, last]: [f64; 2], part: f64) -> f64 {
    first + (last - first) * part.clamp(0.0, 1.0)
}
