//! What was there before an action that is taken back where the turn cannot be completed after it.

use super::lanes::{Kept, Lanes};
use super::program::Phase;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// The lanes in which an action of a phase was drawn that may be taken back.
    #[inline(always)]
    pub fn may_be_taken_back(&self, phase: &Phase) -> [u64; L] {
        let mut lanes = [0; L];
        for choice in phase.tiers.iter().flatten().filter(|choice| choice.is_kept) {
            for l in 0..L {
                lanes[l] |= self.masks[usize::from(choice.chosen)][l];
            }
        }
        lanes
    }

    /// Keeps what is there in some lanes.
    #[inline(always)]
    pub fn keep(&mut self, lanes: &[u64; L]) {
        let Kept { registers, sets, masks, numbers, .. } = &mut self.kept;
        for (kept, reg) in sets.iter_mut().zip(&registers[0]) {
            for (kept, now) in kept.iter_mut().zip(self.sets[usize::from(*reg)].iter()) {
                for l in 0..L {
                    kept[l] = kept[l] & !lanes[l] | now[l] & lanes[l];
                }
            }
        }
        for (kept, reg) in masks.iter_mut().zip(&registers[1]) {
            for l in 0..L {
                kept[l] = kept[l] & !lanes[l] | self.masks[usize::from(*reg)][l] & lanes[l];
            }
        }
        for (kept, reg) in numbers.iter_mut().zip(&registers[2]) {
            for l in 0..L {
                kept[l] = kept[l] & !(lanes[l] as i64) | self.numbers[usize::from(*reg)][l] & lanes[l] as i64;
            }
        }
        for l in 0..L {
            self.kept.phase[l] = self.kept.phase[l] & !lanes[l] | self.phase[l] & lanes[l];
            self.kept.lanes[l] |= lanes[l] != 0;
        }
    }

    /// Puts what was kept of a lane back; whether anything was.
    #[inline(never)]
    pub fn put_back(&mut self, lane: usize) -> bool {
        if !std::mem::replace(&mut self.kept.lanes[lane], false) {
            return false;
        }
        let Kept { registers: [sets, masks, numbers], .. } = &self.kept;
        for (kept, reg) in self.kept.sets.iter().zip(sets) {
            for (kept, now) in kept.iter().zip(self.sets[usize::from(*reg)].iter_mut()) {
                now[lane] = kept[lane];
            }
        }
        for (kept, reg) in self.kept.masks.iter().zip(masks) {
            self.masks[usize::from(*reg)][lane] = kept[lane];
        }
        for (kept, reg) in self.kept.numbers.iter().zip(numbers) {
            self.numbers[usize::from(*reg)][lane] = kept[lane];
        }
        (self.phase[lane], self.over[lane], self.held[lane]) = (self.kept.phase[lane], 0, (0, 0));
        self.finished.remove(lane);
        self.faulted.remove(lane);
        true
    }
}
