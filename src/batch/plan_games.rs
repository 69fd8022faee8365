//! Games that the plan plays, one after the other: where nothing of a game is lifted, and where nobody wants batches. A position at a time, since
//! 64 of them do not fit beside each other in the first cache.

use std::sync::Arc;

use super::drawn::Drawn;
use super::job::{BatchJob, BatchRunner, Ended, Finished, StartSource, Successor, Supply};
use super::program::Limit;
use super::start_state::StartState;
use rulebook_language::model::Game;
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, Fault, MAX_STEPS, Position, is_stopped};
use rulebook_play::plan::Plan;

/// How many steps one game may take where steps are counted: what can be taken back of it takes room.
const OF_A_GAME: u64 = 1 << 22;
/// How many actions are played between two questions whether to go on.
const STRIDE: u32 = 256;

/// Plays random game number `index` of a job on from a position, whatever was played before it, and without what was played; nothing if `go_on`,
/// which is asked now and then, says no, or it takes more steps than the job may. The first action may be given. `see` is shown each
/// position with the action to come.
pub fn play_on(
    position: &mut Position,
    job: &BatchJob,
    index: u64,
    first: Option<Action>,
    go_on: &mut dyn FnMut() -> bool,
    see: &mut dyn FnMut(&Position, &Action),
) -> Option<Finished> {
    let (start, mut rng) = (position.ply(), Rng::for_game(job.seed, index));
    let (mut first, mut choices) = (first, job.choices.then_some(0));
    let before = position.spent();
    let mut play = |position: &mut Position| {
        for plies in 0u32.. {
            if let Some(steps) = job.steps {
                let left = steps.saturating_sub(position.spent() - before);
                if left == 0 {
                    return Ok(None);
                }
                position.allow(left);
            }
            let action = if first.is_some() { first.take() } else { position.random_action(&mut rng)? };
            let Some(action) = action else { break };
            if plies == job.max_plies {
                return Ok(Some(Ended::Cut));
            }
            if plies % STRIDE == STRIDE - 1 && !go_on() {
                return Ok(None);
            }
            if let Some(choices) = &mut choices {
                *choices += position.legal()?.len() as u64;
            }
            see(position, &action);
            position.play_unchecked(&action)?;
        }
        // Where there is no action, the game is over.
        Ok(ended(position)?.or(Some(Ended::Stuck)))
    };
    let end = play(position).unwrap_or_else(|fault: Fault| Some(Ended::Broken(Limit::Asked(fault))))?;
    let (plies, swapped) = (position.ply() - start, position.is_swapped());
    Some(Finished { index, end, plies, choices, swapped, line: Vec::new() })
}

/// How the game has ended, if it has.
pub fn ended(position: &mut Position) -> Result<Option<Ended>, Fault> {
    let Some(outcome) = position.outcome()? else { return Ok(None) };
    if outcome.stuck {
        return Ok(Some(Ended::Stuck));
    }
    // The rules about repetition come behind all clauses.
    let ends = &position.plan().ends;
    let clause = ends.iter().position(|end| end.name == outcome.clause).unwrap_or(ends.len());
    let winners = outcome.winners.iter().fold(0, |winners, role| winners | 1 << role.index());
    Ok(Some(Ended::Over(clause as u16, winners)))
}

/// What is played there; nothing for the change of seats.
fn drawn(action: &Action) -> Option<Drawn> {
    (!action.is_swap()).then(|| Drawn::made(action))
}

/// Plays the games of a program of which nothing is lifted.
pub struct PlanRunner {
    position: Position,
    opening: StartState,
}

impl PlanRunner {
    /// Games from `opening`.
    pub fn new(game: Arc<Game>, plan: Arc<Plan>, opening: StartState) -> Self {
        PlanRunner { position: Position::new(game, plan), opening }
    }

    /// The position of an opening.
    fn at(&mut self, opening: &StartState) -> &mut Position {
        self.position.resume(&opening.words, &opening.past);
        &mut self.position
    }

    /// The position that all games begin at.
    fn at_opening(&mut self) -> &mut Position {
        self.position.resume(&self.opening.words, &self.opening.past);
        &mut self.position
    }

    /// Plays a game on from the position at hand, with what is played in it, where that is kept.
    fn play_on(
        &mut self,
        job: &BatchJob,
        index: u64,
        first: Option<Action>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Finished> {
        let mut line = Vec::new();
        let mut see = |_: &Position, action: &Action| {
            if job.keep_lines {
                line.push(drawn(action));
            }
        };
        let finished = play_on(&mut self.position, job, index, first, go_on, &mut see)?;
        // What could not be played is no action.
        line.truncate(finished.plies as usize);
        Some(Finished { line, ..finished })
    }

    /// What comes of an action at the opening.
    fn successor(&mut self, action: &Drawn) -> Result<Successor, Fault> {
        let position = self.at_opening();
        position.play_unchecked(&action.action())?;
        let (end, legal) = (ended(position)?, legal(position)?);
        let after = StartState::of(position);
        let words = (0..).zip(position.words().iter().copied()).collect();
        Ok(Successor { words, end, next: (after.role, after.stage), legal })
    }
}

/// The actions at a position, but for the change of seats.
fn legal(position: &mut Position) -> Result<Vec<Drawn>, Fault> {
    Ok(position.legal()?.iter().filter_map(|action| drawn(&action)).collect())
}

impl BatchRunner for PlanRunner {
    fn play(&mut self, job: &BatchJob, go_on: &mut dyn FnMut() -> bool, done: &mut dyn FnMut(Finished)) {
        let start = self.at_opening().ply();
        let before = self.position.spent();
        for index in job.games.clone() {
            while self.position.ply() > start && self.position.undo() {}
            if is_stopped() || !go_on() {
                break;
            }
            let steps = job.steps.map(|steps| steps.saturating_sub(self.position.spent() - before).min(OF_A_GAME));
            let left = BatchJob { steps, ..job.clone() };
            let Some(finished) = self.play_on(&left, index, None, go_on) else { break };
            done(finished);
        }
        self.position.allow(MAX_STEPS);
    }

    fn spent(&self) -> u64 {
        self.position.spent()
    }

    fn play_from(&mut self, job: &BatchJob, source: &mut dyn StartSource) {
        let mut opening = StartState::default();
        for index in job.games.clone() {
            if source.next(&mut opening) != Supply::Game {
                return;
            }
            self.at(&opening);
            let first = opening.first.as_ref().map(Drawn::action);
            if let Some(finished) = self.play_on(job, index, first, &mut || true) {
                source.ended(finished);
            }
        }
    }

    fn legal(&mut self) -> Vec<Drawn> {
        legal(self.at_opening()).unwrap_or_default()
    }

    fn after(&mut self, drawn: &Drawn) -> Successor {
        self.successor(drawn).unwrap_or_else(|fault| Successor {
            words: Vec::new(),
            end: Some(Ended::Broken(Limit::Asked(fault))),
            next: (self.opening.role, self.opening.stage),
            legal: Vec::new(),
        })
    }

    fn leaves(&mut self, parents: &[StartState], actions: &[(usize, Drawn)]) -> Result<u64, Limit> {
        let mut leaves = 0;
        for (parent, action) in actions {
            let Some(parent) = parents.get(*parent) else { continue };
            let position = self.at(parent);
            let following = position.play_unchecked(&action.action()).and_then(|()| legal(position));
            leaves += following.map_err(Limit::Asked)?.len() as u64;
        }
        Ok(leaves)
    }
}
