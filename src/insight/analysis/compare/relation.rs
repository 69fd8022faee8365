//! How the games of two rule sheets relate, as far as was looked.

use super::lockstep::{Difference, DifferenceKind};

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Plies from the start; every line up to there is walked, as far as the other bounds allow.
    pub depth: u32,
    /// Pairs of positions that are looked at from the start on.
    pub positions: u32,
    /// Lines drawn at random.
    pub samples: u32,
    /// Steps of the evaluator for all of it.
    pub steps: u64,
    /// The seed of the lines drawn at random.
    pub seed: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { depth: 1000, positions: 200_000, samples: 2_000, steps: 1 << 30, seed: 1 }
    }
}

impl Bounds {
    /// Bounds that are enough where the rules say the same, so that nothing is to be found.
    #[must_use]
    pub fn confirming(self) -> Self {
        let positions = self.positions.min(5_000);
        Bounds { positions, samples: self.samples.min(50), steps: self.steps.min(1 << 26), ..self }
    }
}

/// How two games relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelationKind {
    /// The same moves and results, as far as was looked.
    Identical,
    /// B allows what A does not.
    More,
    /// B does not allow what A does.
    Less,
    /// Each allows what the other does not.
    Incomparable,
    /// The same moves, but they lead elsewhere or end otherwise.
    Results,
}

/// What was found out about how two games relate.
#[derive(Clone, Debug)]
pub struct Relation {
    /// In a word.
    pub word: RelationKind,
    /// Whether results differ besides what is allowed.
    pub results: bool,
    /// Every line of so many plies is the same; where something differs, the fewest plies after which it does.
    pub depth: u32,
    /// Every line of so many plies was walked.
    pub walked: u32,
    /// Whether all positions that can come about were looked at.
    pub exhausted: bool,
    /// Whether the rules say the same, whatever is played: shown without playing.
    pub proved: bool,
    /// Pairs of positions that were looked at from the start on.
    pub positions: u32,
    /// Lines that were drawn at random.
    pub samples: u32,
    /// Plies in them.
    pub plies: u64,
    /// The shortest line to each sort of difference.
    pub witnesses: Vec<Witness>,
}

impl Relation {
    /// Whether it is certain that the games are the same: by their rules, or because all positions were looked at.
    pub fn is_equal(&self) -> bool {
        self.word == RelationKind::Identical && (self.proved || self.exhausted)
    }
}

/// A line of play after which the games differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// What differs.
    pub sort: WitnessKind,
    /// The moves, as written.
    pub moves: Vec<String>,
    /// What each allows alone.
    pub difference: Difference,
    /// Whether it was found in a line drawn at random; then there may be shorter ones.
    pub sampled: bool,
}

/// What a witness shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WitnessKind {
    /// B allows more.
    More,
    /// B allows less.
    Less,
    /// The same move leads elsewhere, or the game ends otherwise.
    Results(DifferenceKind),
}

impl WitnessKind {
    /// Whether two witnesses show the same sort of difference.
    pub fn is_like(self, other: WitnessKind) -> bool {
        matches!((self, other), (WitnessKind::Results(_), WitnessKind::Results(_))) || self == other
    }
}

impl RelationKind {
    /// The word for what was found.
    pub fn of(witnesses: &[Witness]) -> Self {
        let found = |sort: WitnessKind| witnesses.iter().any(|witness| witness.sort.is_like(sort));
        match (found(WitnessKind::More), found(WitnessKind::Less), found(WitnessKind::Results(DifferenceKind::Over))) {
            (true, true, _) => RelationKind::Incomparable,
            (true, false, _) => RelationKind::More,
            (false, true, _) => RelationKind::Less,
            (false, false, true) => RelationKind::Results,
            (false, false, false) => RelationKind::Identical,
        }
    }
}
