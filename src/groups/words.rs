//! The native flood fill: whole words of neighbours at a time, no queue, no allocation.

use super::GroupIndex;
use crate::topology::Board;
use crate::util::{Bits, Id};

/// Neighbours by mask: each cell of the front adds all its neighbours at once.
pub struct Words<const W: usize> {
    /// By relation, then slot.
    masks: Vec<Vec<Bits<W>>>,
}

impl<const W: usize> Words<W> {
    /// The index of a board of at most `64 * W` slots.
    pub fn new(board: &Board) -> Self {
        let of = |relation| {
            let mut masks = vec![Bits::EMPTY; board.slots()];
            for cell in board.cells() {
                for next in board.neighbours(relation, cell) {
                    masks[cell.index()].insert(next.index());
                    masks[next.index()].insert(cell.index());
                }
            }
            masks
        };
        Words { masks: board.relations().map(of).collect() }
    }
}

impl<const W: usize> GroupIndex<W> for Words<W> {
    #[inline]
    fn component(&self, relation: u8, set: &Bits<W>, seed: usize) -> Bits<W> {
        let masks = &self.masks[relation as usize];
        let mut found = Bits::EMPTY;
        if !set.contains(seed) {
            return found;
        }
        let mut rest = *set;
        rest.remove(seed);
        found.insert(seed);
        let mut front = found;
        while let Some(cell) = front.pop_first() {
            let fresh = masks[cell] & rest;
            rest = rest - fresh;
            found = found | fresh;
            front = front | fresh;
        }
        found
    }

    fn name(&self) -> &'static str {
        "words"
    }
}

#[cfg(test)]
mod tests {
    use super::Words;
    use crate::groups::{Flood, GroupIndex};
    use crate::topology::{Board, BoardSpec, Shape};
    use crate::util::{Bits, Id, Rng};

    #[test]
    fn agrees_with_the_plain_flood_fill() {
        let shapes = [
            Shape::Square { columns: 9, rows: 9 },
            Shape::Square { columns: 13, rows: 2 },
            Shape::Hexagon { side: 5 },
            Shape::Rhombus { columns: 11, rows: 11 },
            Shape::Triangle { side: 9 },
        ];
        let mut rng = Rng::new(5);
        for shape in shapes {
            let board = Board::build(&BoardSpec { shape, rows_from_top: false }).unwrap();
            let (native, plain) = (Words::<3>::new(&board), Flood::new(&board));
            for _ in 0..200 {
                let density = rng.below(10);
                let mut set = Bits::<3>::EMPTY;
                board.cells().filter(|_| rng.below(10) < density).for_each(|cell| set.insert(cell.index()));
                for relation in board.relations() {
                    for cell in board.cells() {
                        let seed = cell.index();
                        let expected: Bits<3> = plain.component(relation.0, &set, seed);
                        assert_eq!(native.component(relation.0, &set, seed), expected);
                    }
                    assert_eq!(native.count(relation.0, &set), plain.count(relation.0, &set));
                }
            }
        }
    }
}
