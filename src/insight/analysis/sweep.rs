//! Every position of a small game, depth first, within a budget.

use rustc_hash::FxHashMap;

use super::cycle::Cycle;
use super::examples::Examples;
use crate::Identity;
use rulebook_play::engine::{Action, ActionList, Fault, Position};

/// What became of a position.
#[derive(Clone, Copy)]
enum State {
    /// It is on the line at hand, after so many actions.
    Open(usize),
    /// All that can come of it was seen.
    Done(PositionValue),
}

/// What can come of a position.
#[derive(Clone, Copy, Default)]
struct PositionValue {
    /// The most plies until the end.
    longest: u32,
    /// What the first seat gets if both play their best: 1, 0 or -1, where the game knows two players.
    value: i8,
}

/// A position on the line at hand.
struct Frame {
    key: Option<Vec<u64>>,
    actions: ActionList,
    next: usize,
    worth: PositionValue,
    /// Whether the first seat is to act.
    first: bool,
    begun: bool,
}

/// What a sweep came to.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Whether every position was seen.
    pub complete: bool,
    /// How many positions.
    pub positions: usize,
    /// The most plies of a game, where no position comes again.
    pub longest: u32,
    /// What the first seat gets if both play their best, where no position comes again.
    pub value: i8,
    /// What was seen on the way.
    pub seen: Examples,
    /// A position that comes again.
    pub cycle: Option<Cycle>,
}

/// The most words of positions that are remembered.
const MAX_WORDS: u64 = 8 << 20;

/// Looks at every position that can come of `position`, playing at most so many actions in at most so many steps of the
/// evaluator. Whatever limit is reached, what was seen until then stays.
pub fn sweep(position: &Position, actions: u64, steps: u64) -> Sweep {
    let words = position.words().len().max(1) as u64;
    let actions = actions.min(MAX_WORDS / words);
    let mut search = Search {
        identity: Identity::of(position.game()),
        position: position.clone(),
        known: FxHashMap::default(),
        line: Vec::new(),
        frames: Vec::new(),
        found: Sweep::default(),
        actions,
        most: position.spent().saturating_add(steps),
    };
    if !search.identity.is_whole() {
        return search.found;
    }
    search.found.complete = search.run().is_ok_and(|complete| complete);
    search.found.positions = search.known.len();
    search.found
}

struct Search {
    identity: Identity,
    position: Position,
    known: FxHashMap<Vec<u64>, State>,
    line: Vec<Action>,
    frames: Vec<Frame>,
    found: Sweep,
    actions: u64,
    /// The steps of the evaluator at which it is enough.
    most: u64,
}

impl Search {
    /// Goes on until every position was seen; whether that came to pass.
    fn run(&mut self) -> Result<bool, Fault> {
        if let Some(worth) = self.enter()? {
            self.close(worth);
            return Ok(true);
        }
        while let Some(frame) = self.frames.last_mut() {
            if frame.next == frame.actions.len() {
                let worth = frame.worth;
                let key = frame.key.take();
                self.frames.pop();
                if let Some(key) = key {
                    self.known.insert(key, State::Done(worth));
                }
                match self.frames.is_empty() {
                    true => self.close(worth),
                    false => self.back(worth),
                }
                continue;
            }
            if self.actions == 0 || self.position.spent() > self.most {
                return Ok(false);
            }
            self.actions -= 1;
            let action = frame.actions.get(frame.next);
            frame.next += 1;
            self.position.play_unchecked(&action)?;
            self.line.push(action);
            if let Some(worth) = self.enter()? {
                self.back(worth);
            }
        }
        Ok(true)
    }

    fn close(&mut self, worth: PositionValue) {
        self.found.longest = worth.longest;
        self.found.value = worth.value;
    }

    /// Takes the last action back, of which this came.
    fn back(&mut self, worth: PositionValue) {
        self.position.undo();
        self.line.pop();
        if let Some(frame) = self.frames.last_mut() {
            frame.worth.longest = frame.worth.longest.max(worth.longest + 1);
            let better = if frame.first { worth.value > frame.worth.value } else { worth.value < frame.worth.value };
            if better || !frame.begun {
                frame.worth.value = worth.value;
                frame.begun = true;
            }
        }
    }

    /// What comes of the position at hand, if that is known; else a frame is opened for it.
    fn enter(&mut self) -> Result<Option<PositionValue>, Fault> {
        let key = self.identity.key(&self.position);
        match key.as_ref().and_then(|key| self.known.get(key)) {
            Some(State::Done(worth)) => return Ok(Some(*worth)),
            Some(State::Open(at)) => {
                if self.found.cycle.is_none() {
                    self.found.cycle = Some(Cycle { line: self.line.clone(), at: *at });
                }
                return Ok(Some(PositionValue::default()));
            }
            None => {}
        }
        if let Some(outcome) = self.found.seen.look(&mut self.position, &self.line)? {
            let value = match self.position.winning_seat(&outcome) {
                Some(1) => 1,
                Some(2) => -1,
                _ => 0,
            };
            let worth = PositionValue { longest: 0, value };
            if let Some(key) = key {
                self.known.insert(key, State::Done(worth));
            }
            return Ok(Some(worth));
        }
        let mut actions = ActionList::new();
        self.position.legal_into(&mut actions)?;
        if let Some(key) = &key {
            self.known.insert(key.clone(), State::Open(self.line.len()));
        }
        let first = self.position.seat_to_act() == 1;
        self.frames.push(Frame { key, actions, next: 0, worth: PositionValue::default(), first, begun: false });
        Ok(None)
    }
}
