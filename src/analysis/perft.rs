//! The number of lines of play of a given length.

use crate::engine::{Action, Fault, Position};

/// The number of lines of `depth` actions from `position`, which is left as it was. Games that end before count nothing.
///
/// The last action of each line is counted, not played.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn perft(position: &mut Position, depth: u32) -> Result<u64, Fault> {
    let start = position.ply();
    let leaves = walk(position, depth);
    while position.ply() > start {
        position.undo();
    }
    leaves
}

/// A position on the way: the end of its actions in the common list.
struct Level {
    end: usize,
}

/// The walk keeps its own stack, so that a line of any length fits.
fn walk(position: &mut Position, depth: u32) -> Result<u64, Fault> {
    match depth {
        0 => return Ok(1),
        1 => return Ok(position.legal()?.len() as u64),
        _ => {}
    }
    let mut leaves = 0;
    // The actions of all levels that are still to be played, each level's behind those of the one above.
    let mut rest: Vec<Action> = position.legal()?.iter().collect();
    let mut levels = vec![Level { end: 0 }];
    while let Some(level) = levels.last() {
        if rest.len() == level.end {
            levels.pop();
            if !levels.is_empty() {
                position.undo();
            }
            continue;
        }
        let Some(action) = rest.pop() else { break };
        position.play_unchecked(&action)?;
        if levels.len() as u32 + 1 == depth {
            leaves += position.legal()?.len() as u64;
            position.undo();
        } else {
            levels.push(Level { end: rest.len() });
            rest.extend(position.legal()?.iter());
        }
    }
    Ok(leaves)
}
