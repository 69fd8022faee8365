//! How often a player misses an action.

use super::puzzle::Proved;
use super::settings::TRIES;
use crate::agents::Agent;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Position};

/// In how many tries a player chooses none of the actions that win. Each try begins with another seed.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn missed(position: &mut Position, proved: &Proved, player: &mut dyn Agent, mut rng: Rng) -> Result<u32, Fault> {
    let mut missed = 0;
    for _ in 0..TRIES {
        player.begin(rng.fork());
        let chosen = player.choose(position)?;
        let is_right = |action| proved.action == action || proved.same.contains(&action);
        missed += u32::from(!chosen.is_some_and(is_right));
    }
    Ok(missed)
}
