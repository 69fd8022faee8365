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

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Smoke {
    /// The number of games at the default options.
    pub games: u64,
    /// The greatest length of one.
    pub max_plies: u32,
    /// The work for a whole file, in steps of the evaluator.
    pub steps: u64,
    /// What is done for the claims of one game.
    pub claims: ClaimEffort,
}

impl Default for Smoke {
    fn default() -> Self {
        Smoke { games: 16, max_plies: 2_000, steps: 128 << 20, claims: ClaimEffort::default() }
    }
}

impl From<Effort> for Smoke {
    fn from(effort: Effort) -> Self {
        let normal = Smoke::default();
        let Smoke { games, steps, claims, .. } = normal;
        match effort {
            Effort::Quick => {
                Smoke { games: games / 2, steps: steps / QUICK, claims: claims.scaled(1, QUICK), ..normal }
            }
            Effort::Normal => normal,
            Effort::Thorough => {
                Smoke { games: games * THOROUGH, steps: steps * THOROUGH, claims: claims.scaled(THOROUGH, 1), ..normal }
            }
        }
    }
}

impl Smoke {
    /// The steps that the claims of one game take at most beside its proof, once the work for the file is used up.
    pub fn most_for_claims(&self) -> u64 {
        self.claims.most_steps(MAX_SMALLEST)
    }

    /// The part of the work that is for the games at one title's default options, and at each further choice.
    pub fn shares(&self) -> [u64; 2] {
        [16, 64].map(|part| self.steps / part)
    }
}
