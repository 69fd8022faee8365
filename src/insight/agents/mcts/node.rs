//! The nodes of a tree: in one arena, actions packed beside, so that a simulation allocates nothing once there is room.

use std::ops::Range;

use super::proof::Proof;
use crate::agents::reward::WIN;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList};

/// No node: the root is nobody's child.
pub const NONE: u32 = 0;

/// A node, or its children, stand in no list.
const UNLISTED: u32 = u32::MAX;

/// How far a node was looked ahead from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sight {
    /// Not at all.
    #[default]
    Nothing,
    /// Its actions were tried.
    Actions,
    /// So were replies to them.
    Replies,
}

/// A node: a position after the action that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What its simulations were worth, added up, to the seat that chose to come here.
    pub score: u64,
    /// How many simulations came through.
    pub visits: u32,
    /// Where its action is packed.
    action: u32,
    /// Its first child, or none.
    pub child: u32,
    /// The next child of its parent, or none.
    pub next: u32,
    /// Where the actions are packed that were not tried yet.
    untried: u32,
    /// How many they are.
    pub left: u32,
    /// How many actions there are, tried ones included.
    pub actions: u32,
    /// The seat to act, where actions were given to the node.
    pub seat: u8,
    /// Whether its actions are packed.
    pub expanded: bool,
    /// How far was looked ahead from it.
    pub sight: Sight,
    /// How the game ends from here with best play, once that is proved.
    pub known: Option<Proof>,
    /// How many simulations that came through are not counted yet.
    pub pending: u16,
    /// Where its children are listed, once all actions were tried.
    listed: u32,
    /// Where it is listed itself.
    place: u32,
}

/// The nodes of a tree, the root first.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    nodes: Vec<Node>,
    /// Packed actions, each after its length.
    packed: Vec<u16>,
    /// The children of nodes whose actions were all tried, one list after another: to look at all of them, one need not wait for each
    /// to say which is next.
    lists: Vec<u32>,
    /// Of each of them what its simulations were worth on average to the seat that chooses, from 0 to 1.
    means: Vec<f64>,
    /// One by the square root of how many simulations came through it, those included that are not counted yet.
    spreads: Vec<f64>,
    order: Vec<u32>,
}

impl Nodes {
    /// A tree of its root alone.
    pub fn reset(&mut self, seat: u8) {
        self.clear();
        self.add(0, seat);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.packed.clear();
        self.lists.clear();
        self.means.clear();
        self.spreads.clear();
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many numbers the packed actions take.
    pub fn packed(&self) -> usize {
        self.packed.len()
    }

    /// A node.
    pub fn get(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// How many simulations came through a node, those included that are not counted yet.
    pub fn come(&self, at: u32) -> u32 {
        let node = self.get(at);
        node.visits + u32::from(node.pending)
    }

    /// A node to be changed.
    pub fn get_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }

    /// The action that leads to a node.
    pub fn action(&self, at: u32) -> Action {
        self.unpacked(self.get(at).action)
    }

    /// The children of a node that were tried.
    pub fn children(&self, at: u32) -> impl Iterator<Item = (u32, &Node)> {
        let mut child = self.get(at).child;
        std::iter::from_fn(move || {
            let here = child;
            let node = (here != NONE).then(|| self.get(here))?;
            child = node.next;
            Some((here, node))
        })
    }

    /// Lists the children of a node whose actions were all tried, unless that is done.
    pub fn list_children(&mut self, at: u32) {
        if self.get(at).listed != UNLISTED {
            return;
        }
        let start = self.lists.len() as u32;
        let mut child = self.get(at).child;
        while child != NONE {
            let place = self.lists.len() as u32;
            self.lists.push(child);
            self.means.push(0.0);
            self.spreads.push(0.0);
            self.get_mut(child).place = place;
            self.weigh(child);
            child = self.get(child).next;
        }
        self.get_mut(at).listed = start;
    }

    /// Another simulation has come through a node, or, by -1, one less is to be counted.
    pub fn pend(&mut self, at: u32, by: i16) {
        let node = self.get_mut(at);
        node.pending = node.pending.saturating_add_signed(by);
        self.weigh_come(at);
    }

    /// Counts a simulation in a node, which was worth so much to the seat that chose to come here, and which came through as long as it
    /// was under way.
    pub fn count(&mut self, at: u32, worth: u64, was_under_way: bool) {
        let node = self.get_mut(at);
        node.score += worth;
        node.visits += 1;
        if was_under_way {
            node.pending = node.pending.saturating_sub(1);
            self.weigh_mean(at);
        } else {
            self.weigh(at);
        }
    }

    /// Works out what the choice of a node asks, where it is listed.
    fn weigh(&mut self, at: u32) {
        self.weigh_mean(at);
        self.weigh_come(at);
    }

    fn weigh_mean(&mut self, at: u32) {
        let node = self.get(at);
        let (score, visits) = (node.score as f64, f64::from(node.visits.max(1)));
        if let Some(mean) = self.means.get_mut(self.nodes[at as usize].place as usize) {
            *mean = score / (visits * WIN as f64);
        }
    }

    fn weigh_come(&mut self, at: u32) {
        let come = f64::from(self.come(at).max(1));
        if let Some(spread) = self.spreads.get_mut(self.nodes[at as usize].place as usize) {
            *spread = 1.0 / come.sqrt();
        }
    }

    /// The listed child of a node with the highest upper bound, the first one of several, for the seat that chooses there. Those that
    /// are known to be worth nothing to it come last.
    pub fn highest(&mut self, at: u32, exploration: f64, seats: usize) -> u32 {
        let node = *self.get(at);
        let all = node.listed as usize..node.listed as usize + node.actions as usize;
        let (Some(list), Some(means), Some(spreads)) =
            (self.lists.get(all.clone()), self.means.get_mut(all.clone()), self.spreads.get(all))
        else {
            return NONE;
        };
        let bound = |mean: f64, spread: f64| mean + exploration * spread;
        loop {
            // Four at a time, so that each need not wait for the one before it.
            let mut tops = [f64::NEG_INFINITY; 4];
            let ((means4, means1), (spreads4, spreads1)) = (means.as_chunks::<4>(), spreads.as_chunks::<4>());
            for (means, spreads) in means4.iter().zip(spreads4) {
                for at in 0..4 {
                    let bound = bound(means[at], spreads[at]);
                    tops[at] = if bound > tops[at] { bound } else { tops[at] };
                }
            }
            let rest = means1.iter().zip(spreads1).map(|(mean, spread)| bound(*mean, *spread));
            let top = rest.chain(tops).fold(f64::NEG_INFINITY, f64::max);
            let is_top = |(mean, spread): (&f64, &f64)| bound(*mean, *spread) >= top;
            let first = means.iter().zip(spreads).position(is_top).filter(|_| top > f64::NEG_INFINITY);
            let Some((first, child)) = first.and_then(|first| Some((first, *list.get(first)?))) else { break };
            let known = self.nodes.get(child as usize).and_then(|child| child.known);
            if known.is_none_or(|known| known.worth(node.seat, seats) > 0) {
                return child;
            }
            // What is known once is known for good.
            means[first] = f64::NEG_INFINITY;
        }
        let least = spreads.iter().zip(list).max_by(|(a, _), (b, _)| a.total_cmp(b));
        least.map_or(NONE, |(_, child)| *child)
    }

    /// Gives a node its actions, in random order, and the seat that chooses among them.
    pub fn expand(&mut self, at: u32, seat: u8, actions: &ActionList, rng: &mut Rng) {
        let untried = self.packed.len() as u32;
        self.order.clear();
        self.order.extend(0..actions.len() as u32);
        rng.shuffle(&mut self.order);
        for index in &self.order {
            let head = self.packed.len();
            self.packed.push(0);
            actions.pack(*index as usize, &mut self.packed);
            self.packed[head] = (self.packed.len() - head - 1) as u16;
        }
        let node = self.get_mut(at);
        (node.seat, node.untried, node.left, node.expanded) = (seat, untried, actions.len() as u32, true);
        node.actions = node.left;
    }

    /// Where the actions of a node that were not tried yet are packed, each with its length.
    fn untried_places(&self, at: u32) -> impl Iterator<Item = Range<usize>> {
        let node = self.get(at);
        let mut end = node.untried as usize;
        (0..node.left).map(move |_| {
            let start = end;
            end += self.packed.get(start).map_or(0, |length| usize::from(*length) + 1);
            start..end
        })
    }

    /// All actions of a node that were not tried yet.
    pub fn all_untried(&self, at: u32) -> Vec<Action> {
        self.untried_places(at).map(|place| self.unpacked(place.start as u32)).collect()
    }

    /// Makes those of the untried actions of a node its children whose results are known, each given with the seat to act after it.
    /// The others remain in their order.
    pub fn settle(&mut self, at: u32, known: &[Option<(Proof, u8)>]) {
        let places: Vec<Range<usize>> = self.untried_places(at).collect();
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
        let (start, old) = (first.start, self.packed[first.start..last.end].to_vec());
        let mut to = start;
        for settled in [true, false] {
            for (place, _) in places.iter().zip(known).filter(|(_, known)| known.is_some() == settled) {
                self.packed[to..to + place.len()].copy_from_slice(&old[place.start - start..place.end - start]);
                to += place.len();
            }
        }
        for (proof, seat) in known.iter().flatten() {
            let child = self.try_next(at, *seat);
            self.get_mut(child).known = Some(*proof);
        }
    }

    /// What the results of a node's actions prove of it: a win that one of them is, or the best where all are known.
    pub fn proof(&self, at: u32, seats: usize) -> Option<Proof> {
        let node = self.get(at);
        let results = || self.children(at).map(|(_, child)| child.known);
        let won = results().flatten().filter(|proof| proof.wins(node.seat, seats)).min_by_key(|proof| proof.plies);
        let all = || if node.left > 0 { None } else { Proof::best(results(), node.seat, seats) };
        won.or_else(all).map(Proof::earlier)
    }

    /// Makes the next action that was not tried a child, where `seat` is to act; that is asked of nodes with actions alone.
    pub fn try_next(&mut self, at: u32, seat: u8) -> u32 {
        let parent = *self.get(at);
        let child = self.add(parent.untried, seat);
        self.get_mut(child).next = parent.child;
        let length = u32::from(self.packed[parent.untried as usize]);
        let parent = self.get_mut(at);
        (parent.child, parent.left) = (child, parent.left - 1);
        parent.untried += length + 1;
        child
    }

    /// Copies what lies below a node to `to`, of which it becomes the root.
    pub fn copy_below(&self, root: u32, to: &mut Nodes) {
        to.clear();
        let mut from = vec![root];
        to.take(self, root);
        let mut at = 0;
        while at < from.len() {
            // Children stay in their order.
            let mut last = NONE;
            for (child, _) in self.children(from[at]) {
                let copy = to.take(self, child);
                match last {
                    NONE => to.nodes[at].child = copy,
                    _ => to.get_mut(last).next = copy,
                }
                last = copy;
                from.push(child);
            }
            at += 1;
        }
    }

    /// Copies a node without its relatives.
    fn take(&mut self, from: &Nodes, at: u32) -> u32 {
        let node = from.get(at);
        let action = self.repack(from, node.action, 1);
        let untried = self.repack(from, node.untried, node.left);
        self.nodes.push(Node { action, untried, child: NONE, next: NONE, listed: UNLISTED, place: UNLISTED, ..*node });
        self.nodes.len() as u32 - 1
    }

    fn repack(&mut self, from: &Nodes, start: u32, count: u32) -> u32 {
        let here = self.packed.len() as u32;
        let mut end = start as usize;
        for _ in 0..count {
            end += from.packed.get(end).map_or(0, |length| usize::from(*length) + 1);
        }
        self.packed.extend_from_slice(&from.packed[(start as usize).min(end)..end.min(from.packed.len())]);
        here
    }

    fn add(&mut self, action: u32, seat: u8) -> u32 {
        self.nodes.push(Node {
            score: 0,
            visits: 0,
            action,
            child: NONE,
            next: NONE,
            untried: 0,
            left: 0,
            actions: 0,
            seat,
            expanded: false,
            sight: Sight::Nothing,
            known: None,
            pending: 0,
            listed: UNLISTED,
            place: UNLISTED,
        });
        self.nodes.len() as u32 - 1
    }

    fn unpacked(&self, at: u32) -> Action {
        let at = at as usize;
        let length = usize::from(self.packed.get(at).copied().unwrap_or(0));
        Action::unpack(self.packed.get(at + 1..at + 1 + length).unwrap_or_default())
    }
}
