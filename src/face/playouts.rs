//! Random games.

use std::collections::BTreeMap;

use super::error::Error;
use super::position::Position;
use rulebook_insight::analysis::{RandomGames, Settings};
use rulebook_insight::statistics::{Estimate, Scores};
use rulebook_play::engine::is_stopped;

/// What random games came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Playouts {
    /// The number of games.
    pub games: u64,
    /// The mean number of actions of a game.
    pub mean_plies: f64,
    /// The length of the shortest game, in actions.
    pub shortest: u32,
    /// The length of the longest game, in actions.
    pub longest: u32,
    /// The score of seat 1, which moves first: a draw counts half.
    pub first_seat: Estimate,
    /// Games won by each player, in the order of play.
    pub wins: Vec<(String, u64)>,
    /// Games that nobody won.
    pub draws: u64,
    /// Games decided by each end clause.
    pub clauses: BTreeMap<String, u64>,
    /// Games that were cut off, after 100 000 actions.
    pub cut: u64,
}

/// Plays uniform random games from a position, on all cores, in batches where the rules allow it. The same seed gives the same
/// games on every machine.
///
/// ```
/// let start = rulebook::load("tic-tac-toe")?.start();
/// let played = rulebook::playouts(&start, 1_000, 1)?;
/// assert!((5..=9).contains(&played.shortest) && played.first_seat.value > 0.5);
/// # Ok::<(), rulebook::Error>(())
/// ```
///
/// # Errors
/// If a game cannot be played to an end.
pub fn playouts(position: &Position, games: u64, seed: u64) -> Result<Playouts, Error> {
    let random = RandomGames::new(position.inside.clone(), Settings { seed, ..Settings::default() });
    let tally = random.tally_all(games, &|| !is_stopped(), &mut |_| ());
    if let Some(unfinished) = tally.unfinished.first() {
        return Err(Error::from(unfinished.trouble));
    }
    let [_, draws, _] = tally.first_seat;
    Ok(Playouts {
        games: tally.games,
        mean_plies: tally.mean_plies(),
        shortest: tally.shortest,
        longest: tally.longest,
        first_seat: Scores::of_results(tally.first_seat).estimate(),
        draws,
        clauses: tally.clauses(),
        cut: tally.cut,
        wins: tally.roles,
    })
}
