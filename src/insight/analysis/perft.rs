//! The number of lines of play of a given length.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::parallel;
use rulebook_batch::{BatchRunner, Compiled, Drawn, Program, StartState, batch_runner};
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
    count(position, depth, &Compiled::default())
}

/// The same, with the batch program that other counts of the game use.
pub fn count(position: &mut Position, depth: u32, compiled: &Compiled) -> Result<u64, Fault> {
    if depth <= 2 {
        return back_at(position, |position| walk(position, depth, &mut None));
    }
    let beginnings = back_at(position, |position| beginnings(position, depth))?;
    let is_worth = beginnings.len() >= BEGINNINGS;
    let program = is_worth.then(|| compiled.program(position)).filter(|program| program.counts_choices());
    let begin = || (position.clone(), program.as_ref().map(|program| Bulk::new(program, position)));
    let follow = |(position, bulk): &mut (Position, Option<Bulk>), line: Vec<Action>| {
        back_at(position, |position| {
            line.iter().try_for_each(|action| position.play_unchecked(action))?;
            walk(position, depth - line.len() as u32, bulk)
        })
    };
    let counted = parallel::map_init(beginnings, begin, follow);
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

/// Positions two actions before the leaves, with their actions: what follows those is counted in batches, where the game is played in
/// batches and what can be done is known without trying it.
struct Bulk {
    program: Arc<Program>,
    runner: Box<dyn BatchRunner>,
    /// What is still to be counted of each phase.
    waiting: Vec<Waiting>,
}

/// Positions of a phase, and their actions, each with the place of its parent.
#[derive(Default)]
struct Waiting {
    parents: Vec<StartState>,
    actions: Vec<(usize, Drawn)>,
}

/// So many actions are counted together.
const BULK: usize = 256;

impl Bulk {
    /// For lines from a position.
    fn new(program: &Arc<Program>, position: &Position) -> Bulk {
        let runner = batch_runner(program, StartState::of(position));
        Bulk { program: Arc::clone(program), runner, waiting: Vec::new() }
    }

    /// Counts what waits, of the phases where it is so many actions at least.
    fn flush(&mut self, least: usize) -> Result<u64, Fault> {
        let mut leaves = 0;
        for waiting in self.waiting.iter_mut().filter(|waiting| waiting.actions.len() >= least) {
            leaves += self.runner.leaves(&waiting.parents, &waiting.actions)?;
            waiting.parents.clear();
            waiting.actions.clear();
        }
        Ok(leaves)
    }

    /// Takes those actions of a position that can be counted in batches out of `actions`, from `first` on, and gives what was counted.
    fn take(&mut self, position: &Position, actions: &mut Vec<Action>, first: usize) -> Result<u64, Fault> {
        let parent = StartState::of(position);
        // At the second turn, seats can be exchanged.
        if self.program.pie && parent.turns < 2 {
            return Ok(0);
        }
        let Some(phase) = self.program.phase(parent.role, parent.stage) else { return Ok(0) };
        self.waiting.resize_with(self.waiting.len().max(phase + 1), Waiting::default);
        let waiting = &mut self.waiting[phase];
        let place = waiting.parents.len();
        waiting.parents.push(parent);
        let taken = actions.extract_if(first.., |action| action.is_of_a_choice());
        waiting.actions.extend(taken.filter_map(|action| Some((place, Drawn::of(&action)?))));
        self.flush(BULK)
    }
}

/// The walk keeps its own stack, so that a line of any length fits.
fn walk(position: &mut Position, depth: u32, bulk: &mut Option<Bulk>) -> Result<u64, Fault> {
    match depth {
        0 => return Ok(1),
        1 => return Ok(position.legal()?.len() as u64),
        _ => {}
    }
    let mut leaves = 0;
    // The actions of all levels that are still to be played, each level's behind those of the one above.
    let mut rest: Vec<Action> = position.legal()?.iter().collect();
    if let (2, Some(bulk)) = (depth, bulk.as_mut()) {
        leaves += bulk.take(position, &mut rest, 0)?;
    }
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
            let end = rest.len();
            rest.extend(position.legal()?.iter());
            levels.push(Level { end });
            if let (true, Some(bulk)) = (levels.len() as u32 + 1 == depth, bulk.as_mut()) {
                leaves += bulk.take(position, &mut rest, end)?;
            }
        }
    }
    if let Some(bulk) = bulk {
        leaves += bulk.flush(0)?;
    }
    Ok(leaves)
}
