//! Changes of stacks, lane by lane: the planes of the pieces are written out for them, and read again.

use super::chain::{Change, MAX_PLANES};
use super::contents::{Contents, TooHigh};
use super::lanes::Lanes;
use super::op::{Reg, StackChange};
use super::program::Program;
use super::registers::Sets;
use rulebook_language::util::Bits;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Writes a plane of the pieces out.
    #[inline(never)]
    pub fn write_plane(&mut self, a: Reg, plane: u8) {
        self.tops[usize::from(plane)] = self.sets[usize::from(a)];
    }

    /// d = a plane of the pieces.
    #[inline(never)]
    pub fn read_plane(&mut self, d: Reg, plane: u8) {
        self.sets[usize::from(d)] = self.tops[usize::from(plane)];
    }

    /// d = a, but the cells of a set as stacks were measured: those whose heights have a bit that is 1.
    #[inline(never)]
    pub fn read_height(&mut self, d: Reg, [a, cells]: [Reg; 2], bit: u8) {
        let measured = &self.measured[usize::from(bit)];
        let (kept, changed) = (&self.sets[usize::from(a)], &self.sets[usize::from(cells)]);
        let read = |word: usize, lane: usize| {
            kept[word][lane] & !changed[word][lane] | measured[word][lane] & changed[word][lane]
        };
        let all: Sets<W, L> = std::array::from_fn(|word| std::array::from_fn(|lane| read(word, lane)));
        *self.sets[usize::from(d)] = all;
    }

    /// Measures the stacks of some cells of a lane, as they were written out, where heights are kept.
    #[inline(always)]
    fn measure(&mut self, program: &Program, lane: usize, cells: Bits<W>) {
        if self.measured.is_empty() {
            return;
        }
        for cell in cells.iter() {
            let (word, bit) = (cell / 64, cell % 64);
            let owners = self.tops[..usize::from(program.piles.owners)].iter();
            let stands = owners.fold(0, |stands, plane| stands | plane[word][lane] >> bit & 1);
            let height = stands * u64::from(1 + program.piles.digits(self.under_of(lane)[cell]));
            for (place, plane) in self.measured.iter_mut().enumerate() {
                plane[word][lane] = plane[word][lane] & !(1 << bit) | (height >> place & 1) << bit;
            }
        }
    }

    /// d = how many pieces of an owner stand on a's cell, of which `plane` says whether one of them is on top.
    #[inline(never)]
    pub fn in_stack(&mut self, program: &Program, d: Reg, [a, plane]: [Reg; 2], owner: u8) {
        for lane in 0..L {
            let mut count = 0;
            if let Some(cell) = self.set(a, lane).first() {
                count = i64::from(self.set(plane, lane).contains(cell));
                let mut under = self.under_of(lane)[cell];
                while under != 0 {
                    count += i64::from(program.piles.owner_of(under) == owner);
                    under >>= program.piles.bits;
                }
            }
            self.numbers[usize::from(d)][lane] = count;
        }
    }

    /// Changes the stacks of a's and b's cells, so many pieces where it is about some; games in which one grows too high are over.
    #[inline(never)]
    pub fn restack(&mut self, program: &Program, change: StackChange, [a, b, count]: [Reg; 3]) {
        let planes = usize::from(program.piles.owners + program.piles.kind_planes).min(MAX_PLANES);
        for lane in 0..L {
            let (from, to) = (self.set(a, lane), self.set(b, lane));
            let Some(first) = from.first() else {
                self.measure(program, lane, to);
                continue;
            };
            let count = self.numbers[usize::from(count)][lane].clamp(0, i64::from(u16::MAX)) as usize;
            let mut tops = [Bits::EMPTY; MAX_PLANES];
            for (plane, kept) in tops[..planes].iter_mut().zip(&self.tops) {
                *plane = Bits(std::array::from_fn(|word| kept[word][lane]));
            }
            let (ring, piles) = (self.ring, program.piles);
            let mut contents = Contents { planes: tops, under: self.under_of(lane), piles, ring };
            let changed = match (change, to.first()) {
                (StackChange::Push(digit), _) => contents.push_all(from, u64::from(digit), count),
                (StackChange::Move, Some(to)) => {
                    // From a cell to one that is so much further.
                    contents.change(Change::MoveStack(0, ring.distance(to as i32 - first as i32) as i16), first)
                }
                (StackChange::MoveTop, Some(to)) => contents.move_top_pieces(first, to, count),
                (StackChange::Tuck, Some(to)) => contents.tuck_pieces(first, to, count),
                (StackChange::TakeTop, _) => contents.take_top(first, count),
                (StackChange::TakeBottom, _) => contents.take_bottom(first, count),
                _ => Ok(()),
            };
            let tops = contents.planes;
            for (plane, kept) in tops[..planes].iter().zip(&mut self.tops) {
                for (word, kept) in kept.iter_mut().enumerate() {
                    kept[lane] = plane.0[word];
                }
            }
            self.measure(program, lane, from | to);
            if let Err(TooHigh) = changed {
                self.overgrow(lane, program.piles.max_height);
            }
        }
    }
}
