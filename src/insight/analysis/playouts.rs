//! Uniform random games, one after the other.

use rustc_hash::FxHashSet;

use super::random_games::trouble;
use crate::agents::{self, DuelError, End};
use rulebook_batch::{BatchJob, play_on};
use rulebook_play::engine::{Action, Fault, Position};
use rulebook_play::record::Record;

/// Random games from one position. Game number `n` of a seed is always the same, whatever was played before it.
pub struct Playouts {
    position: Position,
    start: u32,
    job: BatchJob,
    line: Vec<Action>,
}

/// A random game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// The number of actions.
    pub plies: u32,
    /// The number of legal actions, summed over the plies, where they are counted.
    pub choices: Option<u64>,
}

impl Playouts {
    /// Random games from `position`, cut after `max_plies` actions.
    pub fn new(position: Position, seed: u64, max_plies: u32) -> Self {
        let job = BatchJob { seed, games: 0..0, max_plies, keep_lines: false, choices: false, steps: None };
        Playouts { start: position.ply(), position, job, line: Vec::new() }
    }

    /// From the next game on, counts the legal actions of every ply, which takes longer, or does not: to draw one needs no list of them.
    pub fn count_choices(&mut self, counting: bool) {
        self.job.choices = counting;
    }

    /// The position at hand: after a game, its last one.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays game number `index`; nothing if `go_on`, which is asked now and then, says no.
    ///
    /// # Errors
    /// If the game cannot be played to an end; [`Playouts::line`] says how it came to that.
    pub fn play(&mut self, index: u64, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Played>, DuelError> {
        self.play_seen(index, go_on, &mut |_, _| ())
    }

    /// The same; `see` is shown each position with the action to come.
    ///
    /// # Errors
    /// As [`Playouts::play`].
    pub fn play_seen(
        &mut self,
        index: u64,
        go_on: &mut dyn FnMut() -> bool,
        see: &mut dyn FnMut(&Position, &Action),
    ) -> Result<Option<Played>, DuelError> {
        self.rewind();
        self.line.clear();
        let line = &mut self.line;
        let mut keep = |position: &Position, action: &Action| {
            see(position, action);
            line.push(action.clone());
        };
        let Some(finished) = play_on(&mut self.position, &self.job, index, None, go_on, &mut keep) else {
            return Ok(None);
        };
        // What could not be played is no action.
        self.line.truncate(finished.plies as usize);
        if let Some(trouble) = trouble(finished.end) {
            return Err(trouble);
        }
        let end = self.position.outcome()?.map_or(End::Cut, End::Over);
        Ok(Some(Played { end, plies: finished.plies, choices: finished.choices }))
    }

    /// Plays the actions of a game that was found otherwise, which is the last game then.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn follow(&mut self, line: Vec<Action>) -> Result<(), Fault> {
        self.rewind();
        self.line = line;
        for action in &self.line {
            self.position.play_unchecked(action)?;
        }
        Ok(())
    }

    /// The actions of the last game, as written.
    pub fn line(&mut self) -> Vec<String> {
        self.retrace(|_, _| ())
    }

    /// The first action of the last game, as written.
    pub fn opening(&self) -> Option<String> {
        let mut position = self.position.clone();
        while position.ply() > self.start && position.undo() {}
        self.line.first().map(|action| position.written(action))
    }

    /// The last game as a record of the game called `name`.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn record(&mut self, name: &str, played: &Played) -> Result<Record, Fault> {
        let (mut counts, mut seats) = (Vec::new(), Vec::new());
        let mut fault = None;
        let moves = self.retrace(|position, _| {
            seats.push(position.seat_to_act());
            match position.legal() {
                Ok(legal) => counts.push(legal.len() as u64),
                Err(error) => fault = Some(error),
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        let agents = vec!["random".to_owned(); self.position.game().players.len()];
        Ok(agents::Played { moves, counts, seats }.record(&self.position, name, &played.end, self.job.seed, agents))
    }

    /// The first position of the last game in which two legal actions are written alike: after how many actions, and how.
    pub fn alike(&mut self) -> Option<(usize, String)> {
        let (mut at, mut found) = (0, None);
        let mut written = FxHashSet::default();
        self.retrace(|position, _| {
            if found.is_none() {
                let legal = position.legal().cloned().unwrap_or_default();
                written.clear();
                let twice =
                    legal.iter().map(|action| position.written(&action)).find(|text| !written.insert(text.clone()));
                found = twice.map(|text| (at, text));
            }
            at += 1;
        });
        found
    }

    /// The number of actions of the last game, also of one that was not played to its end.
    pub fn plies(&self) -> u32 {
        self.line.len() as u32
    }

    fn rewind(&mut self) {
        while self.position.ply() > self.start && self.position.undo() {}
    }

    /// Plays the last game again and gives its actions as written; `see` is shown each position with the action to come.
    fn retrace(&mut self, mut see: impl FnMut(&mut Position, &Action)) -> Vec<String> {
        self.rewind();
        let mut written = Vec::with_capacity(self.line.len());
        for action in &self.line {
            see(&mut self.position, action);
            written.push(self.position.written(action));
            if self.position.play_unchecked(action).is_err() {
                break;
            }
        }
        written
    }
}
