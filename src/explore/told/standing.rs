//! How a variant stands in the race: for whoever watches it, or proposes the next one. No result: those are of fresh games alone.

use serde::Serialize;

use super::found::says;
use crate::sample::adjusted;
use crate::search::{Fate, Search};

/// How a variant stands in the race.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Its place among all candidates; the sheet as it is has 0.
    pub candidate: usize,
    /// Its title.
    pub title: String,
    /// How it fares: `new`, `thrown`, `open`, `met` or `missed`.
    pub fate: &'static str,
    /// Why it was thrown out, or which wish it missed.
    pub why: Option<String>,
    /// The games that it played in the race.
    pub games: u64,
    /// How far its numbers lie outside of what is wished for, added up in widths of the ranges: 0 where all lie inside.
    pub gap: Option<f64>,
    /// Its numbers so far, one a wish. What is chosen for them looks better by them than it is.
    pub numbers: Vec<Option<f64>>,
}

impl Search {
    /// How a variant stands in the race.
    pub fn standing(&self, candidate: usize) -> Option<Standing> {
        let (state, its) = self.state(candidate).zip(self.candidate(candidate))?;
        let (fate, why) = match &state.fate {
            Fate::New => ("new", None),
            Fate::Open => ("open", None),
            Fate::Met => ("met", None),
            Fate::Thrown(reason) => ("thrown", Some(says(reason))),
            Fate::Missed(missed) => {
                let wish = self.wishes().get(missed.wish).map_or("", |wish| wish.text.as_str());
                let side = if missed.above { "above" } else { "below" };
                let agent = self.plan().agents.get(missed.stage).map(ToString::to_string).unwrap_or_default();
                ("missed", Some(format!("{side} `{wish}`, {agent}")))
            }
        };
        let stage = (0..=state.stage).rev().find(|stage| state.played(*stage) > 0);
        let number = |wish: usize| {
            let sheet = self.state(0)?.raced(stage?, wish);
            Some(adjusted(self.kind(wish).0, state.raced(stage?, wish), sheet)?.0)
        };
        Some(Standing {
            candidate,
            title: its.title.clone(),
            fate,
            why,
            games: (0..state.race.len()).map(|stage| state.played(stage)).sum(),
            gap: stage.and(self.promise(candidate)).map(|promise| promise.gap),
            numbers: (0..self.wishes().len()).map(number).collect(),
        })
    }
}
