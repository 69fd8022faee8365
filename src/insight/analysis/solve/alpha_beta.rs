//! The value of a position by alpha-beta search with a table of all positions looked into.
//!
//! Values are 1, 0 and -1 for the seat to act. A position's entry bounds its value from both sides. The search stops at a
//! position that comes back in its own line of play: what it is worth then depends on the line.

use super::limits::Meter;
use super::positions::Positions;
use super::walk::{Halt, Walk};
use rulebook_play::engine::{Action, ActionList};

/// The values that a position can still have, by what is known; and whether it is in the line at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ValueBounds {
    low: i8,
    high: i8,
    open: bool,
}

impl ValueBounds {
    const NEW: ValueBounds = ValueBounds { low: -1, high: 1, open: false };

    /// The bounds as the seat sees them that acted before; `same` if it is to act again.
    fn seen(self, same: bool) -> (i8, i8) {
        if same { (self.low, self.high) } else { (-self.high, -self.low) }
    }
}

/// An action that is still to be tried.
#[derive(Clone, Copy, Debug)]
struct Try {
    /// Its place among the packed actions.
    start: u32,
    end: u32,
    /// The lower the better.
    rank: i64,
}

/// A position in the line at hand.
#[derive(Clone, Copy, Debug)]
struct Frame {
    id: u32,
    /// Whether the seat is the same that acted before.
    same: bool,
    alpha: i8,
    beta: i8,
    /// The lower bound that the search was asked to beat.
    asked: i8,
    best: i8,
    /// The next of its tries, which lie one behind the other from the best down to `tries`.
    tries: usize,
    packed: usize,
    /// The action tried last.
    tried: Option<Try>,
}

/// How often actions were good elsewhere, by a hash of what they do.
const GOOD: usize = 1 << 14;

/// A search that can be asked for the values of several positions.
pub struct Prover<'a> {
    /// Where it is.
    pub walk: Walk<'a>,
    /// The positions known, each with its entry.
    pub positions: Positions<'a>,
    entries: Vec<ValueBounds>,
    good: Vec<u32>,
    list: ActionList,
    frames: Vec<Frame>,
    tries: Vec<Try>,
    packed: Vec<u16>,
}

/// What is known of a position before its actions are tried.
enum Lookup {
    /// Its value, as far as it matters.
    Value(i8),
    /// A frame was opened for it.
    Open,
}

impl<'a> Prover<'a> {
    /// A search from where the walk is.
    pub fn new(walk: Walk<'a>, meter: Meter<'a>) -> Self {
        Prover {
            walk,
            positions: Positions::new(meter),
            entries: Vec::new(),
            good: vec![0; GOOD],
            list: ActionList::new(),
            frames: Vec::new(),
            tries: Vec::new(),
            packed: Vec::new(),
        }
    }

    /// The value of the position at hand for the seat to act, if it lies between the bounds; else something that lies on the
    /// same side of the bound as the value.
    pub fn value(&mut self, alpha: i8, beta: i8) -> Result<i8, Halt> {
        let bottom = self.frames.len();
        let mut result = match self.enter(alpha, beta, true)? {
            Lookup::Value(value) => return Ok(value),
            Lookup::Open => None,
        };
        while self.frames.len() > bottom {
            let top = self.frames.len() - 1;
            let frame = &mut self.frames[top];
            if let Some(value) = result.take() {
                frame.best = frame.best.max(value);
                frame.alpha = frame.alpha.max(value);
            }
            let cut = frame.best >= frame.beta;
            if cut || self.tries.len() == frame.tries {
                let frame = *frame;
                if let Some(tried) = frame.tried.filter(|_| cut) {
                    self.praise(&self.unpacked(tried));
                }
                self.close(&frame, cut);
                let value = if frame.same { frame.best } else { -frame.best };
                self.frames.pop();
                if self.frames.len() == bottom {
                    return Ok(frame.best);
                }
                self.walk.undo();
                result = Some(value);
                continue;
            }
            let Some(next) = self.tries.pop() else { continue };
            frame.tried = Some(next);
            let frame = *frame;
            let action = self.unpacked(next);
            let same = self.walk.play(&action)?;
            let (alpha, beta) = if same { (frame.alpha, frame.beta) } else { (-frame.beta, -frame.alpha) };
            if let Lookup::Value(value) = self.enter(alpha, beta, same)? {
                self.walk.undo();
                result = Some(if same { value } else { -value });
            }
        }
        Ok(result.unwrap_or(0))
    }

    fn unpacked(&self, tried: Try) -> Action {
        Action::unpack(&self.packed[tried.start as usize..tried.end as usize])
    }

    /// Gives the position's entry what was found, and forgets the rest.
    fn close(&mut self, frame: &Frame, cut: bool) {
        let entry = &mut self.entries[frame.id as usize];
        entry.open = false;
        if frame.best > frame.asked {
            entry.low = entry.low.max(frame.best);
        }
        if !cut {
            entry.high = entry.high.min(frame.best);
        }
        self.tries.truncate(frame.tries);
        self.packed.truncate(frame.packed);
    }

    /// Looks at the position at hand: its value as far as the table, the rules and its actions' results tell it, or a frame
    /// with the actions to try.
    fn enter(&mut self, alpha: i8, beta: i8, same: bool) -> Result<Lookup, Halt> {
        if let Some(value) = self.walk.ended()? {
            return Ok(Lookup::Value(value));
        }
        let more = self.entries.capacity() * 3 + self.tries.capacity() * 16 + 2 * self.packed.capacity();
        let (id, new) = self.positions.add(&mut self.walk, more)?;
        if new {
            self.entries.push(ValueBounds::NEW);
        }
        let entry = self.entries[id as usize];
        if entry.open {
            return Err(Halt::Cycle);
        }
        if entry.low == entry.high || entry.low >= beta {
            return Ok(Lookup::Value(entry.low));
        }
        if entry.high <= alpha {
            return Ok(Lookup::Value(entry.high));
        }
        self.open(id, alpha, beta, same)
    }

    fn open(&mut self, id: u32, alpha: i8, beta: i8, same: bool) -> Result<Lookup, Halt> {
        let mut frame = Frame {
            id,
            same,
            alpha: alpha.max(self.entries[id as usize].low),
            beta: beta.min(self.entries[id as usize].high),
            asked: alpha,
            best: self.entries[id as usize].low,
            tries: self.tries.len(),
            packed: self.packed.len(),
            tried: None,
        };
        self.entries[id as usize].open = true;
        let mut list = std::mem::take(&mut self.list);
        self.walk.legal(&mut list)?;
        let mut cut = None;
        for action in list.iter() {
            let value = self.glance(&action, &mut frame)?;
            if value.is_some_and(|value| value >= frame.beta) {
                cut = value;
                self.praise(&action);
                break;
            }
        }
        self.list = list;
        if let Some(value) = cut {
            frame.best = value;
            self.close(&frame, true);
            return Ok(Lookup::Value(value));
        }
        if self.tries.len() == frame.tries {
            self.close(&frame, false);
            return Ok(Lookup::Value(frame.best));
        }
        // The best is tried first, and taken from the end.
        self.tries[frame.tries..].sort_by_key(|other| std::cmp::Reverse(other.rank));
        self.frames.push(frame);
        Ok(Lookup::Open)
    }

    /// Looks where an action leads: a lower bound of what that is worth, if it is known; else the action is to be tried.
    fn glance(&mut self, action: &Action, frame: &mut Frame) -> Result<Option<i8>, Halt> {
        self.positions.pulse()?;
        let same = self.walk.play(action)?;
        let mut low = None;
        let mut exact = false;
        let mut replies = 0;
        if let Some(value) = self.walk.ended()? {
            (low, exact) = (Some(if same { value } else { -value }), true);
        } else {
            replies = self.walk.position.legal()?.len() as i64;
            if let Some(id) = self.positions.find(&mut self.walk) {
                let entry = self.entries[id as usize];
                if entry.open {
                    return Err(Halt::Cycle);
                }
                let (least, most) = entry.seen(same);
                low = (least > -1 || least == most).then_some(least);
                exact = least == most;
            }
        }
        self.walk.undo();
        frame.best = frame.best.max(low.unwrap_or(-1));
        frame.alpha = frame.alpha.max(frame.best);
        if !exact && low.is_none_or(|low| low < frame.beta) {
            // Few replies of the other player, and what was good elsewhere.
            let few = if same { -replies } else { replies };
            let rank = (few << 20) - i64::from(self.good[self.trait_of(action)].min(1 << 19));
            let start = self.packed.len() as u32;
            action.pack(&mut self.packed);
            self.tries.push(Try { start, end: self.packed.len() as u32, rank });
        }
        Ok(low)
    }

    fn praise(&mut self, action: &Action) {
        let at = self.trait_of(action);
        self.good[at] = self.good[at].saturating_add(1);
    }

    /// What an action does, as a place in the table of good ones.
    fn trait_of(&self, action: &Action) -> usize {
        let role = u64::from(self.walk.position.role_to_act().0);
        let mix = |hash: u64, n: u16| (hash ^ u64::from(n)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        let hash = action.picks().iter().fold(mix(role, action.choice()), |hash, pick| mix(hash, *pick));
        (hash >> 20) as usize % GOOD
    }
}
