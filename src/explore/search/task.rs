//! What can be done for a search, each by itself: what comes of it depends on nothing else.

use serde::{Deserialize, Serialize};

use crate::sample::{Games, Tests};
use crate::witness::Witnessed;
use rulebook_insight::statistics::Estimate;

/// What games are played for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// To tell the hopeless from the others.
    Race,
    /// With seeds of which the race knows nothing: these are told.
    Fresh,
}

/// Something to do for a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Task {
    /// See whether it is a game at all.
    Check,
    /// Play games at a stage, of these numbers.
    Games {
        /// What for.
        phase: Phase,
        /// The stage: which of the agents plays.
        stage: usize,
        /// The number of the first.
        first: u64,
        /// How many.
        count: u64,
    },
    /// Work out the metric of a wish that plays games of its own.
    Slow {
        /// Which wish.
        wish: usize,
    },
    /// Compare it with the sheet: what changed, and the shortest line that shows it.
    Relate,
}

/// A task and its candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct TaskKey {
    /// The place of the candidate; the sheet as it is has 0.
    pub candidate: usize,
    /// What to do.
    pub task: Task,
}

/// What came of a task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// It is a game, of which so many tests of the sheet hold.
    Sound(Tests),
    /// It is thrown out, for this reason: the code of a finding, or why a game could not be played to an end.
    Unsound(String),
    /// What its games say.
    Games(Games),
    /// A metric with its interval, where the game has it.
    Slow(Option<(f64, f64, f64, u64)>),
    /// How it compares.
    Related(Witnessed),
}

impl Told {
    /// A metric that played games of its own.
    pub fn estimate(&self) -> Option<Estimate> {
        match self {
            Told::Slow(Some((value, low, high, n))) => Some(Estimate { value: *value, low: *low, high: *high, n: *n }),
            _ => None,
        }
    }
}
