//! Sowing, in all lanes: the numbers of cells are written out a number a cell for it.

use super::lanes::Lanes;
use super::op::Reg;
use super::program::Sowing;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Writes a bit of all cells' numbers.
    #[inline(always)]
    pub fn write_bit(&mut self, a: Reg, bit: u8) {
        let set = &self.sets[usize::from(a)];
        for (slot, numbers) in self.seeds.iter_mut().enumerate() {
            let word = &set[slot / 64];
            for l in 0..L {
                // What was there before the lowest bit is of another sowing.
                let rest = if bit == 0 { 0 } else { numbers[l] };
                numbers[l] = rest | (word[l] >> (slot % 64) & 1) << bit;
            }
        }
    }

    /// d = the cells of which a bit of the number is 1.
    #[inline(always)]
    pub fn read_bit(&mut self, d: Reg, bit: u8) {
        let set = &mut self.sets[usize::from(d)];
        **set = [[0; L]; W];
        for (slot, numbers) in self.seeds.iter().enumerate() {
            let word = &mut set[slot / 64];
            for l in 0..L {
                word[l] |= (numbers[l] >> bit & 1) << (slot % 64);
            }
        }
    }

    /// Sows what a's cell holds but what is left there, passing over some cells; d = the last cell.
    #[inline(never)]
    pub fn sow(&mut self, [d, a, skipping]: [Reg; 3], leaving: Reg, sowing: &Sowing) {
        for lane in 0..L {
            let from = self.set(a, lane).first();
            let last = from.and_then(|from| self.sow_from((lane, from), skipping, leaving, sowing));
            self.sets[usize::from(d)].iter_mut().for_each(|word| word[lane] = 0);
            if let Some(last) = last {
                self.sets[usize::from(d)][last / 64][lane] = 1 << (last % 64);
            }
        }
    }

    /// As the plan sows: where no further cell follows, the rest stays on the last one.
    #[inline(always)]
    fn sow_from(
        &mut self,
        (lane, from): (usize, usize),
        skipping: Reg,
        leaving: Reg,
        sowing: &Sowing,
    ) -> Option<usize> {
        let leaving = self.numbers[usize::from(leaving)][lane].max(0) as u64;
        let held = self.seeds[from][lane];
        let mut hand = held.saturating_sub(leaving);
        self.seeds[from][lane] = held - hand;
        let (mut cell, mut last, mut passed) = (from, None, 0);
        while hand > 0 {
            let next = usize::from(sowing.next[cell]);
            if next >= self.seeds.len() || passed > self.slots {
                break;
            }
            cell = next;
            if self.sets[usize::from(skipping)][cell / 64][lane] >> (cell % 64) & 1 == 1 {
                // A whole round of cells that are passed over leads nowhere.
                passed += 1;
                continue;
            }
            passed = 0;
            hand -= 1;
            last = Some(cell);
            self.seeds[cell][lane] = (self.seeds[cell][lane] + 1).min(sowing.high);
        }
        if hand > 0 {
            let rest = last.unwrap_or(from);
            self.seeds[rest][lane] = (self.seeds[rest][lane] + hand).min(sowing.high);
        }
        last
    }
}
