//! The groups of a set, by labels that are kept from one question to the next: between two questions few cells change.

use rulebook_language::util::Bits;
use rulebook_play::groups::component;

/// How many players' sets have their groups remembered apart.
pub const SIDES: usize = 4;

/// A set with a label for each of its cells: the same for those of one group, and for no others.
#[derive(Clone, Debug)]
pub struct Labels<const W: usize> {
    set: Bits<W>,
    /// By cell.
    labels: Vec<u16>,
    /// The cells of each group, by label.
    groups: Vec<Bits<W>>,
    /// The labels that no group has.
    free: Bits<W>,
}

/// From so many cells on that have left it a set is another one.
const MOST_LEFT: u32 = 4;

impl<const W: usize> Labels<W> {
    /// Of the empty set.
    pub fn new(slots: usize) -> Self {
        Labels { set: Bits::EMPTY, labels: vec![0; slots], groups: vec![Bits::EMPTY; slots], free: !Bits::EMPTY }
    }

    /// Goes over to another set, by the neighbours of each slot.
    #[inline(always)]
    pub fn follow(&mut self, near: &[Bits<W>], set: &Bits<W>) {
        if *set == self.set {
            return;
        }
        let left = self.set - *set;
        if left.count() > MOST_LEFT {
            (self.set, self.free) = (Bits::EMPTY, !Bits::EMPTY);
        } else {
            for cell in left.iter() {
                self.take(near, cell);
            }
        }
        for cell in (*set - self.set).iter() {
            self.add(near, cell);
        }
    }

    /// The size of the largest group; 0 where there is none.
    #[inline(always)]
    pub fn largest(&self) -> u32 {
        let mut used = !self.free;
        let mut largest = 0;
        while let Some(label) = used.pop_first() {
            largest = largest.max(self.groups.get(label).map_or(0, Bits::count));
        }
        largest
    }

    /// How many groups there are.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        (!self.free).count()
    }

    /// How many groups a cell outside the set touches.
    #[inline(always)]
    pub fn touching(&self, near: &[Bits<W>], cell: usize) -> u32 {
        let mut touched = Bits::<W>::EMPTY;
        for tile in (near[cell] & self.set).iter() {
            touched.insert(usize::from(self.labels[tile]));
        }
        touched.count()
    }

    /// Adds a cell, which joins the groups that it touches.
    #[inline(always)]
    fn add(&mut self, near: &[Bits<W>], cell: usize) {
        let mut touched = near[cell] & self.set;
        self.set.insert(cell);
        let label = match touched.pop_first() {
            Some(first) => usize::from(self.labels[first]),
            None => self.new_label(),
        };
        self.labels[cell] = label as u16;
        let mut group = self.groups[label];
        group.insert(cell);
        while let Some(tile) = (touched - group).first() {
            let other = usize::from(self.labels[tile]);
            let joined = self.groups[other];
            joined.iter().for_each(|tile| self.labels[tile] = label as u16);
            group = group | joined;
            self.free.insert(other);
        }
        self.groups[label] = group;
    }

    /// Takes a cell out: the parts into which its group falls get labels of their own, but for the last.
    #[inline(always)]
    fn take(&mut self, near: &[Bits<W>], cell: usize) {
        self.set.remove(cell);
        let label = usize::from(self.labels[cell]);
        let mut rest = self.groups[label];
        rest.remove(cell);
        let mut ends = near[cell] & rest;
        while let Some(seed) = ends.first() {
            // The cells beside the seed are often all that there are.
            ends = ends - near[seed];
            ends.remove(seed);
            if ends.is_empty() {
                break;
            }
            let part = component(near, &rest, seed);
            ends = ends - part;
            if ends.is_empty() {
                break;
            }
            rest = rest - part;
            let new = self.new_label();
            part.iter().for_each(|tile| self.labels[tile] = new as u16);
            self.groups[new] = part;
        }
        self.groups[label] = rest;
        if rest.is_empty() {
            self.free.insert(label);
        }
    }

    /// A label that no group has, and no cells.
    #[inline(always)]
    fn new_label(&mut self) -> usize {
        let label = self.free.pop_first().unwrap_or_default();
        self.groups[label] = Bits::EMPTY;
        label
    }
}

#[cfg(test)]
mod tests {
    use super::Labels;
    use rulebook_language::topology::{Board, BoardSpec, Shape};
    use rulebook_language::util::{Bits, Id, Rng};
    use rulebook_play::groups::touching;

    #[test]
    fn labels_tell_what_a_flood_tells() {
        let board = Board::build(&BoardSpec { shape: Shape::Hexagon { side: 5 }, rows_from_top: false }).unwrap();
        let mut near = vec![Bits::<2>::EMPTY; board.slots()];
        let relation = board.relations().next().unwrap();
        for cell in board.cells() {
            board.neighbours(relation, cell).iter().for_each(|next| near[cell.index()].insert(next.index()));
        }
        let cells: Vec<usize> = board.cells().map(Id::index).collect();
        let mut rng = Rng::new(7);
        let (mut labels, mut set) = (Labels::new(board.slots()), Bits::<2>::EMPTY);
        for turn in 0..3000 {
            for _ in 0..rng.below(4) {
                let cell = cells[rng.below(cells.len() as u32) as usize];
                if set.contains(cell) { set.remove(cell) } else { set.insert(cell) }
            }
            if turn % 100 == 0 {
                set = Bits::EMPTY;
            }
            labels.follow(&near, &set);
            for cell in cells.iter().filter(|cell| !set.contains(**cell)) {
                assert_eq!(labels.touching(&near, *cell), touching(&near, &set, *cell, u32::MAX));
            }
        }
    }
}
