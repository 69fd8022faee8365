//! What a search has found.

use rustc_hash::FxHashSet;

use super::decisive::Replies;
use super::node::Nodes;
use super::proof::Proof;
use super::tree::Tree;
use crate::agents::reward::WIN;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, Position};

/// What a search has found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Searched {
    /// The actions that were tried, or whose results are known.
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
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// How many simulations began with it, those of earlier searches among them.
    pub visits: u64,
    /// What it is worth to the seat to act: from 0 to 1.
    pub score: f64,
    /// Whether that is proved.
    pub proved: bool,
    /// After how many further actions the game then ends with best play; 0 where nothing is proved.
    pub plies: u16,
}

/// An action of one tree or several.
struct Sum {
    action: Action,
    visits: u64,
    score: u64,
    known: Option<Proof>,
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
    /// What trees with the same root have found together, `seat` to act of so many, and the action to play, which `rng` draws among
    /// equals: the order of the list of actions must not decide. Scores of the position are still to come.
    pub fn of(trees: &[Tree], seat: u8, seats: usize, rng: &mut Rng) -> Self {
        let mut sums: Vec<Sum> = trees.iter().flat_map(|tree| children(tree.nodes())).collect();
        sums.sort_by(|a, b| (a.action.choice(), a.action.picks()).cmp(&(b.action.choice(), b.action.picks())));
        sums.dedup_by(|other, kept| {
            let same = other.action == kept.action;
            if same {
                kept.visits += other.visits;
                kept.score += other.score;
                // Of two proofs the shorter one.
                kept.known = [kept.known, other.known].into_iter().flatten().min_by_key(|proof| proof.plies);
            }
            same
        });
        let mut found = Searched {
            candidates: sums.iter().map(|sum| sum.candidate(seat, seats)).collect(),
            proved: known(trees).is_some(),
            simulations: trees.iter().map(|tree| u64::from(tree.made)).sum(),
            ..Searched::default()
        };
        found.best = found.choose(rng);
        found
    }

    /// The place of the candidate to play: one that is proved to win, else one that is not proved to lose, of these one with the
    /// most simulations, of these one with the highest score, of these any.
    fn choose(&self, rng: &mut Rng) -> usize {
        let order = |a: &Candidate, b: &Candidate| {
            (a.rank(), a.visits).cmp(&(b.rank(), b.visits)).then(a.score.total_cmp(&b.score))
        };
        let Some(most) = self.candidates.iter().max_by(|a, b| order(a, b)) else { return 0 };
        let places = 0..self.candidates.len();
        let equals: Vec<usize> = places.filter(|place| order(&self.candidates[*place], most).is_eq()).collect();
        equals.get(rng.below(equals.len() as u32) as usize).copied().unwrap_or(0)
    }

    /// Tries the replies to the action to play, and chooses another one where that is found to lose, as long as there is one.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn verify(&mut self, position: &mut Position, seats: usize, spare: u32, rng: &mut Rng) -> Result<(), Fault> {
        let seat = position.seat_to_act();
        let mut draws = rng.fork();
        let mut replies = Replies::new(&mut draws, seats, 0, spare);
        let mut all = false;
        while let Some(candidate) = self.candidates.get_mut(self.best) {
            if candidate.is_lost() && !all {
                // What no simulation has tried is better than what is lost.
                all = true;
                let tried: FxHashSet<Action> =
                    self.candidates.iter().map(|candidate| candidate.action.clone()).collect();
                let others = position.legal()?.iter().filter(|action| !tried.contains(action));
                self.candidates.extend(others.map(|action| Candidate {
                    action,
                    visits: 0,
                    score: 0.0,
                    proved: false,
                    plies: 0,
                }));
            } else if candidate.proved {
                break;
            } else {
                let (_, Some(known)) = replies.to(&candidate.action, position)? else { break };
                (candidate.score, candidate.proved, candidate.plies) = (share(known, seat, seats), true, known.plies);
            }
            self.best = self.choose(rng);
        }
        Ok(())
    }

    /// Says what the position is worth to each seat.
    pub fn rate(&mut self, trees: &[Tree], seat: u8, seats: usize) {
        self.scores = match known(trees) {
            Some(known) => (1u8..).take(seats).map(|seat| share(known, seat, seats)).collect(),
            None => self.estimate(trees, seat, seats),
        };
    }

    /// The seat to act gets what the best action brings. The others share the rest as the simulations shared it.
    fn estimate(&self, trees: &[Tree], seat: u8, seats: usize) -> Vec<f64> {
        let total = |place: usize| trees.iter().filter_map(|tree| tree.totals.get(place)).sum::<u64>();
        let all: u64 = (0..seats).map(total).sum();
        // Where nature acts, nobody chooses.
        let Some(own) = usize::from(seat).checked_sub(1) else {
            let share = |place| if all == 0 { 1.0 / seats.max(1) as f64 } else { total(place) as f64 / all as f64 };
            return (0..seats).map(share).collect();
        };
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
            Some(known) => share(known, seat, seats),
            None => self.score as f64 / (self.visits.max(1) as f64 * WIN as f64),
        };
        let plies = self.known.map_or(0, |known| known.plies);
        Candidate { action: self.action.clone(), visits: self.visits, score, proved: self.known.is_some(), plies }
    }
}

impl Candidate {
    /// Whether it is proved to lose.
    fn is_lost(&self) -> bool {
        self.proved && self.score <= 0.0
    }

    /// What counts before all simulations: a win, the sooner the better, then what is not lost, then losses, the later the better.
    fn rank(&self) -> (i8, i32) {
        match self.proved {
            true if self.score >= 1.0 => (1, -i32::from(self.plies)),
            true if self.score <= 0.0 => (-1, i32::from(self.plies)),
            _ => (0, 0),
        }
    }
}

/// The result of the position that the trees grow from, if one of them has proved it.
fn known(trees: &[Tree]) -> Option<Proof> {
    trees.iter().find_map(|tree| (tree.nodes().len() > 0).then(|| tree.nodes().get(0).known).flatten())
}

/// What a result is worth to a seat, from 0 to 1.
fn share(proof: Proof, seat: u8, seats: usize) -> f64 {
    proof.worth(seat, seats) as f64 / WIN as f64
}
