//! Going through positions: what a search stops at, and what an action leads to.

use super::keys::Keys;
use super::limits::Stopped;
use super::solution::Unsolvable;
use crate::audit::Automorphism;
use rulebook_play::engine::{Action, ActionList, Fault, Outcome, Position};

/// Why a search goes no further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A limit.
    Stopped(Stopped),
    /// The rules cannot be evaluated in the position at hand.
    Fault(Fault),
    /// The player to act has no action, and no rule says what that means.
    Stuck,
    /// The position at hand comes back in a line of play.
    Cycle,
    /// Two end clauses hold at once, of which an automorphism says nothing then.
    Doubtful,
    /// A game is drawn, which a search was told cannot be.
    Drawn,
}

impl Halt {
    /// Why there is no solution, where so many positions are known and a search stopped after this line of play.
    pub fn unsolvable(self, states: u64, line: Vec<String>) -> Unsolvable {
        match self {
            Halt::Stopped(stopped) => Unsolvable::Stopped(stopped, states),
            Halt::Fault(fault) => Unsolvable::Fault(fault, line),
            Halt::Stuck | Halt::Cycle | Halt::Doubtful | Halt::Drawn => Unsolvable::Stuck(line),
        }
    }
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Halt::Fault(fault)
    }
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Halt::Stopped(stopped)
    }
}

/// A position that a search moves about in.
pub struct Walk<'a> {
    /// The position at hand.
    pub position: &'a mut Position,
    keys: Keys,
    /// Pairs of end clauses that must not hold at once.
    pairs: Vec<(usize, usize)>,
    /// The actions played, packed, and where each ends.
    path: Vec<u16>,
    ends: Vec<u32>,
}

impl<'a> Walk<'a> {
    /// A walk from a position, which merges positions that the automorphisms map onto each other.
    pub fn new(position: &'a mut Position, automorphisms: &[Automorphism]) -> Self {
        let keys = Keys::new(position, automorphisms);
        let mut pairs = Vec::new();
        if keys.are_merged() {
            pairs = automorphisms.iter().flat_map(|automorphism| automorphism.provided.iter().copied()).collect();
            pairs.sort_unstable();
            pairs.dedup();
        }
        Walk { position, keys, pairs, path: Vec::new(), ends: Vec::new() }
    }

    /// What the position at hand is worth to the seat to act, if the game is over: 1, 0 or -1.
    pub fn ended(&mut self) -> Result<Option<i8>, Halt> {
        let Some(outcome) = self.position.outcome()? else { return Ok(None) };
        if outcome.stuck {
            return Err(Halt::Stuck);
        }
        if !self.pairs.is_empty() {
            let holding = self.position.clauses_holding()?;
            if self.pairs.iter().any(|(a, b)| holding.contains(a) && holding.contains(b)) {
                return Err(Halt::Doubtful);
            }
        }
        Ok(Some(self.worth(&outcome)))
    }

    fn worth(&self, outcome: &Outcome) -> i8 {
        match outcome.winners.as_slice() {
            [winner] if *winner == self.position.role_to_act() => 1,
            [_] => -1,
            _ => 0,
        }
    }

    /// Copies the legal actions of the position at hand.
    pub fn legal(&mut self, list: &mut ActionList) -> Result<(), Halt> {
        Ok(self.position.legal_into(list)?)
    }

    /// The legal actions of the position at hand, in a list of their own.
    pub fn actions(&mut self) -> Result<Vec<Action>, Halt> {
        Ok(self.position.legal()?.iter().collect())
    }

    /// Plays an action; whether the same seat is to act then.
    pub fn play(&mut self, action: &Action) -> Result<bool, Halt> {
        let seat = self.position.seat_to_act();
        self.position.play_unchecked(action)?;
        action.pack(&mut self.path);
        self.ends.push(self.path.len() as u32);
        Ok(self.position.seat_to_act() == seat)
    }

    /// Takes the last action back.
    pub fn undo(&mut self) {
        self.position.undo();
        self.ends.pop();
        self.path.truncate(self.ends.last().map_or(0, |end| *end as usize));
    }

    /// The key of the position at hand.
    pub fn key(&mut self) -> &[u8] {
        self.keys.of(self.position)
    }

    /// Bytes that it takes; of a line of actions by a guess from what each changes.
    pub fn memory(&self) -> usize {
        self.keys.memory() + self.ends.len() * (256 + 16 * self.position.memory().len())
    }

    /// Goes back to where the walk began, and gives the actions that led to the position at hand, as written.
    pub fn back(&mut self) -> Vec<String> {
        let (path, ends) = (std::mem::take(&mut self.path), std::mem::take(&mut self.ends));
        let mut line = Vec::new();
        let mut until = path.len();
        for end in ends.iter().rev().skip(1).map(|end| *end as usize).chain([0]).take(ends.len()) {
            self.position.undo();
            line.push(self.position.written(&Action::unpack(&path[end..until])));
            until = end;
        }
        line.reverse();
        line
    }
}
