//! Random games that one player wins nearly always.

use std::collections::BTreeMap;

use super::sample::Sample;
use crate::library::Prepared;
use crate::statistics::rate;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Game, PlayerId};
use rulebook_language::source::Span;

/// Fewer games than this say nothing.
const ENOUGH: u64 = 40;
/// The share of games that is nearly all.
const NEARLY_ALL: f64 = 0.95;

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

/// The player who wins nearly all of some random games, if one does.
pub fn uneven(game: &Game, sample: &Sample) -> Option<Uneven> {
    let (over, cut) = sample.fair;
    // A game that was cut off is nobody's, as a drawn one is.
    let games = over as u64 + cut;
    let over = sample.over.get(..over).unwrap_or_default();
    let wins = |player: PlayerId| over.iter().filter(move |outcome| outcome.winners == [player]);
    let player = game.players.ids().max_by_key(|player| wins(*player).count())?;
    let mut clauses: BTreeMap<&str, u64> = BTreeMap::new();
    wins(player).for_each(|outcome| *clauses.entry(&outcome.clause).or_default() += 1);
    let (clause, _) = clauses.iter().max_by_key(|(_, times)| **times)?;
    let found = Uneven { player, won: clauses.values().sum(), games, clause: (*clause).to_owned() };
    (games >= ENOUGH && found.won as f64 >= NEARLY_ALL * games as f64).then_some(found)
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
