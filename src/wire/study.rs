//! What `study --report --json` prints.

use serde::Serialize;

use crate::analysis::study::{Block, Line, Score, Told};
use crate::statistics::Estimate;

/// What a study came to.
#[derive(Serialize)]
pub struct Study {
    title: Option<String>,
    games: u64,
    of: u64,
    blocks: Vec<StudyBlock>,
}

/// What a game with its options came to.
#[derive(Serialize)]
struct StudyBlock {
    title: String,
    options: serde_json::Map<String, serde_json::Value>,
    matches: Vec<StudyMatch>,
}

/// What a match came to.
#[derive(Serialize)]
struct StudyMatch {
    players: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<u32>,
    seeds: Vec<u64>,
    games: u64,
    of: u64,
    broken: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    decisive: Interval,
    drawn: Interval,
    cut: Interval,
    clauses: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_seat: Option<Scored>,
    roles: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_player: Option<Scored>,
    plies: Interval,
    turns: Interval,
}

/// A number with its 95 % interval, and what it was estimated from; a bound that is not finite is null.
#[derive(Serialize)]
struct Interval {
    value: f64,
    low: f64,
    high: f64,
    n: u64,
}

/// A score from 0 to 1, and the same as a difference in Elo points.
#[derive(Serialize)]
struct Scored {
    score: Interval,
    elo: Interval,
}

impl Interval {
    fn new(estimate: Estimate) -> Self {
        Interval { value: estimate.value, low: estimate.low, high: estimate.high, n: estimate.n }
    }
}

impl Scored {
    fn new(score: Score) -> Self {
        Scored { score: Interval::new(score.score), elo: Interval::new(score.elo) }
    }
}

impl Study {
    /// From the report.
    pub fn new(report: &Told) -> Self {
        Study {
            title: report.title.clone(),
            games: report.games.0,
            of: report.games.1,
            blocks: report.blocks.iter().map(StudyBlock::new).collect(),
        }
    }
}

fn value(of: impl Serialize) -> serde_json::Value {
    serde_json::to_value(of).unwrap_or_default()
}

impl StudyBlock {
    fn new(block: &Block) -> Self {
        StudyBlock {
            title: block.title.clone(),
            options: block.options.iter().map(|(name, chosen)| (name.clone(), value(chosen))).collect(),
            matches: block.lines.iter().map(StudyMatch::new).collect(),
        }
    }
}

impl StudyMatch {
    fn new(line: &Line) -> Self {
        let [decisive, drawn, cut] = line.outcomes.map(Interval::new);
        StudyMatch {
            players: line.players.clone(),
            budget: line.budget,
            seeds: line.seeds.clone(),
            games: line.games.0,
            of: line.games.1,
            broken: line.trouble.as_ref().map_or(0, |(games, _)| *games),
            reason: line.trouble.as_ref().map(|(_, reason)| reason.clone()),
            decisive,
            drawn,
            cut,
            clauses: line.clauses.iter().map(|(name, share)| (name.clone(), value(Interval::new(*share)))).collect(),
            first_seat: line.first_seat.map(Scored::new),
            roles: line.roles.iter().map(|(role, score)| (role.clone(), value(Scored::new(*score)))).collect(),
            first_player: line.first_player.map(Scored::new),
            plies: Interval::new(line.plies),
            turns: Interval::new(line.turns),
        }
    }
}
