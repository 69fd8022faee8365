//! What `study --report --json` prints.

use std::collections::BTreeMap;

use serde::Serialize;

use super::bounded::Bounded;
use super::measure::{Ladder, Number};
use rulebook_insight::analysis::study::{Block, MatchRow, Score, Told};
use rulebook_play::record::OptionValue;

/// The version of the shape.
const VERSION: u32 = 2;

/// What a study came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Study {
    /// The version of this shape.
    pub version: u32,
    /// The program that says so.
    pub program: &'static str,
    /// What the study asks.
    pub title: Option<String>,
    /// Games that were played.
    pub games: u64,
    /// Games of the whole study.
    pub of: u64,
    /// The length at which games are cut off, in plies.
    pub max_plies: u32,
    /// Of each game with its options.
    pub blocks: Vec<StudyBlock>,
}

/// What a game with its options came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyBlock {
    /// The title of the game or variant.
    pub title: String,
    /// The values of its options.
    pub options: BTreeMap<String, OptionValue>,
    /// How people are told of its end clauses, by their names: those without one by what they say.
    pub clauses: BTreeMap<String, String>,
    /// How much skill it has room for, if that was asked for (C1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Ladder>,
    /// Of each match.
    pub matches: Vec<StudyMatch>,
}

/// What a match of players came to, over all seeds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyMatch {
    /// The players.
    pub players: Vec<String>,
    /// The players as the study writes them, with `{budget}` where it stands.
    pub pattern: Vec<String>,
    /// What stood for `{budget}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<u32>,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// Games that were played.
    pub games: u64,
    /// Games that the match has.
    pub of: u64,
    /// Games that could not be played to an end; they count for nothing else.
    pub broken: u64,
    /// Why the first of them could not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Share of games that somebody won.
    pub decisive: Bounded,
    /// Share of games that nobody won.
    pub drawn: Bounded,
    /// Share of games that were cut off.
    pub cut: Bounded,
    /// Share of games that each end clause decided.
    pub clauses: BTreeMap<String, Bounded>,
    /// What the seat scores that moved first, in games for two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_seat: Option<Scored>,
    /// What each role scores, in games for two.
    pub roles: BTreeMap<String, Scored>,
    /// What the first player scores against the second one, in pairs of games with the seats exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_player: Option<Scored>,
    /// Mean length in plies.
    pub plies: Bounded,
    /// Mean length in turns.
    pub turns: Bounded,
    /// How the games went, if they were valued (B1 to B5).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<Number>,
}

/// A score from 0 to 1, and the same as a difference in Elo points; a bound that is not finite is null.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Scored {
    /// The score.
    pub score: Bounded,
    /// The difference in Elo points.
    pub elo: Bounded,
}

impl Scored {
    fn new(score: Score) -> Self {
        Scored { score: (&score.score).into(), elo: (&score.elo).into() }
    }
}

impl Study {
    /// From the report.
    pub fn new(report: &Told) -> Self {
        Study {
            version: VERSION,
            program: concat!("rulebook ", env!("CARGO_PKG_VERSION")),
            title: report.title.clone(),
            games: report.games.0,
            of: report.games.1,
            max_plies: report.max_plies,
            blocks: report.blocks.iter().map(StudyBlock::new).collect(),
        }
    }
}

impl StudyBlock {
    fn new(block: &Block) -> Self {
        StudyBlock {
            title: block.title.clone(),
            options: block.options.iter().cloned().collect(),
            clauses: block.clauses.clone(),
            ladder: block.ladder.as_ref().map(Ladder::from),
            matches: block.lines.iter().map(StudyMatch::new).collect(),
        }
    }
}

impl StudyMatch {
    fn new(line: &MatchRow) -> Self {
        let [decisive, drawn, cut] = [0, 1, 2].map(|place| Bounded::from(&line.outcomes[place]));
        StudyMatch {
            players: line.players.clone(),
            pattern: line.pattern.clone(),
            budget: line.budget,
            seeds: line.seeds.clone(),
            games: line.games.0,
            of: line.games.1,
            broken: line.trouble.as_ref().map_or(0, |(games, _)| *games),
            reason: line.trouble.as_ref().map(|(_, reason)| reason.clone()),
            decisive,
            drawn,
            cut,
            clauses: line.clauses.iter().map(|(name, share)| (name.clone(), share.into())).collect(),
            first_seat: line.first_seat.map(Scored::new),
            roles: line.roles.iter().map(|(role, score)| (role.clone(), Scored::new(*score))).collect(),
            first_player: line.first_player.map(Scored::new),
            plies: (&line.plies).into(),
            turns: (&line.turns).into(),
            course: line.course.iter().map(|metric| Number::new(metric, line.players.len())).collect(),
        }
    }
}
