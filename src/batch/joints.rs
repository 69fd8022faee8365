//! Floods along what the position joins: from which cells a step in each direction leads on is kept apart first, a set for each.

use super::lanes::{Lanes, shifted};
use super::op::Reg;
use super::program::RayStep;
use super::registers::{Aligned, Sets, Words};

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Keeps the cells from which a step leads on.
    pub fn keep_joint(&mut self, a: Reg, place: u8) {
        self.joints[usize::from(place)] = self.sets[usize::from(a)];
    }

    /// Where a step of one way leads from a set; `from` is room for the cells of it that lead on.
    #[inline(always)]
    fn along(&self, way: &RayStep, found: &Sets<W, L>, [from, next]: &mut [Aligned<Sets<W, L>>; 2]) {
        let (keep, joint) = (&self.consts[usize::from(way.keep)], &self.joints[usize::from(way.most)]);
        for word in Words::<W>::all() {
            for l in 0..L {
                from[word][l] = found[word][l] & joint[word][l];
            }
        }
        shifted(next, from, (self.ring, way.by), |word, _, x| x & keep[word]);
    }

    /// What is joined with a set, that with it.
    #[inline(always)]
    fn joined(&self, found: &Aligned<Sets<W, L>>, ways: &[RayStep]) -> Aligned<Sets<W, L>> {
        let (mut grown, mut room) = (*found, [Aligned([[0; L]; W]); 2]);
        for way in ways {
            self.along(way, found, &mut room);
            for word in Words::<W>::all() {
                for l in 0..L {
                    grown[word][l] |= room[1][word][l];
                }
            }
        }
        grown
    }

    /// d = what can be reached from set a within another; what it found before is in a place of that number, if there is one.
    #[inline(always)]
    pub fn flood_along(&mut self, d: Reg, [a, set]: [Reg; 2], ways: &[RayStep], place: u16) {
        let (from, set) = (&self.sets[usize::from(a)], &self.sets[usize::from(set)]);
        let mut found = *from;
        if let Some(before) = self.floods.get(usize::from(place)) {
            before.recall([from, set], &self.joints, &mut found);
        }
        for word in Words::<W>::all() {
            for l in 0..L {
                found[word][l] &= set[word][l];
            }
        }
        // Each way goes on from what those before it have found, there and back again: paths are long, and there are many at once.
        let mut room = [Aligned([[0; L]; W]); 2];
        for round in 0u32.. {
            let before = found;
            for at in 0..ways.len() {
                let at = if round.is_multiple_of(2) { at } else { ways.len() - 1 - at };
                self.along(&ways[at], &found, &mut room);
                for word in Words::<W>::all() {
                    for l in 0..L {
                        found[word][l] |= room[1][word][l] & set[word][l];
                    }
                }
            }
            if found.0 == before.0 {
                break;
            }
        }
        if let Some(before) = self.floods.get_mut(usize::from(place)) {
            before.keep([from, set], &self.joints, &found);
        }
        self.sets[usize::from(d)] = found;
    }

    /// d = the least number of steps from set a to a cell of b, -1 where none is reached.
    #[inline(always)]
    pub fn steps_along(&mut self, d: Reg, a: Reg, b: Reg, ways: &[RayStep]) {
        let target = self.sets[usize::from(b)];
        let mut found = self.sets[usize::from(a)];
        let mut steps = [-1i64; L];
        for round in 0.. {
            let mut open = false;
            for (l, steps) in steps.iter_mut().enumerate() {
                if *steps < 0 && (0..W).any(|word| found[word][l] & target[word][l] != 0) {
                    *steps = round;
                }
                open |= *steps < 0;
            }
            let grown = self.joined(&found, ways);
            if !open || grown.0 == found.0 {
                break;
            }
            found = grown;
        }
        self.numbers[usize::from(d)].0 = steps;
    }
}
