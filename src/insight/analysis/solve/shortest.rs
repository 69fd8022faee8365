//! The shortest way to win a game for one player: all positions that can be reached, the nearest first.

use super::limits::{Limits, Meter};
use super::positions::Positions;
use super::solution::Unsolvable;
use super::walk::{Halt, Walk};
use crate::audit::Automorphism;
use rulebook_play::engine::{Action, ActionList, Position};

/// What is known of a game for one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortest {
    /// The actions of a way to win that no other is shorter than; nothing where none wins, whatever is played.
    pub line: Option<Vec<Action>>,
    /// Positions looked into to find that out, those counted once that a symmetry of the rules makes alike.
    pub states: u64,
}

/// The shortest way to win a game for one player from a position, which is left as it was. `go_on` is told now and then how many
/// positions are known, and says whether to go on.
///
/// # Errors
/// If the limits come first, or the game is for more than one player, leaves something to chance or cannot be played on.
pub fn shortest(
    position: &mut Position,
    automorphisms: &[Automorphism],
    limits: Limits,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Shortest, Unsolvable> {
    let players = position.game().players.len();
    if players != 1 {
        return Err(Unsolvable::Players(players));
    }
    if position.game().has_luck() {
        return Err(Unsolvable::Luck);
    }
    let mut automorphisms = automorphisms;
    loop {
        let mut search = Search {
            walk: Walk::new(position, automorphisms),
            nodes: Vec::new(),
            packed: Vec::new(),
            here: Vec::new(),
        };
        let mut known = Positions::new(Meter::new(limits, &mut *go_on));
        let found = search.run(&mut known);
        let line = search.walk.back();
        match found {
            Ok(line) => return Ok(Shortest { line, states: known.len() as u64 }),
            Err(Halt::Doubtful) if !automorphisms.is_empty() => automorphisms = &[],
            Err(halt) => return Err(halt.unsolvable(known.len() as u64, line)),
        }
    }
}

/// A position with the action that first led to it.
struct Node {
    before: u32,
    /// Where its action ends among the packed ones; it begins where that of the node before it in order ends.
    end: u32,
}

struct Search<'a> {
    walk: Walk<'a>,
    nodes: Vec<Node>,
    packed: Vec<u16>,
    /// The nodes of the line at hand, without the first of all.
    here: Vec<u32>,
}

impl Search<'_> {
    fn run(&mut self, known: &mut Positions<'_>) -> Result<Option<Vec<Action>>, Halt> {
        if let Some(worth) = self.walk.ended()? {
            return Ok((worth > 0).then(Vec::new));
        }
        known.add(&mut self.walk, 0)?;
        self.nodes.push(Node { before: 0, end: 0 });
        let (mut next, mut legal) = (0, ActionList::default());
        while next < self.nodes.len() as u32 {
            self.go_to(next)?;
            self.walk.legal(&mut legal)?;
            for action in legal.iter() {
                known.pulse()?;
                self.walk.play(&action)?;
                let worth = self.walk.ended()?;
                if worth == Some(1) {
                    let mut line = self.line(next);
                    line.push(action);
                    return Ok(Some(line));
                }
                if worth.is_none() {
                    let more = 2 * self.packed.capacity() + 8 * self.nodes.capacity();
                    if known.add(&mut self.walk, more)?.1 {
                        action.pack(&mut self.packed);
                        self.nodes.push(Node { before: next, end: self.packed.len() as u32 });
                    }
                }
                self.walk.undo();
            }
            next += 1;
        }
        Ok(None)
    }

    /// The nodes that lead to one, without the first of all.
    fn way(&self, to: u32) -> Vec<u32> {
        let before = |node: &u32| Some(self.nodes[*node as usize].before).filter(|node| *node > 0);
        let mut way: Vec<u32> = std::iter::successors(Some(to).filter(|to| *to > 0), before).collect();
        way.reverse();
        way
    }

    fn action(&self, node: u32) -> Action {
        let node = node as usize;
        let from = self.nodes[node - 1].end as usize;
        Action::unpack(&self.packed[from..self.nodes[node].end as usize])
    }

    fn line(&self, to: u32) -> Vec<Action> {
        self.way(to).into_iter().map(|node| self.action(node)).collect()
    }

    /// Takes back what does not lead to a node, and plays what does.
    fn go_to(&mut self, node: u32) -> Result<(), Halt> {
        let way = self.way(node);
        let common = way.iter().zip(&self.here).take_while(|(a, b)| a == b).count();
        while self.here.len() > common {
            self.walk.undo();
            self.here.pop();
        }
        for node in way.into_iter().skip(common) {
            let action = self.action(node);
            self.walk.play(&action)?;
            self.here.push(node);
        }
        Ok(())
    }
}
