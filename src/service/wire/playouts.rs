//! What `playouts --json` writes.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use rulebook_batch::NotBatchable;
use rulebook_insight::analysis::{RandomGames, Settings, Tally};
use rulebook_insight::statistics::Scores;
use rulebook_language::model::Game;
use rulebook_language::source::SourceMap;
use rulebook_play::record::OptionValue;

/// The results of random games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Playouts {
    /// The title of the game.
    pub game: String,
    /// The values of its options.
    pub options: BTreeMap<String, OptionValue>,
    /// The seed.
    pub seed: u64,
    /// Who played.
    pub agents: Vec<String>,
    /// The number of games.
    pub playouts: u64,
    /// All their actions.
    pub plies: u64,
    /// How long it took.
    pub seconds: f64,
    /// Games a second.
    pub playouts_per_second: f64,
    /// Actions a second.
    pub plies_per_second: f64,
    /// The mean number of actions of a game.
    pub mean_plies: f64,
    /// That of the shortest.
    pub shortest: u32,
    /// That of the longest.
    pub longest: u32,
    /// The mean number of legal actions of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_choices: Option<f64>,
    /// How the seat fared that moved first.
    pub first_seat: Seat,
    /// Its score (a draw counts half) among the games that were decided, with the 95 % interval.
    pub first_seat_score: Interval,
    /// Games won by each role, in the order of play.
    pub roles: Map<String, Value>,
    /// Games ended by each end clause.
    pub end_clauses: BTreeMap<String, u64>,
    /// What each of these clauses says, shortened.
    pub end_texts: BTreeMap<String, String>,
    /// Games cut off after `max_plies` actions.
    pub cut: u64,
    /// The number of actions after which a game is cut off.
    pub max_plies: u32,
    /// Games that could not be played to an end, which count nowhere else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unfinished: Vec<Unfinished>,
    /// Whether anything of the rules is worked out for many games at once.
    pub lifted: bool,
    /// What of the rules is worked out game by game where games are batched: the place in the rules, and what is not lifted there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
}

/// Games that could not be played to an end, all for one reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unfinished {
    /// Why.
    pub because: String,
    /// How many.
    pub games: u64,
    /// The number of the first of them.
    pub first: u64,
}

/// How a seat fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Seat {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A rate with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The rate.
    pub rate: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Playouts {
    /// The results of some of the random games of `games`, played in so many seconds.
    pub fn new(games: &RandomGames, sources: &SourceMap, tally: &Tally, seconds: f64) -> Self {
        let (game, Settings { seed, max_plies, .. }) = (games.position().game(), games.settings());
        let [wins, draws, losses] = tally.first_seat;
        let share = Scores::of_results(tally.first_seat).estimate();
        let per_second = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        Playouts {
            game: game.about.title.clone(),
            options: game.options.iter().map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect(),
            seed: *seed,
            agents: vec!["random".to_owned(); game.players.len()],
            playouts: tally.games,
            plies: tally.plies,
            seconds,
            playouts_per_second: per_second(tally.games),
            plies_per_second: per_second(tally.plies),
            mean_plies: tally.mean_plies(),
            shortest: tally.shortest,
            longest: tally.longest,
            mean_choices: tally.mean_choices(),
            first_seat: Seat { wins, draws, losses },
            first_seat_score: Interval { rate: share.value, low: share.low, high: share.high },
            roles: tally.roles.iter().map(|(role, wins)| (role.clone(), Value::from(*wins))).collect(),
            end_clauses: tally.clauses(),
            end_texts: texts(game, tally.clauses().keys()),
            cut: tally.cut,
            max_plies: *max_plies,
            unfinished: tally.unfinished.iter().map(unfinished).collect(),
            lifted: games.is_lifted(),
            left: games.left().iter().map(|reason| unlifted(*reason, sources)).collect(),
        }
    }
}

/// What end clauses say, by their names.
fn texts<'a>(game: &Game, names: impl Iterator<Item = &'a String>) -> BTreeMap<String, String> {
    let text = |name: &'a String| {
        let end = game.ends.iter().find(|end| end.name == *name)?;
        Some((name.clone(), end.text.clone()))
    };
    names.filter_map(text).collect()
}

fn unfinished(unfinished: &rulebook_insight::analysis::Unfinished) -> Unfinished {
    Unfinished { because: unfinished.trouble.to_string(), games: unfinished.games, first: unfinished.first }
}

/// The most letters of a place in the rules that are shown.
const MAX_SHOWN: usize = 60;

/// What is not lifted and why, with the place in the rules if there is one.
pub fn unlifted(not_batchable: NotBatchable, sources: &SourceMap) -> String {
    let Some(span) = not_batchable.at else { return not_batchable.why.to_owned() };
    let line = sources.file(span.file).place(span.start).line;
    format!("`{}` (line {line}): {}", shortened(sources.slice(span)), not_batchable.why)
}

/// The first letters of a text, on one line.
pub fn shortened(text: &str) -> String {
    let said: Vec<&str> = text.split_whitespace().collect();
    let said = said.join(" ");
    let short: String = said.chars().take(MAX_SHOWN).collect();
    let dots = if short.len() < said.len() { "..." } else { "" };
    format!("{short}{dots}")
}
