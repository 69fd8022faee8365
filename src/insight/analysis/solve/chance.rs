//! All positions of a game in which nature acts, and where they lead.

use rustc_hash::FxHashMap;

use super::limits::Stopped;
use super::positions::Positions;
use super::walk::{Halt, Walk};
use rulebook_play::engine::Action;

/// What the numbers of all successors take at most.
const MOST_BYTES: u64 = 4 << 32;

/// Who decides in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decides {
    /// The first seat.
    First,
    /// Another one.
    Other,
    /// Nature, by the odds.
    Nature,
    /// Nobody: the game is over, and worth so many halves to the first seat.
    Nobody(u8),
}

/// Positions, numbered in the order in which they were found, from 0 for the first, and where they lead.
#[derive(Default)]
pub struct ChanceGraph {
    decides: Vec<Decides>,
    /// Where a position's successors begin, how many there are, and which weights they have.
    leads: Vec<(u32, u32, u32)>,
    to: Vec<u32>,
    /// The weights that nature's outcomes have somewhere, and their sum.
    weights: Vec<(Vec<u64>, u64)>,
    /// The positions, each behind those that it leads to, but for those that lead back to it, which stand beside it.
    order: Vec<u32>,
    /// Where in that order positions stand that lead back to each other: from here to there.
    rounds: Vec<(u32, u32)>,
}

/// A position in the line at hand.
struct Frame {
    id: u32,
    actions: Vec<Action>,
    leads: Vec<u32>,
    /// The weights of nature's outcomes, by their place.
    weights: u32,
    /// The first position in the line at hand that this one leads back to; itself if there is none.
    back: u32,
}

/// Where the search is.
#[derive(Default)]
struct Search {
    frames: Vec<Frame>,
    /// Positions that may still be found to lead back to one in the line at hand.
    open: Vec<u32>,
    is_open: Vec<bool>,
    weights: FxHashMap<Vec<u64>, u32>,
}

impl ChanceGraph {
    /// All positions that can be reached from the walk's, within so many steps of the evaluator.
    ///
    /// # Errors
    /// Where a limit is reached, or the rules cannot be evaluated.
    pub fn explore(walk: &mut Walk<'_>, known: &mut Positions<'_>, steps: u64) -> Result<Self, Halt> {
        let (mut graph, mut search) = (ChanceGraph::default(), Search::default());
        let most = walk.position.spent().saturating_add(steps);
        let (root, _) = known.add(walk, 0)?;
        graph.enter(walk, &mut search, root)?;
        while let Some(frame) = search.frames.last_mut() {
            let Some(action) = frame.actions.get(frame.leads.len()) else {
                graph.leave(&mut search)?;
                if !search.frames.is_empty() {
                    walk.undo();
                }
                continue;
            };
            walk.play(action)?;
            known.pulse()?;
            if walk.position.spent() > most {
                return Err(Halt::Stopped(Stopped::Asked));
            }
            let (id, is_new) = known.add(walk, graph.memory())?;
            frame.leads.push(id);
            if is_new && graph.enter(walk, &mut search, id)? {
                continue;
            }
            walk.undo();
            if let Some(frame) = search.frames.last_mut()
                && search.is_open[id as usize]
            {
                frame.back = frame.back.min(id);
            }
        }
        Ok(graph)
    }

    /// The bytes that it takes.
    fn memory(&self) -> usize {
        2 * self.decides.capacity() + 12 * self.leads.capacity() + 4 * (self.to.capacity() + self.order.capacity())
    }

    /// Notes a new position. Whether it leads anywhere: if so, it is in the line at hand.
    fn enter(&mut self, walk: &mut Walk<'_>, search: &mut Search, id: u32) -> Result<bool, Halt> {
        let ended = walk.ended()?;
        let is_first = walk.position.role_to_act().0 == 0;
        let decides = match ended {
            Some(worth) => Decides::Nobody((1 + if is_first { worth } else { -worth }) as u8),
            None if walk.position.is_chance() => Decides::Nature,
            None if is_first => Decides::First,
            None => Decides::Other,
        };
        self.decides.push(decides);
        self.leads.push((0, 0, 0));
        search.is_open.push(ended.is_none());
        if ended.is_some() {
            self.order.push(id);
            return Ok(false);
        }
        let actions = walk.actions()?;
        let weights = match walk.position.chance()? {
            None => 0,
            Some(chance) => *search.weights.entry(chance.weights.to_vec()).or_insert_with(|| {
                self.weights.push((chance.weights.to_vec(), chance.weights.iter().sum()));
                self.weights.len() as u32 - 1
            }),
        };
        search.open.push(id);
        search.frames.push(Frame { id, actions, leads: Vec::new(), weights, back: id });
        Ok(true)
    }

    /// Is done with the last position in the line at hand, and, where it leads back to none before it, with all that lead back to it.
    fn leave(&mut self, search: &mut Search) -> Result<(), Halt> {
        let Some(mut frame) = search.frames.pop() else { return Ok(()) };
        let from = u32::try_from(self.to.len()).map_err(|_| Stopped::Bytes(MOST_BYTES))?;
        self.leads[frame.id as usize] = (from, frame.leads.len() as u32, frame.weights);
        let is_round = frame.leads.contains(&frame.id);
        self.to.append(&mut frame.leads);
        if let Some(before) = search.frames.last_mut() {
            before.back = before.back.min(frame.back);
        }
        if frame.back < frame.id {
            return Ok(());
        }
        let begin = self.order.len();
        while let Some(id) = search.open.pop() {
            search.is_open[id as usize] = false;
            self.order.push(id);
            if id == frame.id {
                break;
            }
        }
        if is_round || self.order.len() - begin > 1 {
            self.rounds.push((begin as u32, self.order.len() as u32));
        }
        Ok(())
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.decides.len()
    }

    /// Who decides in a position.
    pub fn decides(&self, id: u32) -> Decides {
        self.decides[id as usize]
    }

    /// The positions that one leads to, in the order of its legal actions.
    pub fn leads(&self, id: u32) -> &[u32] {
        let (from, count, _) = self.leads[id as usize];
        &self.to[from as usize..(from + count) as usize]
    }

    /// The weights of what nature can do in a position, in the order of its legal actions, and their sum.
    pub fn odds(&self, id: u32) -> (&[u64], u64) {
        let (weights, total) = &self.weights[self.leads[id as usize].2 as usize];
        (weights, *total)
    }

    /// What a number of the positions that nature may lead to is on average.
    pub fn mean(&self, id: u32, of: impl Fn(u32) -> f64) -> f64 {
        let (weights, total) = self.odds(id);
        let sum: f64 = self.leads(id).iter().zip(weights).map(|(to, weight)| of(*to) * *weight as f64).sum();
        sum / total as f64
    }

    /// Whether a position can come back.
    pub fn has_rounds(&self) -> bool {
        !self.rounds.is_empty()
    }

    /// The positions in parts, each behind those that it leads to; and whether the positions of a part lead back to each other.
    pub fn parts(&self) -> impl Iterator<Item = (&[u32], bool)> {
        let mut rounds = self.rounds.iter().peekable();
        let mut at = 0;
        std::iter::from_fn(move || {
            let from = at;
            let round = rounds.next_if(|(begin, _)| *begin as usize == from);
            at = match round {
                Some((_, end)) => *end as usize,
                None => from + 1,
            };
            self.order.get(from..at).map(|part| (part, round.is_some()))
        })
    }

    /// Where the nearest position of some is, and once around from there: the place of each action among the legal ones, and after
    /// how many of them the way around begins. In each of these positions `stay` tells an action that leads to another of them.
    pub fn way_around(
        &self,
        is_one: impl Fn(u32) -> bool,
        stay: impl Fn(u32) -> Option<usize>,
    ) -> Option<(Vec<usize>, usize)> {
        let mut from: Vec<Option<(u32, u32)>> = vec![None; self.len()];
        let mut queue = std::collections::VecDeque::from([0]);
        let mut at = loop {
            let id = queue.pop_front()?;
            if is_one(id) {
                break id;
            }
            for (action, to) in (0u32..).zip(self.leads(id)) {
                if *to != 0 && from[*to as usize].is_none() {
                    from[*to as usize] = Some((id, action));
                    queue.push_back(*to);
                }
            }
        };
        let mut line = Vec::new();
        let mut back = at;
        while let Some((before, action)) = from[back as usize] {
            line.push(action as usize);
            back = before;
        }
        line.reverse();
        let mut seen: FxHashMap<u32, usize> = FxHashMap::default();
        loop {
            if let Some(begin) = seen.insert(at, line.len()) {
                return Some((line, begin));
            }
            let action = stay(at)?;
            line.push(action);
            at = *self.leads(at).get(action)?;
        }
    }
}
