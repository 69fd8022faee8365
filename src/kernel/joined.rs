//! Connections of cells that are only added: disjoint sets with the sides that each touches, a lane each.

use super::program::Joining;

/// The groups of one player's cells in every lane.
#[derive(Clone, Debug)]
pub struct Joined<const L: usize> {
    /// Slots a lane.
    slots: usize,
    /// By lane, then slot: a slot nearer the group's first, or itself.
    parent: Vec<u16>,
    /// By lane, then slot: of a group's first slot, the sides that the group touches.
    sides: Vec<u8>,
}

impl<const L: usize> Joined<L> {
    /// No cells.
    pub fn new(joining: &Joining) -> Self {
        let slots = joining.near.len();
        Joined { slots, parent: vec![0; slots * L], sides: vec![0; slots * L] }
    }

    /// Adds a cell and joins it with those of its neighbours that are `taken`; whether its group now touches all sides.
    /// Of what a lane holds from before only the parents of taken cells are read: nothing need be cleared between games.
    #[inline(always)]
    pub fn add(&mut self, joining: &Joining, lane: usize, cell: usize, taken: impl Fn(usize) -> bool) -> bool {
        let base = lane * self.slots;
        let parent = &mut self.parent[base..base + self.slots];
        let sides = &mut self.sides[base..base + self.slots];
        let mut root = cell;
        parent[cell] = cell as u16;
        sides[cell] = joining.sides[cell];
        for near in &joining.near[cell] {
            let near = usize::from(*near);
            if !taken(near) {
                continue;
            }
            // Each step halves the way for the next search (Tarjan and van Leeuwen 1984).
            let mut first = near;
            while usize::from(parent[first]) != first {
                let above = parent[usize::from(parent[first])];
                parent[first] = above;
                first = usize::from(above);
            }
            if first != root {
                parent[root] = first as u16;
                sides[first] |= sides[root];
                root = first;
            }
        }
        sides[root] == joining.all
    }
}
