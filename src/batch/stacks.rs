//! What lies under the top pieces, in all lanes.

use super::chain::Piles;
use super::lanes::{BROKEN, Lanes};
use super::op::Reg;
use super::program::Limit;
use rulebook_language::util::Bits;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// What lies under the top pieces in a lane.
    #[inline(always)]
    pub fn under_of(&mut self, lane: usize) -> &mut [u64] {
        let from = (lane * self.under_words).min(self.under.len());
        let to = (from + self.under_words).min(self.under.len());
        &mut self.under[from..to]
    }

    /// Ends a lane's game at a limit.
    #[cold]
    pub fn stop(&mut self, lane: usize, limit: Limit) {
        if self.over[lane] == 0 {
            (self.over[lane], self.broken[lane]) = (BROKEN, limit);
            self.finished.insert(lane);
        }
    }

    /// What can be done next in a lane cannot be found out: its game is stopped, unless an end clause has ended it.
    #[cold]
    pub fn fault(&mut self, lane: usize, limit: Limit) {
        if self.over[lane] == 0 {
            self.broken[lane] = limit;
            self.faulted.insert(lane);
        }
    }

    /// Stops the games in which it could not be found out what can be done next.
    pub fn stop_faulted(&mut self) {
        while let Some(lane) = self.faulted.pop_first() {
            self.stop(lane, self.broken[lane]);
        }
    }

    /// A stack has come to be too high in a lane: its game is over, unless the action turns out to be illegal.
    #[cold]
    pub fn overgrow(&mut self, lane: usize, max_height: u16) {
        if self.waits_for_rejection {
            self.overgrown.insert(lane);
        } else {
            self.stop(lane, Limit::Stack(max_height));
        }
    }

    /// Ends the games in which a stack has come to be too high, but where the action was rejected.
    #[inline(never)]
    pub fn stop_overgrown(&mut self, rejected: Reg, max_height: u16) {
        while let Some(lane) = self.overgrown.pop_first() {
            if self.masks[usize::from(rejected)][lane] == 0 {
                self.stop(lane, Limit::Stack(max_height));
            }
        }
    }

    /// Puts so many pieces, less the one on top, under the tops of cells that are empty.
    #[inline(always)]
    pub fn pile(&mut self, piles: Piles, a: Reg, count: Reg, digit: u8) {
        for lane in 0..L {
            let mut cells = self.set(a, lane);
            if cells.is_empty() {
                continue;
            }
            let count = self.numbers[usize::from(count)][lane];
            if count > i64::from(piles.max_height) {
                self.overgrow(lane, piles.max_height);
                continue;
            }
            let under = (1..count).fold(0u64, |under, _| under << piles.bits | u64::from(digit));
            while let Some(cell) = cells.pop_first() {
                self.under_of(lane)[cell] = under;
            }
        }
    }

    /// Moves what lies under a top piece under another.
    #[inline(always)]
    pub fn move_under(&mut self, a: Reg, b: Reg) {
        let mut lanes = Bits([0]);
        for l in 0..L {
            let some = self.sets[usize::from(a)].iter().fold(0, |some, word| some | word[l]);
            lanes.0[0] |= u64::from(some != 0) << l;
        }
        while let Some(lane) = lanes.pop_first() {
            if let (Some(from), Some(to)) = (self.set(a, lane).first(), self.set(b, lane).first())
                && from != to
            {
                let under = self.under_of(lane);
                under[to] = std::mem::take(&mut under[from]);
            }
        }
    }

    /// Keeps what lies under the top pieces.
    #[inline(never)]
    pub fn keep_under(&mut self) {
        self.kept_under.clone_from(&self.under);
    }

    /// Puts what lay under the top pieces back in the lanes of a mask.
    #[inline(never)]
    pub fn put_under_back(&mut self, mask: Reg) {
        for lane in (0..L).filter(|lane| self.masks[usize::from(mask)][*lane] != 0) {
            let row = lane * self.under_words..(lane + 1) * self.under_words;
            self.under[row.clone()].copy_from_slice(&self.kept_under[row]);
        }
    }

    /// Takes away what lies under top pieces.
    #[inline(always)]
    pub fn clear_under(&mut self, a: Reg) {
        for lane in 0..L {
            let mut cells = self.set(a, lane);
            while let Some(cell) = cells.pop_first() {
                self.under_of(lane)[cell] = 0;
            }
        }
    }
}
