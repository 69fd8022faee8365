//! Changes of what stands on two cells, plane after plane.

use super::core::State;

impl<const W: usize> State<W> {
    /// Exchanges what stands on two cells: a bit of each of `count` planes.
    pub fn exchange(&mut self, offset: u32, count: u16, words: u32, a: i64, b: i64) {
        if a < 0 || b < 0 {
            return;
        }
        for plane in 0..u32::from(count) {
            let base = offset + plane * words;
            let (at_a, at_b) = (base + a as u32 / 64, base + b as u32 / 64);
            let (has_a, has_b) = (self.memory.get(at_a) >> (a % 64) & 1, self.memory.get(at_b) >> (b % 64) & 1);
            if has_a != has_b {
                let word = self.memory.get(at_a) ^ 1 << (a % 64);
                self.memory.set(at_a, word);
                let word = self.memory.get(at_b) ^ 1 << (b % 64);
                self.memory.set(at_b, word);
            }
        }
    }

    /// Moves what stands on a to b, over what stands there.
    pub fn shift(&mut self, offset: u32, count: u16, words: u32, a: i64, b: i64) {
        if a < 0 || b < 0 || a == b {
            return;
        }
        for plane in 0..u32::from(count) {
            let base = offset + plane * words;
            let (at_a, at_b) = (base + a as u32 / 64, base + b as u32 / 64);
            let bit = self.memory.get(at_a) >> (a % 64) & 1;
            let word = self.memory.get(at_a) & !(1 << (a % 64));
            self.memory.set(at_a, word);
            let word = self.memory.get(at_b) & !(1 << (b % 64)) | bit << (b % 64);
            self.memory.set(at_b, word);
        }
    }
}
