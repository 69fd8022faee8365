//! The number of lines of play of a given length.

use std::collections::VecDeque;

use crate::parallel;
use rulebook_play::engine::{Action, Fault, Position};

/// How many beginnings are shared out among the threads.
const BEGINNINGS: usize = 256;

/// The number of lines of `depth` actions from `position`, which is left as it was. Games that end before count nothing.
///
/// The last action of each line is counted, not played. Threads count the lines of different beginnings.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn perft(position: &mut Position, depth: u32) -> Result<u64, Fault> {
    if depth <= 2 {
        return back_at(position, |position| walk(position, depth));
    }
    let beginnings = back_at(position, |position| beginnings(position, depth))?;
    let count = |position: &mut Position, line: Vec<Action>| {
        back_at(position, |position| {
            line.iter().try_for_each(|action| position.play_unchecked(action))?;
            walk(position, depth - line.len() as u32)
        })
    };
    let counted = parallel::map_init(beginnings, || position.clone(), count);
    // In their order, so that of several faults it is always the same one.
    counted.into_iter().sum()
}

/// Does something that leaves a position at the same ply or later ones, and takes it back there.
fn back_at<T>(position: &mut Position, work: impl FnOnce(&mut Position) -> Result<T, Fault>) -> Result<T, Fault> {
    let start = position.ply();
    let result = work(position);
    while position.ply() > start {
        position.undo();
    }
    result
}

/// Lines of at most `depth - 2` actions with which all longer ones begin, in no order: the shortest of them are continued until they
/// are many.
fn beginnings(position: &mut Position, depth: u32) -> Result<VecDeque<Vec<Action>>, Fault> {
    let mut lines = VecDeque::from([Vec::new()]);
    while lines.len() < BEGINNINGS
        && let Some(line) = lines.pop_front()
    {
        if line.len() as u32 + 2 >= depth {
            lines.push_front(line);
            break;
        }
        back_at(position, |position| {
            line.iter().try_for_each(|action| position.play_unchecked(action))?;
            lines.extend(position.legal()?.iter().map(|action| [line.as_slice(), &[action]].concat()));
            Ok(())
        })?;
    }
    Ok(lines)
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
