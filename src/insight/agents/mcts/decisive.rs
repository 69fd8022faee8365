//! Decisive and anti-decisive moves (Teytaud and Teytaud 2010): what ends the game at once is seen before it is simulated.
//!
//! With few simulations, most actions of a node are simulated once and most replies never. So its actions are tried for a win, and
//! replies for a win of whoever makes them, which proves the action before them to be bad. Replies are many, but one that wins after
//! one action mostly wins after others, too: it is a *threat*. A few actions have all their replies tried, the others only the
//! threats.

use super::node::{NONE, Nodes, Sight};
use super::proof::Proof;
use crate::agents::reward::Winners;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList, Fault, Position};

/// The most threats that are tried after each action.
const MAX_THREATS: usize = 8;
/// The most actions of a node that are tried, where there are very many.
const MAX_TRIED: usize = 1 << 14;
/// The most replies that are listed, of all actions together.
const MAX_LISTED: usize = 1 << 22;

/// Replies that are tried to one action of a position after another.
pub struct Replies<'a> {
    rng: &'a mut Rng,
    /// How many play.
    seats: usize,
    /// Those that won after other actions.
    threats: Vec<Action>,
    /// The actions after which all were tried, and none won.
    fruitless: u32,
    /// After so many such actions, only `spare` is left.
    probes: u32,
    /// How many more may be tried.
    spare: u32,
    /// How many were listed, to be tried or not.
    listed: usize,
    list: ActionList,
    order: Vec<u32>,
}

impl<'a> Replies<'a> {
    /// All replies, in an order that `rng` draws, until so many actions had none that wins: what they had in common would have shown.
    /// Then about `spare` of those to further actions, less what was tried before.
    pub fn new(rng: &'a mut Rng, seats: usize, probes: u32, spare: u32) -> Self {
        let (list, order) = Default::default();
        Replies { rng, seats, threats: Vec::new(), fruitless: 0, probes, spare, listed: 0, list, order }
    }

    /// Whether there is nothing left to try.
    fn is_spent(&self) -> bool {
        self.listed >= MAX_LISTED || (self.threats.is_empty() && self.is_weary())
    }

    /// Whether enough was tried for nothing.
    fn is_weary(&self) -> bool {
        self.fruitless >= self.probes && self.spare == 0
    }

    /// Who acts after an action and how the game ends then, by the replies: if one wins, or all end the game.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn to(&mut self, action: &Action, position: &mut Position) -> Result<(u8, Option<Proof>), Fault> {
        after(position, action, |position| Ok((position.seat_to_act(), self.answer(position)?)))
    }

    fn answer(&mut self, position: &mut Position) -> Result<Option<Proof>, Fault> {
        let (seat, seats) = (position.seat_to_act(), self.seats);
        let wins = |end: &Proof| end.wins(seat, seats);
        if self.listed >= MAX_LISTED {
            return Ok(None);
        }
        position.legal_into(&mut self.list)?;
        self.listed += self.list.len();
        for threat in &self.threats {
            if self.list.contains(threat)
                && let Some(won) = after(position, threat, ended)?.filter(wins)
            {
                return Ok(Some(won.earlier()));
            }
        }
        if self.is_weary() {
            return Ok(None);
        }
        let count = self.list.len() as u32;
        self.order.clear();
        self.order.extend(0..count);
        let mut ends = Vec::new();
        for place in 0..count {
            self.order.swap(place as usize, (place + self.rng.below(count - place)) as usize);
            let reply = self.list.get(self.order[place as usize] as usize);
            self.spare = self.spare.saturating_sub(1);
            let end = after(position, &reply, ended)?;
            if let Some(won) = end.filter(wins) {
                if self.threats.len() < MAX_THREATS {
                    self.threats.push(reply);
                }
                return Ok(Some(won.earlier()));
            }
            ends.push(end);
        }
        self.fruitless += 1;
        Ok(Proof::best(ends.into_iter(), seat, seats).map(Proof::earlier))
    }
}

/// An action of the node whose result was not known.
struct Prospect {
    action: Action,
    /// Its node, if it has one.
    child: u32,
    /// Who acts after it.
    seat: u8,
    known: Option<Proof>,
}

/// A node that is being looked ahead from.
pub struct Lookahead<'a> {
    nodes: &'a mut Nodes,
    at: u32,
    seat: u8,
    seats: usize,
    prospects: Vec<Prospect>,
    /// Whether an action wins for who makes it.
    won: bool,
}

impl<'a> Lookahead<'a> {
    /// From an expanded node, in a game for so many. Its actions come in random order.
    pub fn new(nodes: &'a mut Nodes, at: u32, seats: usize) -> Self {
        let seat = nodes.get(at).seat;
        let prospect = |action, child, seat| Prospect { action, child, seat, known: None };
        let untried = nodes.all_untried(at).into_iter().map(|action| prospect(action, NONE, 0));
        let tried = nodes.children(at).filter(|(_, node)| node.known.is_none());
        let tried = tried.map(|(child, node)| prospect(nodes.action(child), child, node.seat));
        let prospects = untried.chain(tried).collect();
        let won = nodes.children(at).filter_map(|(_, node)| node.known).any(|known| known.wins(seat, seats));
        Lookahead { nodes, at, seat, seats, prospects, won }
    }

    /// Tries what no simulation has tried.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn actions(&mut self, position: &mut Position) -> Result<(), Fault> {
        let (seat, seats) = (self.seat, self.seats);
        for prospect in self.prospects.iter_mut().filter(|prospect| prospect.child == NONE).take(MAX_TRIED) {
            (prospect.seat, prospect.known) =
                after(position, &prospect.action, |position| Ok((position.seat_to_act(), ended(position)?)))?;
            self.won |= prospect.known.is_some_and(|known| known.wins(seat, seats));
        }
        Ok(())
    }

    /// Tries replies, where no action wins.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn replies(&mut self, position: &mut Position, mut replies: Replies<'_>) -> Result<(), Fault> {
        let (seat, seats) = (self.seat, self.seats);
        for prospect in self.prospects.iter_mut().filter(|prospect| prospect.known.is_none()) {
            if self.won || replies.is_spent() {
                break;
            }
            (prospect.seat, prospect.known) = replies.to(&prospect.action, position)?;
            // In a turn of several actions, the reply is one's own.
            self.won |= prospect.known.is_some_and(|known| known.wins(seat, seats));
        }
        Ok(())
    }

    /// Puts into the tree what was found: whether the result of any action is known now.
    pub fn conclude(self, sight: Sight) -> bool {
        let Lookahead { nodes, at, seats, prospects, .. } = self;
        let untried: Vec<Option<(Proof, u8)>> = prospects
            .iter()
            .filter(|prospect| prospect.child == NONE)
            .map(|prospect| prospect.known.map(|known| (known, prospect.seat)))
            .collect();
        nodes.settle(at, &untried);
        for prospect in prospects.iter().filter(|prospect| prospect.child != NONE) {
            nodes.get_mut(prospect.child).known = prospect.known;
        }
        nodes.get_mut(at).sight = sight;
        nodes.get_mut(at).known = nodes.proof(at, seats);
        nodes.children(at).any(|(_, child)| child.known.is_some())
    }
}

/// What is seen after an action, which is taken back.
fn after<T>(
    position: &mut Position,
    action: &Action,
    see: impl FnOnce(&mut Position) -> Result<T, Fault>,
) -> Result<T, Fault> {
    position.play_unchecked(action)?;
    let seen = see(position);
    position.undo();
    seen
}

/// Who has won, if the game is over by its rules.
pub fn ended(position: &mut Position) -> Result<Option<Proof>, Fault> {
    let outcome = position.outcome()?.filter(|outcome| !outcome.stuck);
    Ok(outcome.map(|outcome| Proof::over(Winners::of(position, &outcome))))
}
