//! The number of lines of play by their first action.

use super::perft::count;
use rulebook_batch::Compiled;
use rulebook_play::engine::{ActionList, Fault, Position};

/// A first action with the number of lines that it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divided {
    /// The action as written.
    pub action: String,
    /// The lines.
    pub leaves: u64,
}

/// The number of lines of `depth` actions from `position` by their first action; nothing at depth 0. The position is left as
/// it was.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn divide(position: &mut Position, depth: u32) -> Result<Vec<Divided>, Fault> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let (mut actions, compiled) = (ActionList::new(), Compiled::default());
    position.legal_into(&mut actions)?;
    let mut parts = Vec::with_capacity(actions.len());
    for action in actions.iter() {
        let written = position.written(&action);
        position.play_unchecked(&action)?;
        let leaves = count(position, rest, &compiled);
        position.undo();
        parts.push(Divided { action: written, leaves: leaves? });
    }
    Ok(parts)
}
