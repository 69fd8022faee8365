//! What is known of a candidate.

use std::collections::BTreeMap;

use crate::sample::{Games, Term, Tests};
use crate::witness::Witnessed;
use rulebook_insight::statistics::Estimate;

/// How a candidate fares.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Fate {
    /// Nobody looked at it yet.
    #[default]
    New,
    /// It is no game, for this reason.
    Thrown(String),
    /// It plays, and nothing is settled.
    Open,
    /// All wishes were shown to be met, as far as the race goes.
    Met,
    /// A wish was shown not to be met.
    Missed(Missed),
}

/// A wish that was not met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missed {
    /// The stage at which that was shown.
    pub stage: usize,
    /// Which wish.
    pub wish: usize,
    /// Whether the number lies above the range, or below it.
    pub above: bool,
}

/// What is known of a candidate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// How it fares.
    pub fate: Fate,
    /// The stage that it plays at.
    pub stage: usize,
    /// The tests of the sheet that hold.
    pub tests: Tests,
    /// By stage: what its games say, by wish, in the race.
    pub race: Vec<Vec<Vec<Term>>>,
    /// The same of fresh games, by stage and the number of the first of each batch.
    pub fresh: BTreeMap<(usize, u64), Games>,
    /// The metrics of wishes that play games of their own.
    pub slow: BTreeMap<usize, Option<Estimate>>,
    /// How it compares with the sheet.
    pub related: Option<Witnessed>,
}

impl State {
    /// The games of the race at a stage.
    pub fn played(&self, stage: usize) -> u64 {
        self.race.get(stage).map_or(0, |wishes| wishes.iter().map(Vec::len).max().unwrap_or(0) as u64)
    }

    /// What the games of the race at a stage say of a wish.
    pub fn raced(&self, stage: usize, wish: usize) -> &[Term] {
        self.race.get(stage).and_then(|wishes| wishes.get(wish)).map_or(&[], Vec::as_slice)
    }

    /// Adds games of the race.
    pub fn add(&mut self, stage: usize, games: &Games) {
        if self.race.len() <= stage {
            self.race.resize(stage + 1, Vec::new());
        }
        let known = &mut self.race[stage];
        known.resize(known.len().max(games.terms.len()), Vec::new());
        for (known, more) in known.iter_mut().zip(&games.terms) {
            known.extend_from_slice(more);
        }
    }

    /// What fresh games at a stage say of a wish.
    pub fn freshly(&self, stage: usize, wish: usize) -> Vec<Term> {
        let of_stage = self.fresh.range((stage, 0)..(stage + 1, 0));
        of_stage.flat_map(|(_, games)| games.terms.get(wish).into_iter().flatten()).copied().collect()
    }
}
