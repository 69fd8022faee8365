//! A tree whose leaves are valued by what was learned and not played out.
//!
//! When a node is expanded, the position after each of its actions is valued: that is what an action is worth until simulations come
//! to it, and a policy (the softmax of these values) says which come first (PUCT: Rosin 2011; Silver et al. 2017). What the rules decide
//! is exact, and proved up the tree. Nature draws by its odds.

use super::player::LearnedEye;
use super::settings::ValuedSettings;
use crate::agents::Agent;
use crate::agents::reward::{WIN, Winners};
use rulebook_language::util::Rng;
use rulebook_learn::exp;
use rulebook_play::engine::{Action, ActionList, Fault, Position};

/// The most actions that a tree holds.
const MAX_EDGES: usize = 1 << 21;
/// How much likelier an action is that is worth a whole game more, as a power of e.
const SHARPNESS: f32 = 8.0;
/// No node, or none yet.
const NONE: u32 = u32::MAX;

/// A position of the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its first edge.
    first: u32,
    /// How many edges it has.
    count: u32,
    /// The seat to act, from 1; 0 where nature acts.
    seat: u8,
    /// The edge that decides it, where its result is proved.
    proved: Option<u32>,
}

/// An action of a node.
#[derive(Clone, Debug)]
struct Edge {
    action: Action,
    /// How likely it is to be good.
    prior: f32,
    /// How many simulations came through it.
    visits: u32,
    /// What they were worth to the seat that acts.
    sum: f64,
    /// Where it leads, once a simulation has come twice.
    node: u32,
    /// Whether what it leads to is decided.
    decided: bool,
    /// Whether it was valued.
    valued: bool,
}

/// Searches by a number of simulations in a tree whose leaves are valued.
#[derive(Clone, Debug)]
pub struct Valued {
    name: String,
    settings: ValuedSettings,
    eye: LearnedEye,
    rng: Rng,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// What each edge is worth to each seat.
    shares: Vec<f32>,
    list: ActionList,
    path: Vec<u32>,
    seats: usize,
}

impl Valued {
    /// A player that searches so, with this eye.
    pub fn new(name: String, settings: ValuedSettings, eye: LearnedEye, rng: Rng) -> Self {
        Valued {
            name,
            settings,
            eye,
            rng,
            nodes: Vec::new(),
            edges: Vec::new(),
            shares: Vec::new(),
            list: ActionList::new(),
            path: Vec::new(),
            seats: 0,
        }
    }

    fn search(&mut self, position: &mut Position) -> Result<Option<Action>, Fault> {
        self.nodes.clear();
        self.edges.clear();
        self.shares.clear();
        self.seats = position.game().players.len();
        self.eye.begin(position)?;
        self.expand(position)?;
        for _ in 0..self.settings.simulations {
            if self.nodes.first().is_none_or(|root| root.proved.is_some()) {
                break;
            }
            let ply = position.ply();
            let simulated = self.simulate(position);
            while position.ply() > ply && position.undo() {}
            simulated?;
        }
        Ok(self.best().map(|edge| self.edges[edge].action.clone()))
    }

    /// The edge of the root to play: one that is proved to win, else the one most simulations came through, of these the one worth most.
    fn best(&self) -> Option<usize> {
        let root = self.nodes.first()?;
        if let Some(edge) = root.proved {
            return Some(edge as usize);
        }
        let rank = |edge: &usize| {
            let of = &self.edges[*edge];
            let is_lost = of.decided && self.share(*edge, root.seat) <= 0.0;
            (!is_lost, of.visits)
        };
        let worth = |edge: usize| self.worth(edge, root.seat);
        (root.first as usize..(root.first + root.count) as usize)
            .max_by(|a, b| rank(a).cmp(&rank(b)).then(worth(*a).total_cmp(&worth(*b))))
    }

    fn share(&self, edge: usize, seat: u8) -> f32 {
        usize::from(seat)
            .checked_sub(1)
            .and_then(|seat| self.shares.get(edge * self.seats + seat))
            .copied()
            .unwrap_or(0.0)
    }

    /// What an edge is worth to the seat that acts, by all simulations.
    fn worth(&self, edge: usize, seat: u8) -> f64 {
        let of = &self.edges[edge];
        match of.decided || of.visits == 0 {
            true => f64::from(self.share(edge, seat)),
            false => of.sum / f64::from(of.visits),
        }
    }

    /// Goes down to a leaf and says up the path what it is worth.
    fn simulate(&mut self, position: &mut Position) -> Result<(), Fault> {
        self.path.clear();
        let mut node = 0usize;
        let leaf = loop {
            let of = self.nodes[node];
            let edge = if of.seat == 0 { self.draw(of, position)? } else { self.select(of) };
            let Some(edge) = edge else { return Ok(()) };
            self.path.push(edge as u32);
            if self.edges[edge].decided {
                break edge;
            }
            if self.edges[edge].valued && self.edges[edge].visits == 0 {
                break edge;
            }
            position.play_unchecked(&self.edges[edge].action.clone())?;
            if !self.edges[edge].valued {
                self.value(edge, position)?;
                break edge;
            }
            if self.edges[edge].node == NONE {
                if self.edges.len() >= MAX_EDGES {
                    break edge;
                }
                let new = self.expand(position)?;
                self.edges[edge].node = new as u32;
                // One more ply is known: what the mover there would take.
                break self.likeliest(new).unwrap_or(edge);
            }
            node = self.edges[edge].node as usize;
        };
        let shares: Vec<f32> = (1..=self.seats as u8).map(|seat| self.share(leaf, seat)).collect();
        self.back_up(&shares);
        Ok(())
    }

    /// The edge of a node that is worth most to the seat that acts; nothing where nature does, of which nothing is known.
    fn likeliest(&self, node: usize) -> Option<usize> {
        let of = self.nodes[node];
        let worth = |edge: &usize| self.share(*edge, of.seat);
        let edges = of.first as usize..(of.first + of.count) as usize;
        if of.seat == 0 { None } else { edges.max_by(|a, b| worth(a).total_cmp(&worth(b))) }
    }

    /// The edge that nature draws.
    fn draw(&mut self, of: Node, position: &mut Position) -> Result<Option<usize>, Fault> {
        let Some(drawn) = position.random_action(&mut self.rng)? else { return Ok(None) };
        let mut edges = of.first as usize..(of.first + of.count) as usize;
        Ok(edges.find(|edge| self.edges[*edge].action == drawn))
    }

    /// The edge with the highest bound of those that are not decided, if there are such.
    fn select(&self, of: Node) -> Option<usize> {
        let edges = of.first as usize..(of.first + of.count) as usize;
        let come: u32 = edges.clone().map(|edge| self.edges[edge].visits).sum();
        let scale = self.settings.exploration * f64::from(come + 1).sqrt();
        let bound = |edge: &usize| {
            let own = &self.edges[*edge];
            let more = if own.decided { 0.0 } else { scale * f64::from(own.prior) / f64::from(1 + own.visits) };
            self.worth(*edge, of.seat) + more
        };
        edges.max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }

    /// Counts a simulation in the edges of the path, and proves what follows.
    fn back_up(&mut self, shares: &[f32]) {
        let mut proving = true;
        for place in (0..self.path.len()).rev() {
            let edge = self.path[place] as usize;
            let node = match place.checked_sub(1) {
                Some(before) => self.edges[self.path[before] as usize].node as usize,
                None => 0,
            };
            let seat = self.nodes[node].seat;
            let own = &mut self.edges[edge];
            own.visits += 1;
            if let Some(share) = usize::from(seat).checked_sub(1).and_then(|seat| shares.get(seat)) {
                own.sum += f64::from(*share);
            }
            if proving && own.node != NONE && !own.decided {
                let below = own.node as usize;
                self.prove(below);
                match self.nodes[below].proved {
                    Some(best) => {
                        let from = best as usize * self.seats;
                        self.shares.copy_within(from..from + self.seats, edge * self.seats);
                        self.edges[edge].decided = true;
                    }
                    None => proving = false,
                }
            }
        }
        self.prove(0);
    }

    /// Finds out whether a node's result is decided by what is decided below it.
    fn prove(&mut self, node: usize) {
        let of = self.nodes[node];
        if of.proved.is_some() || of.seat == 0 {
            return;
        }
        let edges = || of.first as usize..(of.first + of.count) as usize;
        let decided = |edge: &usize| self.edges[*edge].decided;
        let wins = edges().find(|edge| decided(edge) && self.share(*edge, of.seat) >= 1.0);
        let worth = |edge: &usize| self.share(*edge, of.seat);
        let best = || edges().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        let found = wins.or_else(|| if edges().all(|edge| decided(&edge)) { best() } else { None });
        self.nodes[node].proved = found.map(|edge| edge as u32);
    }

    /// Makes a node of the position at hand and values what each action leads to.
    fn expand(&mut self, position: &mut Position) -> Result<usize, Fault> {
        let seat = position.seat_to_act();
        position.legal_into(&mut self.list)?;
        let list = std::mem::take(&mut self.list);
        let first = self.edges.len();
        // In an order that the list of the rules does not decide.
        let mut order: Vec<usize> = (0..list.len()).collect();
        self.rng.shuffle(&mut order);
        for place in order {
            self.edges.push(Edge {
                action: list.get(place),
                prior: 1.0,
                visits: 0,
                sum: 0.0,
                node: NONE,
                decided: false,
                valued: false,
            });
        }
        self.list = list;
        self.shares.resize(self.edges.len() * self.seats, 0.0);
        self.nodes.push(Node { first: first as u32, count: (self.edges.len() - first) as u32, seat, proved: None });
        if seat > 0 {
            for edge in first..self.edges.len() {
                position.play_unchecked(&self.edges[edge].action.clone())?;
                let valued = self.value(edge, position);
                position.undo();
                valued?;
            }
            self.rank(first, seat);
            self.prove(self.nodes.len() - 1);
        }
        Ok(self.nodes.len() - 1)
    }

    /// Values the position at hand, which an edge leads to.
    fn value(&mut self, edge: usize, position: &mut Position) -> Result<(), Fault> {
        let from = edge * self.seats;
        self.edges[edge].valued = true;
        if let Some(outcome) = position.outcome()? {
            let winners = if outcome.stuck { Winners::NOBODY } else { Winners::of(position, &outcome) };
            for seat in 1..=self.seats as u8 {
                let share = winners.worth(seat, self.seats) as f32 / WIN as f32;
                self.shares[from + usize::from(seat) - 1] = share;
            }
            self.edges[edge].decided = true;
            return Ok(());
        }
        let mut shares = Vec::with_capacity(self.seats);
        self.eye.shares(position, &mut shares)?;
        self.shares[from..from + self.seats].copy_from_slice(&shares);
        Ok(())
    }

    /// How likely each edge from one on is to be good: the softmax of what they are worth to the seat that acts.
    fn rank(&mut self, first: usize, seat: u8) {
        let most = (first..self.edges.len()).map(|edge| self.share(edge, seat)).fold(0.0, f32::max);
        let weights: Vec<f32> =
            (first..self.edges.len()).map(|edge| exp(SHARPNESS * (self.share(edge, seat) - most))).collect();
        let total: f32 = weights.iter().sum();
        for (edge, weight) in self.edges[first..].iter_mut().zip(&weights) {
            edge.prior = weight / total;
        }
    }
}

impl Agent for Valued {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &mut Position) -> Result<Option<Action>, Fault> {
        let legal = position.legal()?;
        match legal.len() {
            0 => Ok(None),
            1 => Ok(Some(legal.get(0))),
            _ => self.search(position),
        }
    }
}
