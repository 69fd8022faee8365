//! A game played to its end by chance.

use super::reward::Winners;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Position};

/// How a game went that was played to its end by chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rollout {
    /// Who won: nobody, too, where it was cut off or no rule says.
    pub winners: Winners,
    /// How many actions it took.
    pub plies: u32,
    /// Whether the rules decided.
    pub decided: bool,
}

/// Plays uniformly random actions from `position` until the game is over and takes them back. A game of more than `cap` actions,
/// or one that no rule ends, counts as a draw.
///
/// # Errors
/// If an evaluation limit is reached; the position is given back as it was then, too.
pub fn rollout(position: &mut Position, rng: &mut Rng, cap: u32) -> Result<Rollout, Fault> {
    let mut plies = 0;
    let ended = play(position, rng, cap, &mut plies);
    for _ in 0..plies {
        position.undo();
    }
    let (winners, decided) = ended?;
    Ok(Rollout { winners, plies, decided })
}

fn play(position: &mut Position, rng: &mut Rng, cap: u32, plies: &mut u32) -> Result<(Winners, bool), Fault> {
    while *plies < cap {
        let Some(action) = position.random_action(rng)? else { break };
        position.play_unchecked(&action)?;
        *plies += 1;
    }
    Ok(match position.outcome()? {
        Some(outcome) => (Winners::of(position, &outcome), !outcome.stuck),
        None => (Winners::NOBODY, false),
    })
}
