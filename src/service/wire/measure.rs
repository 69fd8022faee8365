//! What `measure --json` writes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::bounded::{Bounded, finite, nine};
use super::figures::{DecisiveLine, EndClause, Killers, end_clauses};
use super::solve::Row;
use super::summary::SummaryLine;
use rulebook_insight::analysis::{self, Run, Sheet, Standing, Unit};
use rulebook_insight::statistics::{Estimate, elo};
use rulebook_play::record::OptionValue;

/// The version of this shape. Fields may be added to it; those that are here keep their names and meaning.
pub const MEASURE_VERSION: u32 = 2;

/// What games of a rule sheet came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// What it comes to, in sentences.
    pub summary: Vec<SummaryLine>,
    /// The version of this shape.
    pub version: u32,
    /// The program that wrote it.
    pub program: String,
    /// The title of the game.
    pub game: String,
    /// The values of its options.
    pub options: BTreeMap<String, OptionValue>,
    /// The roles in the order of play.
    pub roles: Vec<String>,
    /// Who played in each seat, with the budget.
    pub agents: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Games were cut off after so many plies.
    pub max_plies: u32,
    /// Simulations for the value of each position (B1 to B5), or null.
    pub values: Option<u32>,
    /// Games in which effects were watched (A8).
    pub watched: u64,
    /// The metrics that are one number each.
    pub metrics: Vec<Number>,
    /// The end clauses, and last the repetition rules where there are any.
    pub clauses: Vec<EndClause>,
    /// What is not one number.
    pub figures: Figures,
    /// C1, or null.
    pub ladder: Option<Ladder>,
    /// C2, or null.
    pub strength: Option<Strength>,
    /// C3, or null.
    pub openings: Option<Openings>,
    /// C4, or null.
    pub mirror: Option<Vec<Copied>>,
    /// C5, or null: a row for each board.
    pub exact: Option<Vec<Row>>,
    /// What a reader has to know: what was left out, what counts as what.
    pub notes: Vec<String>,
}

/// A metric.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Number {
    /// Its id, such as `A4`.
    pub id: String,
    /// Its own name, such as `A4.plies.median`.
    pub key: String,
    /// What it is.
    pub label: String,
    /// What it is counted in.
    pub unit: &'static str,
    /// The number; null where no game tells.
    pub value: Option<f64>,
    /// The lower bound of its 95 % interval; null where it is open, as of quantiles of few games.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
    /// How many games it is from.
    pub n: u64,
    /// How the interval was made: `wilson`, `rule of three`, `score`, `skewed t` or `order statistics`.
    pub interval: &'static str,
    /// Of a score of two players: value and bounds on the scale of Elo; null beyond its ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<[Option<f64>; 3]>,
}

/// A mean at several places.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Curve {
    /// The places: plies from 1, or parts of the game from 0 to 1.
    pub at: Vec<f64>,
    /// The means there.
    pub mean: Vec<Bounded>,
}

/// What is not one number.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// Games by length: where the first bin begins, how wide each is, and how many games fall into each.
    pub lengths: Bins,
    /// The shortest game that was not cut off.
    pub shortest: Option<Shortest>,
    /// The shortest game that one player won; null where none was.
    pub decisive: Option<DecisiveLine>,
    /// Killer moves.
    pub killers: Killers,
    /// Legal actions by ply.
    pub branching: Curve,
    /// Pieces on the board by ply.
    pub material: Option<Curve>,
    /// The highest stack by ply.
    pub heights: Option<Curve>,
    /// The cells.
    pub cells: Vec<CellUse>,
    /// The cells that no game changed.
    pub unused: Vec<String>,
    /// First actions with the number of games that began so, at most the first fifty.
    pub openings: Vec<(String, u64)>,
    /// The value of seat 1 through the game.
    pub first: Option<Curve>,
    /// The value of the later winner through the game.
    pub winner: Option<Curve>,
    /// The value of seat 1 through single games, the first ones of the run.
    pub lines: Vec<Vec<f64>>,
}

/// A histogram.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bins {
    /// Where the first bin begins.
    pub start: f64,
    /// How wide each is.
    pub width: f64,
    /// How many games fall into each.
    pub counts: Vec<u64>,
}

/// A short game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Shortest {
    /// Its plies.
    pub plies: u32,
    /// Its number in the run, from 0.
    pub index: u64,
}

/// How a cell is used.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellUse {
    /// Its name.
    pub cell: String,
    /// The share of games that changed it.
    pub games: Bounded,
    /// The mean number of plies of a game that changed it.
    pub plies: f64,
}

/// C1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ladder {
    /// The lower bound from which on a rung counts.
    pub threshold: f64,
    /// How many rungs count, from the lowest on: at least so many, where the next one is undecided.
    pub height: usize,
    /// The rungs.
    pub rungs: Vec<Rung>,
}

/// A rung.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rung {
    /// The weaker agent.
    pub weaker: String,
    /// The stronger one.
    pub stronger: String,
    /// Pairs by the points of the stronger one: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
    /// Its score; `n` counts pairs.
    pub score: Bounded,
    /// Whether the lower bound reaches the threshold.
    pub counts: bool,
    /// `counts`, `does not count` (the upper bound is below the threshold) or `undecided`.
    pub verdict: &'static str,
    /// Where it is undecided, about how many more pairs would tell.
    pub more_pairs: Option<u64>,
    /// The log-likelihood ratio of a score at the threshold against one half.
    pub ratio: f64,
}

/// C2.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// The score of seat 1 by strength.
    pub levels: Vec<Level>,
    /// By how much it grows where simulations double; null where there are too few searches.
    pub slope: Option<Bounded>,
    /// By how much it is greater for the last agents than for the first.
    pub change: Option<Bounded>,
    /// `grows`, `shrinks`, `flat` or `unclear`.
    pub trend: &'static str,
}

/// A strength.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Level {
    /// The agent of all seats.
    pub agent: String,
    /// The score of seat 1.
    pub score: Bounded,
}

/// C3.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Openings {
    /// Who played on.
    pub agent: String,
    /// How many first actions there are.
    pub actions: usize,
    /// How many there are that no symmetry of the rules turns into each other.
    pub classes: usize,
    /// The ones that were played, the best for seat 1 first.
    pub rows: Vec<OpeningScore>,
    /// What a pie rule leaves: the least distance of a score from one half, and the opening that has it.
    pub pie: Option<Pie>,
}

/// A first action.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpeningScore {
    /// As written.
    pub action: String,
    /// Those that are alike.
    pub alike: Vec<String>,
    /// The score of seat 1.
    pub score: Bounded,
    /// The slots of the cells that they name, or else that they name first.
    #[serde(skip)]
    pub cells: Vec<u16>,
    /// Whether each of them names one cell alone.
    #[serde(skip)]
    pub single: bool,
}

/// What a pie rule leaves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pie {
    /// The distance from one half.
    pub left: f64,
    /// The opening.
    pub action: String,
    /// Its score.
    pub score: Bounded,
}

/// C4: a copycat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Copied {
    /// The symmetry.
    pub symmetry: String,
    /// Its seat.
    pub seat: u8,
    /// Whom it plays, and who plays for it where it cannot copy.
    pub agent: String,
    /// Its score.
    pub score: Bounded,
    /// The share of its actions that were images.
    pub copied: f64,
}

impl Number {
    /// A metric with its interval; of two `players`, scores also on the scale of Elo.
    pub fn new(metric: &analysis::Metric, players: usize) -> Self {
        let estimate = metric.estimate();
        let Bounded { value, low, high, n } = Bounded::from(&estimate);
        let rated = metric.unit == Unit::Score && players == 2 && n > 0;
        Number {
            id: metric.id().to_owned(),
            key: metric.key.clone(),
            label: metric.label.clone(),
            unit: metric.unit.word(),
            value,
            low,
            high,
            n,
            interval: metric.method().word(),
            elo: rated.then(|| [estimate.value, estimate.low, estimate.high].map(|score| finite(elo(score)))),
        }
    }

    /// The number with its bounds.
    pub fn bounded(&self) -> Bounded {
        Bounded { value: self.value, low: self.low, high: self.high, n: self.n }
    }

    /// The estimate that it was made from, but for the last digits.
    pub fn estimate(&self) -> Estimate {
        self.bounded().estimate()
    }
}

impl From<&analysis::Curve> for Curve {
    fn from(curve: &analysis::Curve) -> Self {
        Curve { at: curve.at.iter().copied().map(nine).collect(), mean: curve.mean.iter().map(Bounded::from).collect() }
    }
}

impl Figures {
    fn new(sheet: &Sheet, figures: &analysis::Figures) -> Self {
        const OPENINGS: usize = 50;
        let used = sheet.cells.iter().zip(&figures.cells).filter(|(name, _)| !name.is_empty());
        Figures {
            lengths: Bins {
                start: figures.lengths.start,
                width: figures.lengths.width,
                counts: figures.lengths.counts.clone(),
            },
            shortest: figures.shortest.map(|(plies, index)| Shortest { plies, index }),
            decisive: None,
            killers: (&figures.killers).into(),
            branching: (&figures.branching).into(),
            material: figures.material.as_ref().map(Curve::from),
            heights: figures.heights.as_ref().map(Curve::from),
            cells: used
                .map(|(cell, (games, plies))| CellUse { cell: cell.clone(), games: games.into(), plies: nine(*plies) })
                .collect(),
            unused: figures.unused.clone(),
            openings: figures.openings.iter().take(OPENINGS).cloned().collect(),
            first: figures.first.as_ref().map(Curve::from),
            winner: figures.winner.as_ref().map(Curve::from),
            lines: figures.games.iter().map(|values| values.iter().copied().map(nine).collect()).collect(),
        }
    }
}

impl From<&analysis::Ladder> for Ladder {
    fn from(ladder: &analysis::Ladder) -> Self {
        let rung = |rung: &analysis::Rung| {
            let (verdict, more_pairs) = match rung.standing() {
                Standing::Counts => ("counts", None),
                Standing::Short => ("does not count", None),
                Standing::Undecided(more) => ("undecided", more),
            };
            Rung {
                weaker: rung.weaker.to_string(),
                stronger: rung.stronger.to_string(),
                pairs: rung.pairs.counts,
                score: (&rung.score).into(),
                counts: rung.standing() == Standing::Counts,
                verdict,
                more_pairs,
                ratio: nine(rung.ratio),
            }
        };
        let rungs = ladder.rungs.iter().map(rung).collect();
        Ladder { threshold: analysis::THRESHOLD, height: ladder.height(), rungs }
    }
}

impl Rung {
    /// What can be said of it in words.
    pub fn says(&self) -> String {
        match self.more_pairs {
            Some(more) => format!("undecided: about {more} more pairs"),
            None => self.verdict.to_owned(),
        }
    }
}

impl Ladder {
    /// How many rungs count in words.
    pub fn says(&self) -> String {
        let is_open = self.rungs.get(self.height).is_some_and(|rung| rung.verdict == "undecided");
        let (least, open) = if is_open { ("at least ", "; the next one is undecided") } else { ("", "") };
        format!("{least}{} of {} rungs count, from the lowest on{open}", self.height, self.rungs.len())
    }
}

impl From<&analysis::Strength> for Strength {
    fn from(strength: &analysis::Strength) -> Self {
        let level =
            |level: &analysis::StrengthLevel| Level { agent: level.agent.to_string(), score: (&level.score()).into() };
        Strength {
            levels: strength.levels.iter().map(level).collect(),
            slope: strength.slope.as_ref().map(|line| (&line.slope).into()),
            change: strength.change().as_ref().map(Bounded::from),
            trend: strength.trend().word(),
        }
    }
}

impl Openings {
    /// The first actions, played on by `agent`.
    pub fn new(openings: &analysis::Openings, agent: &str) -> Self {
        let row = |row: &analysis::OpeningClass| OpeningScore {
            action: row.action.clone(),
            alike: row.alike.clone(),
            score: (&row.score).into(),
            cells: row.cells.clone(),
            single: row.single,
        };
        let pie = openings.most_even().map(|even| Pie {
            left: nine((even.score.value - 0.5).abs()),
            action: even.action.clone(),
            score: (&even.score).into(),
        });
        Openings {
            agent: agent.to_owned(),
            actions: openings.actions,
            classes: openings.classes,
            rows: openings.rows.iter().map(row).collect(),
            pie,
        }
    }
}

impl Copied {
    /// A copycat against `agent`.
    pub fn new(copied: &analysis::Copied, agent: &str) -> Self {
        let (images, all) = copied.copied;
        Copied {
            symmetry: copied.symmetry.clone(),
            seat: copied.seat,
            agent: agent.to_owned(),
            score: (&copied.score).into(),
            copied: nine(images as f64 / (all as f64).max(1.0)),
        }
    }
}

impl Measure {
    /// The metrics and figures of games of a run; what takes games of its own is added later.
    pub fn new(sheet: &Sheet, run: &Run, games: &[analysis::GameFacts]) -> Self {
        let seats = sheet.roles.len();
        let agent = |seat: usize| run.agents.get(seat % run.agents.len().max(1)).map(ToString::to_string);
        let metrics = analysis::metrics(sheet, games);
        let figures = analysis::Figures::new(sheet, games);
        Measure {
            summary: Vec::new(),
            version: MEASURE_VERSION,
            program: concat!("rulebook ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: sheet.game.clone(),
            options: sheet.options.clone(),
            roles: sheet.roles.clone(),
            agents: (0..seats).filter_map(agent).collect(),
            games: games.len() as u64,
            seed: run.seed,
            max_plies: run.max_plies,
            values: run.values,
            watched: games.iter().filter(|game| game.effects.is_some()).count() as u64,
            metrics: metrics.iter().map(|metric| Number::new(metric, seats)).collect(),
            clauses: end_clauses(sheet),
            figures: Figures::new(sheet, &figures),
            ladder: None,
            strength: None,
            openings: None,
            mirror: None,
            exact: None,
            notes: Vec::new(),
        }
    }
}
