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
    /// How many actions were to be played at most.
    pub actions: u64,
    /// What it took, in steps of the evaluator.
    pub steps: u64,
    /// The most plies of a game, where no position comes again.
    pub longest: u32,
    /// What the first seat gets if both play their best, where no position comes again.
    pub value: i8,
    /// What was seen on the way.
    pub seen: Examples,
    /// A position that comes again.
    pub cycle: Option<Cycle>,
}

/// How many actions are played between two questions whether to go on.
const ASKED: u64 = 256;
/// The most words of positions that are remembered.
const MAX_WORDS: u64 = 8 << 20;

/// Looks at every position that can come of `position`, playing at most so many actions in at most so many steps of the
/// evaluator; `go_on` is asked now and then. Whatever limit is reached, what was seen until then stays.
pub fn sweep(position: &Position, actions: u64, steps: u64, go_on: &dyn Fn() -> bool) -> Sweep {
    let words = position.words().len().max(1) as u64;
    let asked = actions;
    let actions = actions.min(MAX_WORDS / words);
    let mut search = Search {
        identity: Identity::of(position.game()),
        position: position.clone(),
        known: FxHashMap::default(),
        line: Vec::new(),
        frames: Vec::new(),
        found: Sweep { actions: asked, ..Sweep::default() },
        actions,
        go_on,
        most: position.spent().saturating_add(steps),
    };
    if !search.identity.is_whole() {
        return search.found;
    }
    let before = search.position.spent();
    search.found.complete = search.run().is_ok_and(|complete| complete);
    if search.found.complete && search.found.cycle.is_none() {
        search.longest_line();
    }
    search.found.positions = search.known.len();
    search.found.steps = search.position.spent() - before;
    search.found
}

struct Search<'a> {
    go_on: &'a dyn Fn() -> bool,
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

impl Search<'_> {
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
            let is_asked = self.actions.is_multiple_of(ASKED);
            if self.actions == 0 || self.position.spent() > self.most || is_asked && !(self.go_on)() {
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

    /// The longest game: lines that lead to the same position are gone through once, so that nobody may have walked it.
    fn longest_line(&mut self) {
        while self.position.undo() {}
        let (mut line, mut left) = (Vec::new(), self.found.longest);
        while left > 0 {
            let Ok(legal) = self.position.legal().cloned() else { return };
            let next = legal.iter().find(|action| {
                if self.position.play_unchecked(action).is_err() {
                    return false;
                }
                let known = self.identity.key(&self.position).and_then(|key| self.known.get(&key).copied());
                let leads = matches!(known, Some(State::Done(worth)) if worth.longest + 1 == left);
                if !leads {
                    self.position.undo();
                }
                leads
            });
            // What stands in the middle of a turn is not always kept.
            let Some(action) = next else { return };
            line.push(action);
            left -= 1;
        }
        if line.len() > self.found.seen.longest.len() {
            self.found.seen.longest = line;
        }
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
