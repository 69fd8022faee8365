//! Games of which only the score counts.

use std::sync::Mutex;

use super::collect::{BrokenGame, Failed};
use crate::agents::{Agent, Duels, End, WIN, Winners};
use crate::library::AgentError;
use crate::parallel;
use rulebook_play::engine::Position;

/// Makes who plays, by seat.
pub(super) type Players<'a> = &'a (dyn Fn() -> Result<Vec<Box<dyn Agent>>, AgentError> + Sync);

/// How games are played.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) seed: u64,
    pub(super) max_plies: u32,
}

/// Plays games number 0 to `games` from `start` and gives the scores of all seats in each. A game that is cut off counts as a
/// draw.
pub(super) fn scores(
    start: &Position,
    players: Players<'_>,
    rules: Rules,
    games: u64,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Vec<f64>>, Failed> {
    players().map_err(Failed::Agent)?;
    // A position can go to another thread, but not be seen by two.
    let shared = Mutex::new(start.clone());
    let table = || {
        let start = shared.lock().ok()?.clone();
        Some((Duels::new(start, rules.max_plies), players().ok()?))
    };
    let play = |table: &mut Option<(Duels, Vec<Box<dyn Agent>>)>, index: u64| {
        let (duels, agents) = table.as_mut()?;
        let end = duels.play(agents, rules.seed, index, &mut |_, _| true);
        done();
        Some(match end {
            Err(trouble) => Err(BrokenGame { index, trouble, line: duels.played().moves.clone() }),
            Ok(end) => Ok(shares(duels.position(), &end.unwrap_or(End::Cut))),
        })
    };
    let played = parallel::map_init(0..games, table, play);
    played.into_iter().flatten().collect::<Result<Vec<_>, BrokenGame>>().map_err(Failed::Broken)
}

/// The score of each seat.
fn shares(last: &Position, end: &End) -> Vec<f64> {
    let seats = last.game().players.len();
    let winners = match end {
        End::Over(outcome) => Winners::of(last, outcome),
        End::Cut => Winners::NOBODY,
    };
    (1..=seats as u8).map(|seat| winners.worth(seat, seats) as f64 / WIN as f64).collect()
}
