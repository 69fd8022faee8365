//! One tree: simulations, what they prove, and the way from one root to the next.
//!
//! Nature chooses by its odds, and wants nothing: a node at which it acts has all its actions for children from the first.
//!
//! UCT (Kocsis and Szepesvári 2006) with results for each seat, of which everybody wants their own ("max-n", Sturtevant 2008), and
//! the backup of proved results (MCTS-Solver: Winands, Björnsson and Saito 2008). A node is created by its first simulation and
//! gets its actions with the second.

use super::batch::{Growing, Rollouts};
use super::decisive::{Lookahead, Replies};
use super::logarithm::Logarithms;
use super::node::{NONE, Nodes, Sight};
use super::proof::Proof;
use super::settings::MctsSettings;
use crate::agents::reward::Winners;
use crate::agents::rollout::rollout;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, Position};

/// The most nodes of all trees of an agent together, of 56 bytes each, and 20 more where it is listed.
const MAX_NODES: usize = 4 << 20;
/// The most numbers that their packed actions take, of 2 bytes each.
const MAX_PACKED: usize = 96 << 20;

/// For so many simulations of a search, one more reply is tried at the root.
const SPARE: u32 = 8;
/// Below the root, replies are tried where so many simulations came through for each action.
const WORTH: u32 = 4;
/// A random game of so few actions shows that the end is near.
const NEAR: u32 = 2;

/// Where a simulation has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// Where the result is known.
    Known(Winners),
    /// Where a random game begins, unless the game is over.
    Open,
}

/// A tree that grows from where a game stands.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Nodes,
    spare: Nodes,
    /// What it draws from.
    pub rng: Rng,
    /// Where the game stands, in the tree: nothing if it is not in it.
    root: Option<u32>,
    /// The position there: how many actions were played, and its hash.
    place: (u32, u64),
    /// The nodes of the simulation at hand.
    pub path: Vec<u32>,
    /// How many of its actions have been played in the position at hand: they are when the rules are asked, and not before.
    played: usize,
    /// What the simulations of the last search were worth to each seat.
    pub totals: Vec<u64>,
    /// How many they were.
    pub made: u32,
    /// Whether this search has seen games end soon. Else it looks ahead from the root alone.
    near: bool,
    logarithms: Logarithms,
}

fn place(position: &Position) -> (u32, u64) {
    (position.ply(), position.hash())
}

impl Tree {
    /// An empty tree.
    pub fn new(rng: Rng) -> Self {
        let nodes = Nodes::default();
        Tree {
            spare: nodes.clone(),
            nodes,
            rng,
            root: None,
            place: (0, 0),
            path: Vec::new(),
            played: 0,
            totals: Vec::new(),
            made: 0,
            near: false,
            logarithms: Logarithms::default(),
        }
    }

    /// One more simulation has gone through the nodes of the path, or, by -1, one less is to be counted.
    pub fn pend(&mut self, by: i16) {
        for at in &self.path {
            self.nodes.pend(*at, by);
        }
    }

    /// Begins anew, empty, and draws from `rng`: the room that it has taken stays.
    pub fn restart(&mut self, rng: Rng) {
        self.nodes.clear();
        self.root = None;
        self.rng = rng;
    }

    /// The nodes.
    pub fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// Goes on to the child that an action leads to, which led to `position`.
    pub fn follow(&mut self, action: &Action, position: &Position) {
        let child =
            |root| self.nodes.children(root).map(|(child, _)| child).find(|at| self.nodes.action(*at) == *action);
        self.root = self.root.and_then(child);
        self.place = place(position);
    }

    /// Makes the position at hand the root, with what is known below it.
    fn begin(&mut self, position: &mut Position) {
        match self.root.filter(|_| self.place == place(position)) {
            Some(0) => {}
            Some(root) => {
                self.nodes.copy_below(root, &mut self.spare);
                std::mem::swap(&mut self.nodes, &mut self.spare);
                self.spare.clear();
            }
            None => self.nodes.reset(position.seat_to_act()),
        }
        self.root = Some(0);
        self.place = place(position);
        self.nodes.get_mut(0).seat = position.seat_to_act();
        self.made = 0;
        self.near = false;
        self.totals.clear();
        self.totals.resize(position.game().players.len(), 0);
    }

    /// Makes `simulations` from `position`, fewer if its result is proved before: their random games in `rollouts` if the game has
    /// kernels, else one after another.
    pub fn grow(
        &mut self,
        position: &mut Position,
        simulations: u32,
        settings: &MctsSettings,
        rollouts: &mut Rollouts,
    ) -> Result<(), Fault> {
        self.begin(position);
        let looked = if settings.decisive { self.look_ahead(position, simulations) } else { Ok(()) };
        let grown = looked.and_then(|()| match rollouts.of(position, settings) {
            Some(lanes) => Growing::new(self, position, simulations, settings).grow(lanes),
            None => self.grow_singly(position, simulations, settings),
        });
        if grown.is_err() {
            self.root = None;
        }
        grown
    }

    /// Looks ahead from the root.
    fn look_ahead(&mut self, position: &mut Position, simulations: u32) -> Result<(), Fault> {
        // What looking ahead has proved of it at an earlier ply may have left no action behind.
        self.nodes.get_mut(0).known = None;
        if !self.nodes.get(0).expanded {
            self.expand(0, position)?;
        }
        let seats = self.totals.len();
        let mut lookahead = Lookahead::new(&mut self.nodes, 0, seats);
        lookahead.actions(position)?;
        lookahead.replies(position, Replies::new(&mut self.rng, seats, 1, simulations / SPARE))?;
        self.near = lookahead.conclude(Sight::Replies);
        Ok(())
    }

    /// Gives a node its actions, where the position stands.
    fn expand(&mut self, at: u32, position: &mut Position) -> Result<(), Fault> {
        let seat = position.seat_to_act();
        self.nodes.expand(at, seat, position.legal()?, &mut self.rng);
        while seat == 0 && self.nodes.get(at).left > 0 {
            self.nodes.try_next(at, 0);
        }
        Ok(())
    }

    /// The child that nature draws by its odds at a node, where the position stands.
    fn draw(&mut self, at: u32, position: &mut Position) -> Result<u32, Fault> {
        let Some(drawn) = position.random_action(&mut self.rng)? else { return Ok(NONE) };
        let child = self.nodes.children(at).map(|(child, _)| child).find(|child| self.nodes.action(*child) == drawn);
        Ok(child.unwrap_or(NONE))
    }

    /// How far it is worth looking ahead from a node below the root, further than was done.
    fn sight_from(&self, at: u32) -> Option<Sight> {
        let (node, come) = (self.nodes.get(at), self.nodes.come(at));
        match node.sight {
            Sight::Nothing if (1..=come).contains(&node.left) => Some(Sight::Actions),
            Sight::Nothing | Sight::Actions if node.left == 0 && come / WORTH >= node.actions => Some(Sight::Replies),
            _ => None,
        }
    }

    /// Looks ahead from a node, where the position stands: its result, if that proves it.
    fn glance(&mut self, at: u32, sight: Sight, position: &mut Position) -> Result<Option<Proof>, Fault> {
        let seats = self.totals.len();
        let mut lookahead = Lookahead::new(&mut self.nodes, at, seats);
        match sight {
            Sight::Replies => lookahead.replies(position, Replies::new(&mut self.rng, seats, 2, 0))?,
            _ => lookahead.actions(position)?,
        }
        lookahead.conclude(sight);
        Ok(self.nodes.get(at).known)
    }

    /// A random game from the end of the path was over after so many actions, by the rules; where it was none, that is proved.
    pub fn ended_after(&mut self, plies: u32, winners: Winners) {
        self.near |= plies <= NEAR;
        if let (0, Some(at)) = (plies, self.path.last()) {
            self.nodes.get_mut(*at).known = Some(Proof::over(winners));
        }
    }

    fn grow_singly(&mut self, position: &mut Position, simulations: u32, settings: &MctsSettings) -> Result<(), Fault> {
        for _ in 0..simulations {
            if self.nodes.get(0).known.is_some() {
                break;
            }
            let leaf = self.descend(position, settings, 1);
            let rolled = leaf.and_then(|leaf| match leaf {
                Leaf::Known(winners) => Ok(winners),
                Leaf::Open => self.reach(position, self.path.len()).and_then(|()| self.roll(position, settings)),
            });
            self.ascend(position);
            self.back_up(rolled?, false);
        }
        Ok(())
    }

    /// Plays by chance from the end of the path, where the position stands; what is over there is proved.
    pub fn roll(&mut self, position: &mut Position, settings: &MctsSettings) -> Result<Winners, Fault> {
        let rolled = rollout(position, &mut self.rng, settings.cap)?;
        if rolled.decided {
            self.ended_after(rolled.plies, rolled.winners);
        }
        Ok(rolled.winners)
    }

    /// Plays the actions of the path in the position, as far as its first `length` nodes go.
    pub fn reach(&mut self, position: &mut Position, length: usize) -> Result<(), Fault> {
        while self.played + 1 < length {
            position.play_unchecked(&self.nodes.action(self.path[self.played + 1]))?;
            self.played += 1;
        }
        Ok(())
    }

    /// Takes the position back to the root.
    pub fn ascend(&mut self, position: &mut Position) {
        for _ in 0..std::mem::take(&mut self.played) {
            position.undo();
        }
    }

    /// Goes down from the root to where a simulation's random game begins, or the result is known. A node has children once so many
    /// simulations that came to it are counted. The path says how far it came, in vain, too; the position goes with it only as far as
    /// the rules are asked.
    pub fn descend(&mut self, position: &mut Position, settings: &MctsSettings, ripe: u32) -> Result<Leaf, Fault> {
        let seats = self.totals.len();
        let share = usize::from(settings.trees.max(1));
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        loop {
            let node = *self.nodes.get(at);
            if let Some(known) = node.known {
                return Ok(Leaf::Known(known.winners));
            }
            if node.visits < ripe && !node.expanded && at != 0 {
                return Ok(Leaf::Open);
            }
            if !node.expanded {
                let full = self.nodes.len() >= MAX_NODES / share || self.nodes.packed() >= MAX_PACKED / share;
                if full && at != 0 {
                    return Ok(Leaf::Open);
                }
                self.reach(position, self.path.len())?;
                self.expand(at, position)?;
            }
            if self.near
                && settings.decisive
                && at != 0
                && let Some(sight) = self.sight_from(at)
            {
                self.reach(position, self.path.len())?;
                if let Some(known) = self.glance(at, sight, position)? {
                    return Ok(Leaf::Known(known.winners));
                }
            }
            if self.nodes.get(at).left > 0 {
                at = self.nodes.try_next(at, 0);
            } else if self.nodes.get(at).seat == 0 {
                self.reach(position, self.path.len())?;
                at = self.draw(at, position)?;
                if at == NONE {
                    return Ok(Leaf::Known(Winners::NOBODY));
                }
            } else {
                let child = self.select(at, settings.exploration, seats);
                if child == NONE {
                    return Ok(Leaf::Known(Winners::NOBODY));
                }
                at = child;
            }
            self.path.push(at);
        }
    }

    /// The child with the highest upper bound among those that are not proved to be lost. What is under way counts in how much is known
    /// of a child, not in what it is worth (Liu et al. 2020, "Watch the Unobserved").
    fn select(&mut self, at: u32, exploration: f64, seats: usize) -> u32 {
        self.nodes.list_children(at);
        let log = self.logarithms.of(self.nodes.come(at).max(1));
        self.nodes.highest(at, exploration * log.sqrt(), seats)
    }

    /// Counts a simulation in the nodes of the path, where it may have been under way, and proves what follows from what is proved.
    pub fn back_up(&mut self, winners: Winners, was_under_way: bool) {
        let seats = self.totals.len();
        self.made += 1;
        for (seat, total) in (1u8..).zip(&mut self.totals) {
            *total += winners.worth(seat, seats);
        }
        let mut proving = true;
        for place in (0..self.path.len()).rev() {
            let at = self.path[place];
            let chooser = place.checked_sub(1).map(|before| self.nodes.get(self.path[before]).seat);
            self.nodes.count(at, chooser.map_or(0, |seat| winners.worth(seat, seats)), was_under_way);
            if proving && place + 1 < self.path.len() {
                proving = self.prove(at, self.path[place + 1], seats);
            } else {
                proving = proving && self.nodes.get(at).known.is_some();
            }
        }
    }

    /// Whether the result of a node is known, now that a child's may be.
    fn prove(&mut self, at: u32, child: u32, seats: usize) -> bool {
        if self.nodes.get(child).known.is_none() {
            return false;
        }
        if self.nodes.get(at).known.is_none() {
            self.nodes.get_mut(at).known = self.nodes.proof(at, seats);
        }
        self.nodes.get(at).known.is_some()
    }
}
