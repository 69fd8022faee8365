//! Games of a candidate, and what each says of the wishes.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::kind::{Term, terms};
use super::ready::Ready;
use crate::{Plan, Subject, Wish};
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::{Ending, Failed, GameFacts, Run, Sheet, collect_part, metrics};
use rulebook_language::util::Id;

/// What games say of each wish, in the order of the games; nothing of wishes that play games of their own.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Games {
    /// By wish, and then by game.
    pub terms: Vec<Vec<Term>>,
}

/// Which games are played.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked<'a> {
    /// How.
    pub plan: &'a Plan,
    /// Who plays.
    pub agent: &'a Spec,
    /// The seed.
    pub seed: u64,
    /// Their numbers.
    pub games: Range<u64>,
}

/// Plays games of a candidate.
///
/// # Errors
/// Why one of them could not be played to an end, or the candidate has nothing of a kind that is wished for.
pub fn play(ready: &Ready, wishes: &[Wish], asked: &Asked<'_>) -> Result<Games, String> {
    let facts = match *asked.agent == Spec::Random && wishes.iter().all(is_outcome) {
        true => outcomes(ready, asked)?,
        false => watched(ready, wishes, asked)?,
    };
    let found = metrics(&ready.sheet, &facts);
    let of_wish = |wish: &Wish| {
        let place = wish.subject.place(&found, &ready.sheet);
        match (&wish.subject, place.and_then(|place| found.get(place))) {
            (Subject::Slow(_), _) => Ok(Vec::new()),
            (_, Some(metric)) => Ok(terms(metric)),
            // What the variant does not have never comes about.
            (Subject::Metric(key), None) if key.starts_with("A1.clause.") || key.starts_with("A8.") => {
                Ok(facts.iter().map(|_| Some((0.0, 1.0))).collect())
            }
            _ => Err(format!("no {}", wish.label)),
        }
    };
    Ok(Games { terms: wishes.iter().map(of_wish).collect::<Result<_, String>>()? })
}

/// Whether a wish asks of games how they end and how long they are alone.
fn is_outcome(wish: &Wish) -> bool {
    match &wish.subject {
        Subject::Role(_) | Subject::Slow(_) => true,
        Subject::Metric(key) => ["A1.", "A2.", "A3.", "A4.plies"].iter().any(|start| key.starts_with(start)),
    }
}

/// Games whose every ply is watched.
fn watched(ready: &Ready, wishes: &[Wish], asked: &Asked<'_>) -> Result<Vec<GameFacts>, String> {
    let begins =
        |start: &str| wishes.iter().any(|wish| matches!(&wish.subject, Subject::Metric(key) if key.starts_with(start)));
    let run = Run {
        agents: vec![asked.agent.clone()],
        games: asked.games.end,
        seed: asked.seed,
        max_plies: asked.plan.max_plies,
        values: begins("B").then_some(asked.plan.values),
        watched: if begins(EFFECTS) { u64::MAX } else { 0 },
        twice: false,
    };
    let played = collect_part(&ready.prepared, &run, asked.games.clone(), &|| (), &|facts, _| facts);
    played.map_err(|failed| match failed {
        Failed::Agent(error) => error.to_string(),
        Failed::Broken(broken) => broken.trouble.to_string(),
    })
}

/// How the keys of effects begin, which are watched only where somebody wishes for them.
pub const EFFECTS: &str = "A8.effect.";

/// Random games in batches: how they end, and how long they are.
fn outcomes(ready: &Ready, asked: &Asked<'_>) -> Result<Vec<GameFacts>, String> {
    let games = ready.random(asked.plan.max_plies).outcomes(asked.seed, asked.games.clone());
    games
        .map(|game| {
            let (index, game) = game.map_err(|trouble| trouble.to_string())?;
            let roles = ready.prepared.game.players.len() as u8;
            let by_seat: Vec<u8> = if game.swapped { (0..roles).rev().collect() } else { (0..roles).collect() };
            let ending = match &game.over {
                None => Ending::Cut,
                Some(outcome) => {
                    let won = |role: &u8| outcome.winners.iter().any(|winner| winner.index() == usize::from(*role));
                    let seats =
                        by_seat.iter().enumerate().filter(|(_, role)| won(role)).map(|(seat, _)| seat as u8 + 1);
                    Ending::Over { clause: clause(&ready.sheet, &outcome.clause), winners: seats.collect() }
                }
            };
            Ok(GameFacts { index, seed: asked.seed, ending, roles: by_seat, plies: game.plies, ..GameFacts::default() })
        })
        .collect()
}

/// The place of an end clause.
fn clause(sheet: &Sheet, name: &str) -> u16 {
    let place = sheet.clauses.iter().position(|known| known == name);
    place.unwrap_or(sheet.clauses.len()) as u16
}
