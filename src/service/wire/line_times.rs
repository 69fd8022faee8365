//! What `playouts --explain-speed --json` writes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::playouts::{shortened, unlifted};
use rulebook_batch::NotBatchable;
use rulebook_insight::analysis::{Obstacles, SheetLine};
use rulebook_language::model::Game;
use rulebook_language::source::SourceMap;
use rulebook_play::record::OptionValue;

/// Which lines of a sheet take the time of random games that are played one by one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineTimes {
    /// The title of the game.
    pub game: String,
    /// The values of its options.
    pub options: BTreeMap<String, OptionValue>,
    /// The seed.
    pub seed: u64,
    /// All actions played.
    pub plies: u64,
    /// How long it took.
    pub seconds: f64,
    /// Nanoseconds an action.
    pub ns_per_ply: f64,
    /// How often it was looked which line is played.
    pub samples: u64,
    /// Whether the game is played in batches, as every game is.
    pub batched: bool,
    /// Whether anything of it is worked out for many games at once there.
    pub lifted: bool,
    /// What is worked out game by game there, and stands in no line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unbatched: Vec<String>,
    /// The lines, by their share of the time.
    pub lines: Vec<LineTime>,
    /// The rest of the time, in per cent: finding and drawing actions, turns, taking games back.
    pub engine: f64,
}

/// A line of a sheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineTime {
    /// The file.
    pub file: String,
    /// The number of the line.
    pub line: u32,
    /// What it says, shortened.
    pub text: String,
    /// Its share of the time, in per cent.
    pub share: f64,
    /// Whether it is lifted into batches.
    pub lifted: bool,
    /// What of it is not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unbatched: Vec<String>,
}

/// How often what was met.
pub struct Samples<'a> {
    /// The lines that have code.
    pub lines: &'a [SheetLine],
    /// How often each was met, after how often none of them was.
    pub met: &'a [u64],
}

impl LineTimes {
    /// Of so many actions in so many seconds.
    pub fn new(
        game: &Game,
        sources: &SourceMap,
        samples: &Samples<'_>,
        obstacles: &Obstacles,
        (seed, plies, seconds): (u64, u64, f64),
    ) -> Self {
        let all: u64 = samples.met.iter().sum();
        let share = |met: u64| rounded(100.0 * met as f64 / all.max(1) as f64);
        let obstacle_at = |obstacle: &NotBatchable| obstacle.at.map(|at| SheetLine::of(at, sources));
        let mut known: Vec<(SheetLine, u64)> =
            samples.lines.iter().copied().zip(samples.met.iter().skip(1).copied()).collect();
        for line in obstacles.found.iter().filter_map(obstacle_at) {
            if known.iter().all(|(other, _)| *other != line) {
                known.push((line, 0));
            }
        }
        known.sort_by_key(|(line, met)| (std::cmp::Reverse(*met), line.file, line.line));
        let lines = known.into_iter().map(|(line, met)| {
            let here = obstacles.found.iter().filter(|obstacle| obstacle_at(obstacle) == Some(line));
            let unbatched: Vec<String> = here.map(|obstacle| unlifted(*obstacle, sources)).collect();
            let lifted = obstacles.is_lifted && unbatched.is_empty();
            let file = sources.file(line.file);
            LineTime {
                file: file.name.clone(),
                line: line.line,
                text: shortened(file.line(line.line)),
                share: share(met),
                lifted,
                unbatched,
            }
        });
        LineTimes {
            game: game.about.title.clone(),
            options: game.options.iter().map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect(),
            seed,
            plies,
            seconds,
            ns_per_ply: rounded(seconds * 1e9 / plies.max(1) as f64),
            samples: all,
            batched: true,
            lifted: obstacles.is_lifted,
            unbatched: obstacles
                .found
                .iter()
                .filter(|obstacle| obstacle.at.is_none())
                .map(|obstacle| obstacle.why.to_owned())
                .collect(),
            lines: lines.filter(|line| line.share > 0.0 || !line.unbatched.is_empty()).collect(),
            engine: share(samples.met.first().copied().unwrap_or(0)),
        }
    }
}

/// With two digits after the point: more would be noise.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
