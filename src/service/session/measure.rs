//! Games measured, and compared with those of another sheet.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use super::host::Host;
use super::players::Players;
use super::refusal::{Answered, Refusal};
use super::request::GameRef;
use super::sheets::{SheetGame, Sheets};
use crate::report;
use crate::wire;
use rulebook_insight::analysis::compare::{
    Bounds, CompareError, RecordedGame, Relation, ReplayCompat, Side, Sides, contrasted, relate, sheets as both_sheets,
};
use rulebook_insight::analysis::{Failed, Figures, GameFacts, Metric, Run, Sheet, collect_part, line, metrics};
use rulebook_insight::library::Prepared;
use rulebook_insight::statistics::Histogram;

/// The most games.
const MAX_GAMES: u64 = 100_000;
/// How many games are played between two tellings.
const ROUND: u64 = 32;
/// In how many games effects are watched, as on the command line.
const WATCHED: u64 = 100;
/// Bins of the lengths of both.
const BINS: usize = 40;

/// Who plays, and how much.
#[derive(Deserialize)]
struct Play {
    games: u64,
    seed: u64,
    /// By seat, the first again where there are more seats; random play where none is named.
    #[serde(default)]
    agents: Vec<String>,
    /// The digests of learned players, of which each game has the one that has learned it.
    #[serde(default)]
    players: Vec<String>,
}

/// What is asked of one game.
#[derive(Deserialize)]
pub struct Measure {
    game: GameRef,
    #[serde(flatten)]
    play: Play,
    #[serde(default)]
    html: bool,
}

/// What is asked of two.
#[derive(Deserialize)]
pub struct Compare {
    a: GameRef,
    b: GameRef,
    #[serde(flatten)]
    play: Play,
    #[serde(default)]
    html: bool,
}

/// What `measure` measures of games.
///
/// # Errors
/// If they cannot be played, or nobody waits any more.
pub fn measured(asked: &Measure, sheets: &mut Sheets, players: &Players, host: &mut dyn Host) -> Answered {
    let run = asked.play.run(players)?;
    let sheet = sheets.game(&asked.game)?;
    let prepared = &sheet.explaining_to(&run.agents)?;
    let facts = games(prepared, &run, [0, run.games], host, |facts, _| facts)?;
    let mut found = wire::Measure::new(&Sheet::new(&prepared.start(), sheet.sources()), &run, &facts);
    let plain = sheet.ready()?;
    if let Some((_, index)) = Figures::shortest_won(&facts) {
        let moves = line(prepared, &run, index).map_err(refused)?;
        found.figures.decisive = wire::DecisiveLine::new(plain, index, &moves);
    }
    found.summary = report::summary_of_measurement(&found);
    let html = asked.html.then(|| report::measured(&found, plain));
    Ok(json!({"report": value(&found)?, "html": html}))
}

/// What `compare` finds of two games: what changed, what that changes in play, and the metrics of both.
///
/// # Errors
/// If they cannot be played or compared, or nobody waits any more.
pub fn compared(asked: &Compare, sheets: &mut Sheets, players: &Players, host: &mut dyn Host) -> Answered {
    let run = asked.play.run(players)?;
    let (a, b) = (sheets.game(&asked.a)?, sheets.game(&asked.b)?);
    let too_large = |report: rulebook_language::diagnostic::Report| {
        let said = report.iter().next().map_or("", |said| said.message.as_str());
        Refusal::new(format!("the rules are too large to compare: {said}"))
    };
    let sides = Sides::new(side(&a, &run)?, side(&b, &run)?).map_err(too_large)?;
    let of = run.games * 2;
    if !host.progress(&json!({"games": 0, "of": of})) {
        return Err(Refusal::cancelled());
    }
    let found = relate(&sides, Bounds { seed: run.seed, ..Bounds::default() }).map_err(|trouble| match trouble {
        CompareError::Fault(fault) => fault.into(),
        CompareError::Limits(report) => too_large(report),
    })?;
    let names = [&asked.a, &asked.b].map(|game| game.name.as_str());
    let mut shown = wire::Comparison::new((names[0], &sides.a), (names[1], &sides.b), &found, run.seed);
    let (in_a, in_b) = (sides.a.prepared.explaining_or_plain(), sides.aligned.explaining_or_plain());
    let [of_a, of_b] = both_sheets(&sides, &found.changes, &in_a, &in_b);
    let keep = |facts: GameFacts, moves: &[String]| (facts, moves.to_vec());
    let (facts_a, moves): (Vec<_>, Vec<_>) = games(&in_a, &run, [0, of], host, keep)?.into_iter().unzip();
    let facts_b = games(&in_b, &run, [run.games, of], host, |facts, _| facts)?;
    let same = found.relation.as_ref().is_ok_and(Relation::is_equal);
    let rows = contrasted(&told(&of_a, &facts_a), &told(&of_b, &facts_b), same);
    let plies = |facts: &[GameFacts]| facts.iter().map(|game| f64::from(game.plies)).collect::<Vec<_>>();
    let [bins, other] = Histogram::of_all([&plies(&facts_a), &plies(&facts_b)], BINS);
    let lengths = wire::Lengths { start: bins.start, width: bins.width, a: bins.counts, b: other.counts };
    let both = [wire::Measure::new(&of_a, &run, &facts_a), wire::Measure::new(&of_b, &run, &facts_b)];
    shown.versus = Some(wire::Versus::new(both, &rows, lengths, None));
    let played: Vec<RecordedGame> =
        (0..).zip(moves).map(|(index, moves)| RecordedGame { index, moves, result: None }).collect();
    let mut stand = ReplayCompat::default();
    stand.add(&sides, &played)?;
    shown.stands = Some(wire::ReplayedGames::new("the games measured", &stand));
    shown.summary = report::summary_of_comparison(&shown);
    let html = asked.html.then(|| report::compared(&shown, &sides));
    Ok(json!({"report": value(&shown)?, "html": html}))
}

fn side(sheet: &Arc<SheetGame>, run: &Run) -> Result<Side, Refusal> {
    let (loaded, prepared) = sheet.valuing(&run.agents)?;
    Ok(Side { loaded, prepared })
}

fn value(found: &impl serde::Serialize) -> Answered {
    serde_json::to_value(found).map_err(|error| Refusal::new(error.to_string()))
}

impl Play {
    fn run(&self, players: &Players) -> Result<Run, Refusal> {
        let Play { games, seed, .. } = *self;
        if games == 0 || games > MAX_GAMES {
            return Err(Refusal::new(format!("the number of games is from 1 to {MAX_GAMES}")));
        }
        let named =
            self.agents.iter().map(|agent| players.agent(agent, &self.players)).collect::<Result<Vec<_>, _>>()?;
        let usual = Run::default();
        let agents = if named.is_empty() { usual.agents.clone() } else { named };
        Ok(Run { agents, games, seed, watched: WATCHED, ..usual })
    }
}

/// The games of a run, told of as they are played: so many were before, of so many in all.
fn games<T: Send>(
    prepared: &Prepared,
    run: &Run,
    [before, of]: [u64; 2],
    host: &mut dyn Host,
    keep: impl Fn(GameFacts, &[String]) -> T + Sync,
) -> Result<Vec<T>, Refusal> {
    let mut found = Vec::new();
    while (found.len() as u64) < run.games {
        let next = found.len() as u64;
        let part = next..(next + ROUND).min(run.games);
        let played = collect_part(prepared, run, part, &|| (), &keep).map_err(refused)?;
        found.extend(played);
        if !host.progress(&json!({"games": before + found.len() as u64, "of": of})) {
            return Err(Refusal::cancelled());
        }
    }
    Ok(found)
}

/// Why games are not measured.
fn refused(failed: Failed) -> Refusal {
    match failed {
        Failed::Agent(unsuited) => Refusal::from(unsuited),
        Failed::Broken(broken) => {
            let line = broken.line.join(" ");
            Refusal::new(format!("game {}: {} after {line}", broken.index, broken.trouble))
        }
    }
}

/// The metrics of one side.
fn told(sheet: &Sheet, facts: &[GameFacts]) -> Vec<Metric> {
    let mut list = metrics(sheet, facts);
    // Of two players the one's score says what the other's is.
    let other = sheet.roles.get(1).filter(|_| sheet.roles.len() == 2);
    let second = other.map(|role| ["A2.seat.2".to_owned(), format!("A3.role.{role}")]);
    list.retain(|metric| second.iter().flatten().all(|key| *key != metric.key));
    list
}
