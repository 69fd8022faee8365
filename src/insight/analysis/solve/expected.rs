//! Expected values: games in which nature acts, by all positions that can be reached.
//!
//! Where no position comes back, each is worth what those after it are worth, exactly as long as its fraction can be held. Where one
//! does, bounds from below and from above are drawn together until they meet.

use super::limits::{Limits, Meter, Stopped};
use super::positions::Positions;
use super::solution::Unsolvable;
use super::walk::{Halt, Walk};
use crate::analysis::Expected;
use rulebook_play::engine::{Action, Position};

/// Bounds that are so near have met.
const NEAR: f64 = 1e-14;
/// So often the bounds are drawn together at most.
const MOST: usize = 1_000_000;

/// What a game with luck is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpectedValue {
    /// The expected score of seat 1 with best play of both, a win being 1 and a draw 1/2: between these bounds.
    pub bounds: [f64; 2],
    /// The same as a fraction, where no position comes back and its numbers can be held.
    pub exact: Option<(u128, u128)>,
    /// All positions that can be reached.
    pub positions: u64,
    /// The actions that keep the value, where a player is to act.
    pub moves: Vec<Action>,
}

impl ExpectedValue {
    /// The value, to as many digits as the bounds agree on.
    pub fn value(&self) -> f64 {
        f64::midpoint(self.bounds[0], self.bounds[1])
    }
}

/// Who decides in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decides {
    First,
    Second,
    Nature,
    /// The game is over.
    Nobody,
}

/// Positions and where they lead.
#[derive(Default)]
struct Graph {
    decides: Vec<Decides>,
    /// Where a position's edges begin and end.
    edges: Vec<(usize, usize)>,
    /// Where each leads, and with which weight.
    to: Vec<(u32, u64)>,
    /// What a position is worth to the first seat, where the game is over.
    ends: Vec<f64>,
    /// The positions, each behind those that it leads to, as far as none comes back.
    order: Vec<u32>,
    /// Whether one comes back.
    cyclic: bool,
}

/// A position in the line at hand.
struct Frame {
    id: u32,
    actions: Vec<Action>,
    weights: Vec<u64>,
    leads: Vec<(u32, u64)>,
}

/// The expected value of a position of a game for two, which is left as it was; `go_on` is told now and then how many positions are
/// known, and says whether to go on.
///
/// # Errors
/// If there is no value within the limits, or none at all.
pub fn expected_value(
    position: &mut Position,
    limits: Limits,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<ExpectedValue, Unsolvable> {
    let players = position.game().players.len();
    if players != 2 {
        return Err(Unsolvable::Players(players));
    }
    if position.plan().pie {
        return Err(Unsolvable::Swaps);
    }
    let mut known = Positions::new(Meter::new(limits, &mut *go_on));
    let mut walk = Walk::new(position, &[]);
    let mut graph = Graph::default();
    let first = match explore(&mut walk, &mut known, &mut graph) {
        Ok(first) => first,
        Err(halt) => {
            let states = known.len() as u64;
            let line = walk.back();
            return Err(match halt {
                Halt::Stopped(stopped) => Unsolvable::Stopped(stopped, states),
                Halt::Fault(fault) => Unsolvable::Fault(fault, line),
                Halt::Stuck | Halt::Cycle | Halt::Doubtful | Halt::Drawn => Unsolvable::Stuck(line),
            });
        }
    };
    let positions = known.len() as u64;
    drop(known);
    let exact = if graph.cyclic { None } else { Some(graph.exactly()) };
    let bounds = match graph.bounds(&mut || go_on(positions)) {
        Some(bounds) => bounds,
        None => return Err(Unsolvable::Stopped(Stopped::Asked, positions)),
    };
    let root = 0;
    let kept = graph.keeping(&bounds, exact.as_deref());
    let moves = kept.into_iter().filter_map(|at| first.get(at).cloned()).collect();
    let exact = exact.and_then(|values| values[root].exact);
    Ok(ExpectedValue { bounds: [bounds[0][root], bounds[1][root]], exact, positions, moves })
}

/// Notes all positions and where they lead; gives the actions of the first.
fn explore(walk: &mut Walk<'_>, known: &mut Positions<'_>, graph: &mut Graph) -> Result<Vec<Action>, Halt> {
    let mut frames: Vec<Frame> = Vec::new();
    let (root, _) = known.add(walk, 0)?;
    let mut open = Vec::new();
    let first = match graph.enter(walk, root)? {
        Some(frame) => {
            let actions = frame.actions.clone();
            frames.push(frame);
            actions
        }
        None => Vec::new(),
    };
    open.push(!frames.is_empty());
    while let Some(frame) = frames.last_mut() {
        let at = frame.leads.len();
        let Some(action) = frame.actions.get(at) else {
            let id = frame.id as usize;
            let start = graph.to.len();
            graph.to.append(&mut frame.leads);
            graph.edges[id] = (start, graph.to.len());
            graph.order.push(frame.id);
            open[id] = false;
            frames.pop();
            if !frames.is_empty() {
                walk.undo();
            }
            continue;
        };
        let weight = frame.weights.get(at).copied().unwrap_or(1);
        walk.play(action)?;
        known.pulse()?;
        let (id, is_new) = known.add(walk, graph.memory())?;
        frame.leads.push((id, weight));
        if !is_new {
            graph.cyclic |= open[id as usize];
            walk.undo();
            continue;
        }
        let entered = graph.enter(walk, id)?;
        open.push(entered.is_some());
        match entered {
            Some(frame) => frames.push(frame),
            None => {
                graph.order.push(id);
                walk.undo();
            }
        }
    }
    Ok(first)
}

impl Graph {
    fn memory(&self) -> usize {
        16 * self.to.capacity() + 32 * self.decides.capacity()
    }

    /// Notes a new position: its frame, unless the game is over in it.
    fn enter(&mut self, walk: &mut Walk<'_>, id: u32) -> Result<Option<Frame>, Halt> {
        let ended = walk.ended()?;
        let is_first = walk.position.role_to_act().0 == 0;
        let decides = match ended {
            Some(_) => Decides::Nobody,
            None if walk.position.is_chance() => Decides::Nature,
            None if is_first => Decides::First,
            None => Decides::Second,
        };
        self.decides.push(decides);
        self.edges.push((0, 0));
        self.ends.push(match ended.map(|worth| if is_first { worth } else { -worth }) {
            Some(1) => 1.0,
            Some(-1) => 0.0,
            _ => 0.5,
        });
        if ended.is_some() {
            return Ok(None);
        }
        let actions = walk.actions()?;
        let weights = match walk.position.chance()? {
            Some(chance) => chance.weights.to_vec(),
            None => Vec::new(),
        };
        Ok(Some(Frame { id, actions, weights, leads: Vec::new() }))
    }

    fn leads(&self, id: usize) -> &[(u32, u64)] {
        let (from, to) = self.edges[id];
        &self.to[from..to]
    }

    /// The value of each position, where none comes back.
    fn exactly(&self) -> Vec<Expected> {
        let mut values = vec![Expected::ZERO; self.decides.len()];
        for id in &self.order {
            let id = *id as usize;
            let leads = self.leads(id);
            let each = leads.iter().map(|(to, _)| values[*to as usize]);
            values[id] = match self.decides[id] {
                Decides::Nobody if self.ends[id] == 1.0 => Expected::whole(1),
                Decides::Nobody if self.ends[id] == 0.0 => Expected::ZERO,
                Decides::Nobody => Expected::whole(1).weighed(1, 2),
                Decides::First => each.reduce(|a, b| if b.is_above(&a) { b } else { a }).unwrap_or(Expected::ZERO),
                Decides::Second => each.reduce(|a, b| if a.is_above(&b) { b } else { a }).unwrap_or(Expected::ZERO),
                Decides::Nature => {
                    let total = leads.iter().map(|(_, weight)| weight).sum();
                    let add = |sum: Expected, (value, (_, weight)): (Expected, &(u32, u64))| {
                        sum.plus(value.weighed(*weight, total))
                    };
                    each.zip(leads).fold(Expected::ZERO, add)
                }
            };
        }
        values
    }

    /// Bounds of the values from below and from above, as near as they come; nothing where it was to be ended before.
    fn bounds(&self, go_on: &mut dyn FnMut() -> bool) -> Option<[Vec<f64>; 2]> {
        let start = |open: f64| {
            let value =
                |(id, decides): (usize, &Decides)| if *decides == Decides::Nobody { self.ends[id] } else { open };
            self.decides.iter().enumerate().map(value).collect::<Vec<f64>>()
        };
        let mut bounds = [start(0.0), start(1.0)];
        for round in 0..MOST {
            if round % 64 == 63 && !go_on() {
                return None;
            }
            let mut moved = 0.0f64;
            for values in &mut bounds {
                moved = moved.max(self.improve(values));
            }
            let apart = |id: usize| bounds[1][id] - bounds[0][id];
            let far = (0..self.decides.len()).map(apart).fold(0.0, f64::max);
            // Bounds that no longer move do not meet: both could go on for ever.
            if far <= NEAR || moved == 0.0 {
                break;
            }
        }
        Some(bounds)
    }

    /// One step: what each position is worth by those after it. Gives the greatest change.
    fn improve(&self, values: &mut [f64]) -> f64 {
        let mut moved = 0.0f64;
        for id in &self.order {
            let id = *id as usize;
            let leads = self.leads(id);
            let each = leads.iter().map(|(to, _)| values[*to as usize]);
            let value = match self.decides[id] {
                Decides::Nobody => continue,
                Decides::First => each.fold(0.0, f64::max),
                Decides::Second => each.fold(1.0, f64::min),
                Decides::Nature => {
                    let total: u64 = leads.iter().map(|(_, weight)| weight).sum();
                    let sum: f64 = each.zip(leads).map(|(value, (_, weight))| value * *weight as f64).sum();
                    sum / total as f64
                }
            };
            moved = moved.max((value - values[id]).abs());
            values[id] = value;
        }
        moved
    }

    /// The actions of the first position, by their place, that keep its value.
    fn keeping(&self, bounds: &[Vec<f64>; 2], exact: Option<&[Expected]>) -> Vec<usize> {
        let Some(decides @ (Decides::First | Decides::Second)) = self.decides.first() else { return Vec::new() };
        let is_kept = |to: usize| match exact {
            Some(values) => !values[0].is_above(&values[to]) && !values[to].is_above(&values[0]),
            None if *decides == Decides::First => bounds[1][to] >= bounds[0][0] - NEAR,
            None => bounds[0][to] <= bounds[1][0] + NEAR,
        };
        let leads = self.leads(0).iter().enumerate();
        leads.filter(|(_, (to, _))| is_kept(*to as usize)).map(|(at, _)| at).collect()
    }
}
