//! The contents of one lane's board, for work that goes cell by cell: what stands on top, and what lies under it.

use super::chain::{Change, MAX_PLANES, Piles};
use rulebook_language::util::{Bits, Ring};

/// One lane's board.
#[derive(Debug)]
pub struct Contents<'a, const W: usize> {
    /// The planes of owners, then those of kinds.
    pub planes: [Bits<W>; MAX_PLANES],
    /// What lies under the top piece of each cell, as digits, the nearest to the top first; empty without stacks.
    pub under: &'a mut [u64],
    /// How pieces are written as digits.
    pub piles: Piles,
    /// How slots are counted on.
    pub ring: Ring,
}

/// A stack would grow too high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooHigh;

impl<const W: usize> Contents<'_, W> {
    /// The digit of the top piece of a cell; 0 of an empty one.
    #[inline(always)]
    fn top(&self, cell: usize) -> u64 {
        let stands = |plane: usize| self.planes.get(plane).map_or(0, |set| u64::from(set.contains(cell)));
        if self.piles.is_plain() {
            return stands(0) + 2 * stands(1);
        }
        let (owners, kinds) = (usize::from(self.piles.owners), u64::from(self.piles.kinds));
        let owner: u64 = (0..owners).map(|owner| stands(owner) * (1 + owner as u64 * kinds)).sum();
        let kind: u64 = (1..usize::from(self.piles.kind_planes)).map(|kind| stands(owners + kind) * kind as u64).sum();
        owner + kind
    }

    /// Makes the piece of a digit, or none, the top of a cell.
    #[inline(always)]
    fn set_top(&mut self, cell: usize, digit: u64) {
        if self.piles.is_plain() {
            self.put(0, cell, digit & 1);
            self.put(1, cell, digit >> 1);
            return;
        }
        let kinds = u64::from(self.piles.kinds);
        let (owner, kind) = (digit.wrapping_sub(1) / kinds, digit.wrapping_sub(1) % kinds);
        let owners = usize::from(self.piles.owners);
        for plane in 0..owners {
            self.put(plane, cell, u64::from(digit > 0 && owner == plane as u64));
        }
        for plane in 0..usize::from(self.piles.kind_planes) {
            self.put(owners + plane, cell, u64::from(digit > 0 && kind == plane as u64));
        }
    }

    /// Makes a cell a member of a plane, where a bit is 1, or none.
    #[inline(always)]
    fn put(&mut self, plane: usize, cell: usize, bit: u64) {
        if let Some(plane) = self.planes.get_mut(plane) {
            let word = &mut plane.0[if W == 1 { 0 } else { cell / 64 }];
            *word = *word & !(1 << (cell % 64)) | bit << (cell % 64);
        }
    }

    /// The top piece of a cell comes to be that of another; nothing is left on top of the first.
    #[inline(always)]
    fn move_top(&mut self, from: usize, to: usize) {
        let planes = usize::from(self.piles.owners + self.piles.kind_planes);
        for plane in &mut self.planes[..planes.min(MAX_PLANES)] {
            if W == 1 {
                // Read and written once: what is read again soon after it was written is waited for.
                let word = plane.0[0];
                plane.0[0] = word & !(1 << (from % 64) | 1 << (to % 64)) | (word >> (from % 64) & 1) << (to % 64);
            } else {
                let is_member = plane.contains(from);
                plane.remove(from);
                plane.remove(to);
                if is_member {
                    plane.insert(to);
                }
            }
        }
    }

    #[inline(always)]
    fn under(&self, cell: usize) -> u64 {
        self.under.get(cell).copied().unwrap_or_default()
    }

    #[inline(always)]
    fn set_under(&mut self, cell: usize, under: u64) {
        if let Some(word) = self.under.get_mut(cell) {
            *word = under;
        }
    }

    #[inline(always)]
    fn digits(&self, under: u64) -> u32 {
        self.piles.digits(under)
    }

    /// Takes the top piece of a cell away, and gives its digit.
    #[inline(always)]
    fn pop(&mut self, cell: usize) -> u64 {
        let (top, under) = (self.top(cell), self.under(cell));
        self.set_top(cell, under & ((1 << self.piles.bits) - 1));
        self.set_under(cell, under >> self.piles.bits);
        top
    }

    /// Puts a piece on top of a cell.
    #[inline(always)]
    fn push(&mut self, cell: usize, digit: u64) -> Result<(), TooHigh> {
        let top = self.top(cell);
        if digit == 0 {
            return Ok(());
        }
        if top != 0 {
            let under = self.under(cell);
            self.fits(self.digits(under) + 2)?;
            self.set_under(cell, under << self.piles.bits | top);
        }
        self.set_top(cell, digit);
        Ok(())
    }

    /// Puts a piece under what stands on a cell.
    #[inline(always)]
    fn tuck(&mut self, cell: usize, digit: u64) -> Result<(), TooHigh> {
        if digit == 0 {
            return Ok(());
        }
        if self.top(cell) == 0 {
            self.set_top(cell, digit);
            return Ok(());
        }
        let under = self.under(cell);
        let below = self.digits(under);
        self.fits(below + 2)?;
        self.set_under(cell, under | digit << (self.piles.bits * below));
        Ok(())
    }

    #[inline(always)]
    fn fits(&self, height: u32) -> Result<(), TooHigh> {
        if height > u32::from(self.piles.max_height) { Err(TooHigh) } else { Ok(()) }
    }

    /// Whether all that stands on some cells, as slots from one of them, would not be too high on one.
    #[inline(always)]
    pub fn must_fit(&self, begin: usize, cells: &[i16]) -> bool {
        // In bits, of which a digit has no more than so many.
        let bits = self.piles.bits;
        let mut all = 0;
        for by in cells {
            all += u64::BITS - self.under(self.ring.further(begin, *by)).leading_zeros() + 2 * bits;
        }
        all <= u32::from(self.piles.max_height) * bits
    }

    #[inline(always)]
    fn clear(&mut self, cell: usize) {
        self.set_top(cell, 0);
        self.set_under(cell, 0);
    }

    /// Puts so many pieces of a digit on top of some cells.
    pub fn push_all(&mut self, cells: Bits<W>, digit: u64, count: usize) -> Result<(), TooHigh> {
        for cell in cells.iter() {
            for _ in 0..count {
                self.push(cell, digit)?;
            }
        }
        Ok(())
    }

    /// Moves so many of the top pieces of a cell on top of another, in their order.
    pub fn move_top_pieces(&mut self, from: usize, to: usize, count: usize) -> Result<(), TooHigh> {
        let taken = self.taken(from, count);
        taken.iter().rev().try_for_each(|digit| self.push(to, *digit))
    }

    /// Moves so many of the top pieces of a cell under what stands on another.
    pub fn tuck_pieces(&mut self, from: usize, to: usize, count: usize) -> Result<(), TooHigh> {
        let taken = self.taken(from, count);
        taken.iter().try_for_each(|digit| self.tuck(to, *digit))
    }

    /// Takes so many pieces from the top of a cell.
    pub fn take_top(&mut self, cell: usize, count: usize) -> Result<(), TooHigh> {
        self.taken(cell, count);
        Ok(())
    }

    /// Takes so many pieces from the bottom of a cell.
    pub fn take_bottom(&mut self, cell: usize, count: usize) -> Result<(), TooHigh> {
        let pile = self.taken(cell, usize::MAX);
        let left = pile.len().saturating_sub(count);
        pile[..left].iter().rev().try_for_each(|digit| self.push(cell, *digit))
    }

    /// Takes so many pieces of a cell, the top one first: all, where there are fewer.
    fn taken(&mut self, cell: usize, count: usize) -> Vec<u64> {
        let mut taken = Vec::new();
        while taken.len() < count {
            match self.pop(cell) {
                0 => break,
                digit => taken.push(digit),
            }
        }
        taken
    }

    /// Makes a change, for a link that begins at a cell.
    ///
    /// # Errors
    /// If a stack would grow too high.
    #[inline(always)]
    pub fn change(&mut self, change: Change, begin: usize) -> Result<(), TooHigh> {
        let ring = self.ring;
        let at = |by: i16| ring.further(begin, by);
        match change {
            Change::MoveStack(from, to) | Change::Shift(from, to) => {
                let (from, to) = (at(from), at(to));
                let (top, moving) = (self.top(from), self.under(from));
                if from == to || (top == 0 && matches!(change, Change::MoveStack(..))) {
                    return Ok(());
                }
                let covered = if matches!(change, Change::Shift(..)) { 0 } else { self.top(to) };
                let mut under = moving;
                if covered != 0 {
                    let (below, moved) = (self.under(to), self.digits(moving));
                    self.fits(moved + self.digits(below) + 2)?;
                    under |= (below << self.piles.bits | covered) << (self.piles.bits * moved);
                }
                self.move_top(from, to);
                self.set_under(from, 0);
                self.set_under(to, under);
            }
            Change::Tuck(from, to) => {
                let digit = self.pop(at(from));
                self.tuck(at(to), digit)?;
            }
            Change::MoveTop(from, to) => {
                let digit = self.pop(at(from));
                self.push(at(to), digit)?;
            }
            Change::RemoveTop(cell) => {
                self.pop(at(cell));
            }
            Change::Remove(cell) => self.clear(at(cell)),
        }
        Ok(())
    }
}
