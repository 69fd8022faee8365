//! A game played to its end by chance.

use super::reward::Winners;
use crate::engine::{Fault, Position};
use crate::util::Rng;

/// Plays uniformly random actions from `position` until the game is over and takes them back. A game of more than `cap` actions,
/// or one that no rule ends, counts as a draw.
///
/// # Errors
/// If an evaluation limit is reached; the position is given back as it was then, too.
pub fn rollout(position: &mut Position, rng: &mut Rng, cap: u32) -> Result<Winners, Fault> {
    let mut played = 0;
    let ended = play(position, rng, cap, &mut played);
    for _ in 0..played {
        position.undo();
    }
    ended
}

fn play(position: &mut Position, rng: &mut Rng, cap: u32, played: &mut u32) -> Result<Winners, Fault> {
    while *played < cap {
        let Some(action) = position.legal()?.random(rng) else {
            return Ok(position.outcome()?.map_or(Winners::NOBODY, |outcome| Winners::of(position, &outcome)));
        };
        position.play_unchecked(&action)?;
        *played += 1;
    }
    Ok(position.outcome()?.map_or(Winners::NOBODY, |outcome| Winners::of(position, &outcome)))
}
