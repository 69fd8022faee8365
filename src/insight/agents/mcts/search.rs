//! What a search has found.

use super::node::Nodes;
use super::tree::Tree;
use crate::agents::reward::{WIN, Winners};
use rulebook_play::engine::Action;

/// What a search has found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Searched {
    /// The actions that were tried: by the choices and picks that they are made of, in increasing order.
    pub candidates: Vec<Candidate>,
    /// The place among them of the one to play.
    pub best: usize,
    /// What the position is worth to each seat, by what was searched: from 0 to 1, together 1.
    pub scores: Vec<f64>,
    /// Whether that is proved.
    pub proved: bool,
    /// The simulations made.
    pub simulations: u64,
}

/// An action that was tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// How many simulations began with it, those of earlier searches among them.
    pub visits: u64,
    /// What it is worth to the seat to act: from 0 to 1.
    pub score: f64,
    /// Whether that is proved.
    pub proved: bool,
}

/// An action of one tree or several.
struct Sum {
    action: Action,
    visits: u64,
    score: u64,
    known: Option<Winners>,
}

/// The children of a tree's root.
fn children(nodes: &Nodes) -> impl Iterator<Item = Sum> + '_ {
    nodes.children(0).map(|(at, node)| Sum {
        action: nodes.action(at),
        visits: u64::from(node.visits),
        score: node.score,
        known: node.known,
    })
}

impl Searched {
    /// What trees with the same root have found together, `seat` to act of so many.
    pub fn of(trees: &[Tree], seat: u8, seats: usize) -> Self {
        let mut sums: Vec<Sum> = trees.iter().flat_map(|tree| children(tree.nodes())).collect();
        sums.sort_by(|a, b| (a.action.choice(), a.action.picks()).cmp(&(b.action.choice(), b.action.picks())));
        sums.dedup_by(|other, kept| {
            let same = other.action == kept.action;
            if same {
                kept.visits += other.visits;
                kept.score += other.score;
                kept.known = kept.known.or(other.known);
            }
            same
        });
        let candidates: Vec<Candidate> = sums.iter().map(|sum| sum.candidate(seat, seats)).collect();
        let rank = |candidate: &Candidate| match candidate.proved {
            true if candidate.score >= 1.0 => 2,
            true if candidate.score <= 0.0 => 0,
            _ => 1,
        };
        let key = |index: &usize| {
            let candidate = &candidates[*index];
            // Of those that come equally often, the first one.
            (rank(candidate), candidate.visits, sums[*index].score, std::cmp::Reverse(*index))
        };
        let best = (0..candidates.len()).max_by_key(key).unwrap_or(0);
        let known = trees.iter().find_map(|tree| (tree.nodes().len() > 0).then(|| tree.nodes().get(0).known).flatten());
        let mut found = Searched {
            candidates,
            best,
            scores: Vec::new(),
            proved: known.is_some(),
            simulations: trees.iter().map(|tree| u64::from(tree.made)).sum(),
        };
        found.scores = match known {
            Some(known) => shares((1u8..).take(seats).map(|seat| known.worth(seat, seats))),
            None => found.estimate(trees, seat, seats),
        };
        found
    }

    /// The seat to act gets what the best action brings. The others share the rest as the simulations shared it.
    fn estimate(&self, trees: &[Tree], seat: u8, seats: usize) -> Vec<f64> {
        let total = |place: usize| trees.iter().filter_map(|tree| tree.totals.get(place)).sum::<u64>();
        let own = usize::from(seat - 1);
        let mine = self.candidates.get(self.best).map_or(1.0 / seats.max(1) as f64, |best| best.score);
        let others: u64 = (0..seats).filter(|place| *place != own).map(total).sum();
        let share = |place: usize| match others {
            0 => 1.0 / (seats.max(2) - 1) as f64,
            _ => total(place) as f64 / others as f64,
        };
        (0..seats).map(|place| if place == own { mine } else { (1.0 - mine) * share(place) }).collect()
    }
}

impl Sum {
    fn candidate(&self, seat: u8, seats: usize) -> Candidate {
        let score = match self.known {
            Some(known) => known.worth(seat, seats) as f64 / WIN as f64,
            None => self.score as f64 / (self.visits.max(1) as f64 * WIN as f64),
        };
        Candidate { action: self.action, visits: self.visits, score, proved: self.known.is_some() }
    }
}

fn shares(worth: impl Iterator<Item = u64>) -> Vec<f64> {
    worth.map(|worth| worth as f64 / WIN as f64).collect()
}
