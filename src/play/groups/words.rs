//! The native flood fill: whole words of neighbours at a time, no queue, no allocation.

use super::GroupIndex;
use rulebook_language::topology::Board;
use rulebook_language::util::{Bits, Id};

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
        component(&self.masks[relation as usize], set, seed)
    }

    #[inline]
    fn meeting(&self, relation: u8, set: &Bits<W>, seeds: &Bits<W>) -> Bits<W> {
        spread(&self.masks[relation as usize], set, *set & *seeds)
    }

    #[inline]
    fn touching(&self, relation: u8, set: &Bits<W>, cell: usize) -> u32 {
        touching(&self.masks[relation as usize], set, cell, u32::MAX)
    }

    #[inline]
    fn linked(&self, relation: u8, cells: &Bits<W>) -> Option<Bits<W>> {
        let masks = &self.masks[relation as usize];
        Some(cells.iter().fold(Bits::EMPTY, |linked, cell| linked | masks[cell]))
    }

    fn name(&self) -> &'static str {
        "words"
    }
}

/// The cells of `set` that are connected with `seed`, by the neighbours of each slot; empty where `seed` is not in it.
#[inline(always)]
pub fn component<const W: usize>(masks: &[Bits<W>], set: &Bits<W>, seed: usize) -> Bits<W> {
    if set.contains(seed) { spread(masks, set, Bits::single(seed)) } else { Bits::EMPTY }
}

/// The cells of `set` that are connected with one of `seeds`, which are members of it.
#[inline(always)]
fn spread<const W: usize>(masks: &[Bits<W>], set: &Bits<W>, seeds: Bits<W>) -> Bits<W> {
    let mut rest = *set - seeds;
    let mut front = seeds;
    while let Some(cell) = front.pop_first() {
        let fresh = masks[cell] & rest;
        rest = rest - fresh;
        front = front | fresh;
    }
    *set - rest
}

/// With how many connected parts of `set` a cell outside of it is linked, by the neighbours of each slot; from `most` on, which is
/// 1 at least, no more are counted.
#[inline(always)]
pub fn touching<const W: usize>(masks: &[Bits<W>], set: &Bits<W>, cell: usize, most: u32) -> u32 {
    let mut ends = masks[cell] & *set;
    let mut rest = *set;
    let mut parts = 0;
    while let Some(seed) = ends.pop_first() {
        parts += 1;
        if parts == most {
            return parts;
        }
        // The last of them is a part of its own, whatever its size; and a part need not be gone through once it has come to all
        // others.
        let mut front = Bits::single(seed);
        rest.remove(seed);
        while !ends.is_empty()
            && let Some(at) = front.pop_first()
        {
            let fresh = masks[at] & rest;
            rest = rest - fresh;
            ends = ends - fresh;
            front = front | fresh;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::Words;
    use crate::groups::{Flood, GroupIndex};
    use rulebook_language::topology::{Board, BoardSpec, Shape};
    use rulebook_language::util::{Bits, Id, Rng};

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
                    let mut seeds = Bits::<3>::EMPTY;
                    board.cells().filter(|_| rng.below(8) == 0).for_each(|cell| seeds.insert(cell.index()));
                    assert_eq!(native.meeting(relation.0, &set, &seeds), plain.meeting(relation.0, &set, &seeds));
                    for cell in board.cells() {
                        let mut others = set;
                        others.remove(cell.index());
                        let expected: u32 = GroupIndex::touching(&plain, relation.0, &others, cell.index());
                        assert_eq!(native.touching(relation.0, &others, cell.index()), expected);
                    }
                    // What differs is gone through cell by cell up to some number of cells.
                    for changes in [0, 1, 2, 5, 12] {
                        let mut now = set;
                        for _ in 0..changes {
                            let cell = rng.below(board.slots() as u32) as usize;
                            if board.is_cell(rulebook_language::topology::CellId::from_index(cell)) {
                                if now.contains(cell) { now.remove(cell) } else { now.insert(cell) }
                            }
                        }
                        // Groups that are not gone through are groups of the other set, too.
                        let looked_at = native.changed(relation.0, &now, &set);
                        for cell in (now - looked_at).iter() {
                            let group: Bits<3> = plain.component(relation.0, &now, cell);
                            assert_eq!(group, plain.component(relation.0, &set, cell));
                            assert!((group & looked_at).is_empty());
                        }
                        let counted = |set| i64::from(GroupIndex::<3>::count(&plain, relation.0, set));
                        assert_eq!(native.gained(relation.0, &now, &set), counted(&now) - counted(&set));
                    }
                }
            }
        }
    }
}
