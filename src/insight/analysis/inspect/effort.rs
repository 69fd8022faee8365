//! How much is done to find what the text does not show.

use super::settings::MAX_SMALLEST;
use crate::analysis::claims::ClaimEffort;

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// Some games of each kind: for editors, at every change.
    Quick,
    /// What a file is checked with, unless one asks for more.
    #[default]
    Normal,
    /// As much as takes minutes for a library: before a release.
    Thorough,
}

/// How many times as much `Thorough` is.
const THOROUGH: u64 = 32;
/// What part of it `Quick` is.
const QUICK: u64 = 8;

/// How many times the work for everything else random games may be, and the first ones of a title.
const OF_SAMPLE: [u64; 2] = [8, 4];
/// What part of the random games may be missing in the end.
const MISSING: u64 = 6;

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Smoke {
    /// The number of games at the default options that are played one by one, each position looked at.
    pub games: u64,
    /// The number of random games at the default options that are played many at once.
    pub sample: u64,
    /// Whether games are looked at with other values of their options, too.
    pub at_options: bool,
    /// The work for the lints of one game, in steps of their interpreter.
    pub lints: u64,
    /// The greatest length of one.
    pub max_plies: u32,
    /// The work for a whole file, in steps of the evaluator.
    pub steps: u64,
    /// What is done for the claims of one game.
    pub claims: ClaimEffort,
}

impl Default for Smoke {
    fn default() -> Self {
        Smoke {
            games: 16,
            sample: 240,
            at_options: true,
            lints: u64::MAX,
            max_plies: 2_000,
            steps: 128 << 20,
            claims: ClaimEffort::default(),
        }
    }
}

impl From<Effort> for Smoke {
    fn from(effort: Effort) -> Self {
        let normal = Smoke::default();
        let Smoke { games, sample, steps, claims, .. } = normal;
        match effort {
            Effort::Quick => Smoke {
                games: games / 2,
                sample: sample / QUICK,
                steps: steps / QUICK,
                claims: claims.scaled(1, QUICK),
                ..normal
            },
            Effort::Normal => normal,
            Effort::Thorough => Smoke {
                games: games * THOROUGH,
                sample: sample * THOROUGH,
                steps: steps * THOROUGH,
                claims: claims.scaled(THOROUGH, 1),
                ..normal
            },
        }
    }
}

impl Smoke {
    /// The steps that the claims of one game take at most beside its proof, once the work for the file is used up.
    pub fn most_for_claims(&self) -> u64 {
        self.claims.most_steps(MAX_SMALLEST)
    }

    /// The steps that the random games of all titles take at most, beside the work for everything else, and the first ones of a title. If
    /// the others are foreseen to be more than is left, what the first ones show has to do.
    pub fn most_for_sample(&self) -> [u64; 2] {
        OF_SAMPLE.map(|times| times * self.steps)
    }

    /// How many of the random games have to come to their end: single ones may be given up, of which one question takes too long.
    pub fn enough(&self) -> u64 {
        self.sample - self.sample / MISSING
    }

    /// The part of the work that is for the games at one title's default options, and at each further choice.
    pub fn shares(&self) -> [u64; 2] {
        [16, 64].map(|part| self.steps / part)
    }
}
