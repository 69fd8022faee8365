//! How much is done for the claims of a game.

use crate::analysis::cycle::SurveyLimits;

/// Steps of the evaluator for an action of a sweep, on an average.
pub const STEPS: u64 = 150;

/// How much is done where something is not proved by the rules alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimEffort {
    /// The games that are played.
    pub survey: SurveyLimits,
    /// Actions that are played to see every position of a small game.
    pub sweep: u64,
    /// The same, where the file claims who wins, or nature may keep a game from its end.
    pub solve: u64,
    /// Steps of the evaluator in which positions are compared with their images.
    pub images: u64,
    /// Steps that the proof may take at choices of options other than those at hand.
    pub proof_elsewhere: u64,
}

impl Default for ClaimEffort {
    fn default() -> Self {
        ClaimEffort::NORMAL
    }
}

impl ClaimEffort {
    /// What is done unless one asks for more.
    pub const NORMAL: ClaimEffort = ClaimEffort {
        survey: SurveyLimits { games: 90, plies: 400, steps: 2_000_000 },
        sweep: 12_000,
        solve: 300_000,
        images: 8_000_000,
        proof_elsewhere: 2_000_000,
    };

    /// That part of everything.
    #[must_use]
    pub fn scaled(self, times: u64, over: u64) -> Self {
        let of = |n: u64| n * times / over.max(1);
        let SurveyLimits { games, plies, steps } = self.survey;
        ClaimEffort {
            survey: SurveyLimits { games: of(games), plies, steps: of(steps) },
            sweep: of(self.sweep),
            solve: of(self.solve),
            images: of(self.images),
            proof_elsewhere: of(self.proof_elsewhere),
        }
    }

    /// The steps that one game can take at most, but for its proof, at the options at hand and at `elsewhere` further choices.
    pub fn most_steps(self, elsewhere: u64) -> u64 {
        let played = self.survey.steps + self.images + (self.sweep + self.solve) * STEPS;
        (elsewhere + 1) * (played + self.proof_elsewhere)
    }

    /// No more than so many steps for each way of looking.
    #[must_use]
    pub fn within(self, steps: u64) -> Self {
        let SurveyLimits { games, plies, steps: most } = self.survey;
        ClaimEffort {
            survey: SurveyLimits { games, plies, steps: most.min(steps) },
            sweep: self.sweep.min(steps / STEPS),
            solve: self.solve.min(steps / STEPS),
            images: self.images.min(steps),
            proof_elsewhere: self.proof_elsewhere.min(steps),
        }
    }
}
