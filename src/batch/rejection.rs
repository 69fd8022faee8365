//! What is tested of one picked cell in one lane, because it costs too much to be worked out for all cells: how many more groups
//! there are after what would change.

use super::conditions::{GainTests, MAX_TESTED_SETS, RejectionTest, TestedSet};
use super::labels::SIDES;
use super::lanes::Lanes;
use super::op::Reg;
use super::program::Program;
use super::registers::Sets;
use rulebook_language::util::Bits;
use rulebook_play::groups::touching;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Whether a cell is known to pass, or does, in a lane.
    #[inline(always)]
    pub fn holds(&mut self, program: &Program, tested: &RejectionTest, lane: usize, cell: usize) -> bool {
        let tests = &program.tests[usize::from(tested.tests)];
        self.set(tested.sure, lane).contains(cell) || self.passes(tests, tested.sources, lane, cell)
    }

    /// A set without cells that fail the tests: in the lanes of a mask they are tested until one is found that passes.
    #[inline(always)]
    pub fn some_pass(&mut self, tests: &GainTests, set: Reg, sources: [Reg; 2], mask: Reg) -> Sets<W, L> {
        let mut kept = *self.sets[usize::from(set)];
        for lane in 0..L {
            if self.masks[usize::from(mask)][lane] == 0 {
                continue;
            }
            for word in 0..W {
                while kept[word][lane] != 0
                    && !self.passes(tests, sources, lane, word * 64 + kept[word][lane].trailing_zeros() as usize)
                {
                    kept[word][lane] &= kept[word][lane] - 1;
                }
                if kept[word][lane] != 0 {
                    break;
                }
            }
        }
        kept
    }

    /// Whether a cell passes all tests in a lane.
    #[inline(always)]
    fn passes(&mut self, tests: &GainTests, sources: [Reg; 2], lane: usize, cell: usize) -> bool {
        let mut gains = [0i32; MAX_TESTED_SETS];
        let mut known = 0;
        for test in &tests.tests {
            let mut gained = 0;
            for part in 0..tests.parts.len().min(MAX_TESTED_SETS) {
                if test.parts >> part & 1 == 0 {
                    continue;
                }
                if part >= known {
                    // Of the last part no more need be found out than what makes the test fail.
                    let is_last = test.parts >> part == 1;
                    let enough = if is_last { test.most.saturating_sub(gained) } else { i32::MAX };
                    gains[part] = self.gained(&tests.parts[part], sources, lane, cell, enough);
                    known = part + 1;
                }
                gained += gains[part];
            }
            if !(test.least..=test.most).contains(&gained) {
                return false;
            }
        }
        true
    }

    /// How many more groups a set has after its changes; where they come to be more than `enough`, perhaps more.
    #[inline(always)]
    fn gained(&mut self, part: &TestedSet, sources: [Reg; 2], lane: usize, cell: usize, enough: i32) -> i32 {
        let mut set: Bits<W> = self.set(sources[usize::from(part.source & 1)], lane);
        let near = &self.groups[usize::from(part.groups)];
        if let [(by, true)] = part.changes[..] {
            let cell = self.ring.further(cell, by);
            if set.contains(cell) {
                return 0;
            }
            // Which groups a cell touches is looked up: they are remembered from one question to the next.
            let side = usize::from(part.side) ^ (self.turned[lane] & 1) as usize;
            let place = (usize::from(part.groups) * SIDES + side % SIDES) * L + lane;
            let labels = &mut self.labels[place];
            labels.follow(near, &set);
            return 1 - labels.touching(near, cell) as i32;
        }
        let mut gained = 0;
        for (place, (by, comes)) in part.changes.iter().enumerate() {
            let cell = self.ring.further(cell, *by);
            if set.contains(cell) == *comes {
                continue;
            }
            set.remove(cell);
            let is_last = place + 1 == part.changes.len();
            let most =
                if is_last && !*comes { enough.saturating_sub(gained).saturating_add(2).max(1) } else { i32::MAX };
            let parts = touching(near, &set, cell, most as u32) as i32;
            if *comes {
                set.insert(cell);
                gained += 1 - parts;
            } else {
                gained += parts - 1;
            }
        }
        gained
    }
}
