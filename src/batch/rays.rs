//! Unbroken rows of cells.

use super::lanes::{Lanes, shifted};
use super::op::Reg;
use super::program::{Program, RayStep};
use super::registers::{Aligned, Words, all_ones};

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// d = the least number of steps from a's cell to b's; -1 where there is none or no way.
    #[inline(never)]
    pub fn distance(&mut self, program: &Program, d: Reg, a: Reg, b: Reg) {
        for lane in 0..L {
            let ends = self.set(a, lane).first().zip(self.set(b, lane).first());
            let steps = ends.and_then(|(from, to)| program.distances.get(from * program.slots + to));
            self.numbers[usize::from(d)][lane] = steps.map_or(-1, |steps| i64::from(*steps));
        }
    }

    /// d = a where it is one cell, else nothing.
    #[inline(always)]
    pub fn lone(&mut self, d: Reg, a: Reg) {
        let mut members = [0u32; L];
        for words in self.sets[usize::from(a)].iter() {
            for l in 0..L {
                members[l] += words[l].count_ones();
            }
        }
        for word in Words::<W>::all() {
            for l in 0..L {
                let a = self.sets[usize::from(a)][word][l];
                self.sets[usize::from(d)][word][l] = a & all_ones(members[l] == 1);
            }
        }
    }

    /// d = the cells of `through` in unbroken rows from a.
    #[inline(always)]
    pub fn ray_from(&mut self, d: Reg, a: Reg, through: Reg, ways: &[RayStep]) {
        let mut out = Aligned([[0; L]; W]);
        let mut next = Aligned([[0; L]; W]);
        let [a, through] = [a, through].map(|reg| &self.sets[usize::from(reg)]);
        for way in ways {
            let keep = &self.consts[usize::from(way.keep)];
            let mut front = *a;
            loop {
                let mut some = 0;
                shifted(&mut next, &front, (self.ring, way.by), |word, lane, x| x & keep[word] & through[word][lane]);
                for word in Words::<W>::all() {
                    let (out, next) = (&mut out[word], &next[word]);
                    for l in 0..L {
                        out[l] |= next[l];
                        some |= next[l];
                    }
                }
                if some == 0 {
                    break;
                }
                front = next;
            }
        }
        self.sets[usize::from(d)] = out;
    }

    /// d = the cells of `through` in unbroken rows from a, up to a cell of `end`.
    #[inline(always)]
    pub fn flanked_from(&mut self, d: Reg, a: Reg, through: Reg, end: Reg, ways: &[RayStep]) {
        let (consts, ring) = (&self.consts, self.ring);
        let out = {
            let [a, through, end] = [a, through, end].map(|reg| &self.sets[usize::from(reg)]);
            let mut out = Aligned([[0; L]; W]);
            let (mut row, mut next) = (out, out);
            for way in ways {
                let keep = &consts[usize::from(way.keep)];
                shifted(&mut row, a, (ring, way.by), |word, lane, x| x & keep[word] & through[word][lane]);
                for _ in 1..way.most {
                    shifted(&mut next, &row, (ring, way.by), |word, lane, x| {
                        x & keep[word] & through[word][lane] | row[word][lane]
                    });
                    row = next;
                }
                shifted(&mut next, &row, (ring, way.by), |word, lane, x| x & keep[word] & end[word][lane]);
                let mut hit = Aligned([0; L]);
                for words in next.iter() {
                    for l in 0..L {
                        hit[l] |= words[l];
                    }
                }
                for word in Words::<W>::all() {
                    let (out, row) = (&mut out[word], &row[word]);
                    for l in 0..L {
                        out[l] |= row[l] & all_ones(hit[l] != 0);
                    }
                }
            }
            out
        };
        self.sets[usize::from(d)] = out;
    }

    /// d = the cells from which such rows begin.
    #[inline(always)]
    pub fn flanked_to(&mut self, d: Reg, through: Reg, end: Reg, ways: &[RayStep]) {
        let (consts, ring) = (&self.consts, self.ring);
        let out = {
            let [through, end] = [through, end].map(|reg| &self.sets[usize::from(reg)]);
            let mut out = Aligned([[0; L]; W]);
            let (mut row, mut next) = (out, out);
            for way in ways {
                let keep = &consts[usize::from(way.keep)];
                shifted(&mut row, end, (ring, way.by), |word, lane, x| x & keep[word] & through[word][lane]);
                for _ in 1..way.most {
                    shifted(&mut next, &row, (ring, way.by), |word, lane, x| {
                        x & keep[word] & through[word][lane] | row[word][lane]
                    });
                    row = next;
                }
                shifted(&mut next, &row, (ring, way.by), |word, _, x| x & keep[word]);
                for word in Words::<W>::all() {
                    let (out, next) = (&mut out[word], &next[word]);
                    for l in 0..L {
                        out[l] |= next[l];
                    }
                }
            }
            out
        };
        self.sets[usize::from(d)] = out;
    }
}
