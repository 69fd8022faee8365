//! All positions that can be reached, each looked at once: depth first, on a stack of its own.
//!
//! While no position comes back in its own line of play, everything is known of a position once everything is known of those
//! after it. Where one does, the sweep notes which position leads to which, and `retrograde.rs` works backwards.

use super::limits::Meter;
use super::positions::Positions;
use super::retrograde::{self, Graph};
use super::solution::{GameValue, Length};
use super::walk::{Halt, Walk};
use rulebook_play::engine::{Action, ActionList};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// What it is worth to the seat to act.
    pub value: i8,
    /// The length of best play from here.
    pub best: u32,
    /// The longest line from here.
    pub longest: u32,
    /// Whether it is in the line at hand, and so nothing is known yet.
    open: bool,
}

/// A position in the line at hand, with what its actions so far came to.
#[derive(Clone, Copy, Debug)]
struct Frame {
    id: u32,
    /// Whether the seat is the same that acted before.
    same: bool,
    /// The next action, among those of the whole line, and one past the last.
    next: u32,
    end: u32,
    sum: Sum,
}

/// What the actions of a position come to, so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// By value, from -1 to 1: the least and the greatest length of best play after the actions with that value.
    lengths: [Option<(u32, u32)>; 3],
    longest: u32,
}

impl Sum {
    /// Adds an action that leads to a position with these facts; `same` if the same seat is to act there.
    fn add(&mut self, facts: Facts, same: bool) {
        let value = if same { facts.value } else { -facts.value };
        let length = facts.best + 1;
        let known = &mut self.lengths[(value + 1) as usize];
        *known = Some(known.map_or((length, length), |(least, most)| (least.min(length), most.max(length))));
        self.longest = self.longest.max(facts.longest + 1);
    }

    fn facts(&self) -> Facts {
        let (value, best) = match self.lengths {
            [_, _, Some((least, _))] => (1, least),
            [_, Some((_, most)), None] => (0, most),
            [lost, None, None] => (-1, lost.map_or(0, |(_, most)| most)),
        };
        Facts { value, best, longest: self.longest, open: false }
    }
}

/// What a sweep gives.
pub struct Swept {
    /// How the first position comes out.
    pub value: GameValue,
    /// The length of best play.
    pub best: Length,
    /// The longest line.
    pub longest: Length,
    /// How many positions.
    pub positions: u64,
    /// Whether some line is drawn.
    pub draws: bool,
    /// The first actions that keep the value.
    pub moves: Vec<Action>,
}

/// One sweep.
pub struct Sweep<'a> {
    /// Where it is.
    pub walk: Walk<'a>,
    /// The positions known, each with its facts.
    pub known: Positions<'a>,
    facts: Vec<Facts>,
    frames: Vec<Frame>,
    /// The actions of the frames, packed, and where each ends.
    packed: Vec<u16>,
    ends: Vec<u32>,
    draws: bool,
    /// Where positions may come back.
    graph: Option<Graph>,
}

impl<'a> Sweep<'a> {
    /// A sweep from where the walk is; for games in which positions may come back, or for others.
    pub fn new(walk: Walk<'a>, meter: Meter<'a>, cyclic: bool) -> Self {
        Sweep {
            walk,
            known: Positions::new(meter),
            facts: Vec::new(),
            frames: Vec::new(),
            packed: Vec::new(),
            ends: Vec::new(),
            draws: false,
            graph: cyclic.then(Graph::default),
        }
    }

    /// Looks at every position. A [`Halt::Cycle`] says that this sweep is for other games.
    pub fn run(&mut self) -> Result<Swept, Halt> {
        let seat = self.walk.position.seat_to_act();
        let mut list = ActionList::new();
        // The first position's actions, in order, with where they lead.
        let (root, _) = self.known.add(&mut self.walk, 0)?;
        self.facts.push(Facts::default());
        self.open(root, true, &mut list)?;
        let first: Vec<Action> = list.iter().collect();
        let mut result: Option<(u32, bool)> = None;
        let mut leads = Vec::with_capacity(first.len());
        while let Some(frame) = self.frames.last_mut() {
            if let Some((id, same)) = result.take() {
                frame.sum.add(self.facts[id as usize], same);
                if let Some(graph) = &mut self.graph {
                    graph.lead(frame.id, id, same);
                }
                if self.frames.len() == 1 {
                    leads.push((id, same));
                }
                continue;
            }
            if frame.next == frame.end {
                let frame = *frame;
                self.facts[frame.id as usize] = frame.sum.facts();
                self.frames.pop();
                // Its actions came right after those of the frame before.
                self.ends.truncate(self.frames.last().map_or(0, |before| before.end as usize));
                self.packed.truncate(self.ends.last().map_or(0, |end| *end as usize));
                if self.frames.is_empty() {
                    break;
                }
                self.walk.undo();
                result = Some((frame.id, frame.same));
                continue;
            }
            let at = frame.next as usize;
            frame.next += 1;
            let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
            let action = Action::unpack(&self.packed[start..self.ends[at] as usize]);
            let same = self.walk.play(&action)?;
            if let Some(id) = self.enter(same, &mut list)? {
                self.walk.undo();
                result = Some((id, same));
            }
        }
        Ok(self.finish(seat, root, first, &leads))
    }

    /// Looks at the position at hand: its number, if all is known of it, or a frame for it.
    fn enter(&mut self, same: bool, list: &mut ActionList) -> Result<Option<u32>, Halt> {
        self.known.pulse()?;
        let edges = self.graph.as_ref().map_or(0, Graph::memory);
        let own = self.facts.capacity() * size_of::<Facts>() + 2 * self.packed.capacity() + 4 * self.ends.capacity();
        let (id, new) = self.known.add(&mut self.walk, own + edges)?;
        if !new {
            if self.facts[id as usize].open && self.graph.is_none() {
                return Err(Halt::Cycle);
            }
            return Ok(Some(id));
        }
        self.facts.push(Facts::default());
        if let Some(value) = self.walk.ended()? {
            self.draws |= value == 0;
            self.facts[id as usize].value = value;
            if let Some(graph) = &mut self.graph {
                graph.end(id, value);
            }
            return Ok(Some(id));
        }
        self.open(id, same, list)?;
        Ok(None)
    }

    fn open(&mut self, id: u32, same: bool, list: &mut ActionList) -> Result<(), Halt> {
        self.walk.legal(list)?;
        let next = self.ends.len() as u32;
        for action in list.iter() {
            action.pack(&mut self.packed);
            self.ends.push(self.packed.len() as u32);
        }
        self.facts[id as usize].open = true;
        self.frames.push(Frame { id, same, next, end: self.ends.len() as u32, sum: Sum::default() });
        Ok(())
    }

    fn finish(&mut self, seat: u8, root: u32, first: Vec<Action>, leads: &[(u32, bool)]) -> Swept {
        let positions = self.known.len() as u64;
        let graph = self.graph.take();
        let solved = graph.map(|graph| retrograde::solve(&graph, positions as usize, root));
        let facts = |id: u32| solved.as_ref().map_or(self.facts[id as usize].value, |solved| solved.value(id));
        let value = facts(root);
        let keeps = |(id, same): &(u32, bool)| value >= 0 && if *same { facts(*id) } else { -facts(*id) } == value;
        let moves = first.iter().zip(leads).filter(|(_, lead)| keeps(lead)).map(|(action, _)| action.clone()).collect();
        let known = self.facts[root as usize];
        let (drawn, best, longest) = match &solved {
            Some(solved) => (solved.undecided, solved.best, solved.longest),
            None => (GameValue::Draw, Length::Plies(known.best), Length::Plies(known.longest)),
        };
        let value = if value == 0 { drawn } else { GameValue::of(value, seat) };
        Swept { value, best, longest, positions, draws: self.draws, moves }
    }
}
