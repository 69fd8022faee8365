//! The plain flood fill: a queue of cells and their neighbours, one at a time.

use super::GroupIndex;
use rulebook_language::topology::{Board, CellId};
use rulebook_language::util::{Bits, Id};

/// The reference: neighbours by list, one cell at a time.
pub struct Flood {
    /// By relation and slot.
    neighbours: Vec<Vec<Vec<usize>>>,
}

impl Flood {
    /// The index of a board.
    pub fn new(board: &Board) -> Self {
        let of = |relation| {
            let cells = (0..board.slots()).map(CellId::from_index);
            // A link joins both ways, whichever way it points.
            let mut lists: Vec<Vec<usize>> = cells
                .clone()
                .map(|cell| board.neighbours(relation, cell).iter().map(|c| c.index()).collect())
                .collect();
            for cell in cells {
                for next in board.neighbours(relation, cell) {
                    lists[next.index()].push(cell.index());
                }
            }
            lists
        };
        Flood { neighbours: board.relations().map(of).collect() }
    }
}

impl<const W: usize> GroupIndex<W> for Flood {
    fn component(&self, relation: u8, set: &Bits<W>, seed: usize) -> Bits<W> {
        let mut found = Bits::EMPTY;
        if !set.contains(seed) {
            return found;
        }
        let mut queue = vec![seed];
        found.insert(seed);
        while let Some(cell) = queue.pop() {
            for next in &self.neighbours[relation as usize][cell] {
                if set.contains(*next) && !found.contains(*next) {
                    found.insert(*next);
                    queue.push(*next);
                }
            }
        }
        found
    }

    /// All groups are looked at: the reference remembers nothing.
    fn changed(&self, _relation: u8, now: &Bits<W>, _before: &Bits<W>) -> Bits<W> {
        *now
    }

    fn name(&self) -> &'static str {
        "flood"
    }
}
