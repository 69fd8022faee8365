//! Random games that one player wins nearly always.

use super::budget::WorkBudget;
use super::smoke::SEED;
use crate::library::Prepared;
use crate::statistics::rate;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::PlayerId;
use rulebook_language::source::Span;
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Fault, Position};

/// So many games are played.
const GAMES: u64 = 100;
/// After so many games it is given up where nobody has won most of them.
const FIRST: u64 = 12;
/// How many of those.
const MOST: u64 = 10;
/// Fewer games than this say nothing.
const ENOUGH: u64 = 40;
/// The share of games that is nearly all.
const NEARLY_ALL: f64 = 0.95;
/// What an action takes beside its questions, in steps.
const ACTION: u64 = 64;

/// A player who wins nearly always.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uneven {
    /// Who.
    pub player: PlayerId,
    /// Games that this player won.
    pub won: u64,
    /// Games that came to their end.
    pub games: u64,
    /// The end clause that most of them ended by.
    pub clause: String,
}

/// The player who wins nearly all of some random games at the options at hand, if one does, as far as `work` allows.
pub fn uneven(prepared: &Prepared, max_plies: u32, work: &mut WorkBudget<'_>) -> Option<Uneven> {
    let mut position = prepared.start();
    let mut won: Vec<Vec<(String, u64)>> = vec![Vec::new(); prepared.game.players.len()];
    let mut games = 0;
    for game in 0..GAMES {
        match random_game(&mut position, game, max_plies, work) {
            Ok(Some((winner, clause))) => {
                games += 1;
                if let Some(clauses) = winner.and_then(|winner| won.get_mut(winner.index())) {
                    match clauses.iter_mut().find(|(known, _)| *known == clause) {
                        Some((_, times)) => *times += 1,
                        None => clauses.push((clause, 1)),
                    }
                }
            }
            // A game that was cut off is nobody's, as a drawn one is.
            Ok(None) if !work.is_done() => games += 1,
            Ok(None) | Err(_) => break,
        }
        let most = won.iter().map(|clauses| total(clauses)).max().unwrap_or(0);
        if games == FIRST && most < MOST {
            return None;
        }
    }
    let (player, clauses) = won.iter().enumerate().max_by_key(|(_, clauses)| total(clauses))?;
    let (clause, _) = clauses.iter().max_by_key(|(_, times)| *times)?;
    let found = Uneven { player: PlayerId::from_index(player), won: total(clauses), games, clause: clause.clone() };
    (games >= ENOUGH && found.won as f64 >= NEARLY_ALL * games as f64).then_some(found)
}

fn total(clauses: &[(String, u64)]) -> u64 {
    clauses.iter().map(|(_, times)| times).sum()
}

/// Who won a random game, if one alone did, and the clause that ended it; nothing of a game that was not played to its end.
fn random_game(
    position: &mut Position,
    game: u64,
    max_plies: u32,
    work: &mut WorkBudget<'_>,
) -> Result<Option<(Option<PlayerId>, String)>, Fault> {
    while position.undo() {}
    let mut rng = Rng::for_game(SEED, game);
    for _ in 0..max_plies {
        if work.is_done() {
            return Ok(None);
        }
        let before = position.spent();
        position.allow(work.allowance());
        if let Some(outcome) = position.outcome()? {
            let winner =
                Some(&outcome.winners).filter(|winners| winners.len() == 1).and_then(|winners| winners.first());
            return Ok(Some((winner.copied(), outcome.clause.clone())));
        }
        let Some(action) = position.random_action(&mut rng)? else { return Ok(None) };
        position.play_unchecked(&action)?;
        work.take(position.spent() - before + ACTION);
    }
    Ok(None)
}

/// The finding, at the end clause that makes the player win, or at the title where that is not the game's own.
pub fn finding(uneven: &Uneven, prepared: &Prepared, title: Span) -> Diagnostic {
    let game = &prepared.game;
    let (_, whole) = game.places.unit;
    let own = |at: &Span| at.is_in(whole);
    let end = game.ends.iter().find(|end| end.name == uneven.clause).map(|end| end.span).filter(own);
    let Uneven { won, games, .. } = uneven;
    let share = rate(*won, *games);
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let interval = format!("{} to {} with 95 % confidence", percent(share.low), percent(share.high));
    let player = game.players.get(uneven.player).cloned().unwrap_or_default();
    Diagnostic::new(
        Code::PlayUneven,
        end.unwrap_or(title),
        format!("`{player}` won {won} of {games} random games ({interval})"),
    )
    .note()
    .label("ended most of them")
    .help("look at what each player starts with, who moves first and whom this clause lets win")
}
