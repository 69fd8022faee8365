//! What is tested of one picked cell in one lane, because it costs too much to be worked out for all cells: how many more groups
//! there are after what would change.

use super::lanes::Lanes;
use super::op::Reg;
use super::program::Program;
use crate::groups::touching;
use crate::util::Bits;

/// What a bundle leaves to be tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tested {
    /// The place of its tests, all of which must hold.
    pub tests: u16,
    /// The registers of the sets that are asked about.
    pub sources: [Reg; 2],
    /// Cells of which it is known that they hold.
    pub sure: Reg,
}

/// What is tested of a cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tests {
    /// Sets whose groups are counted.
    pub parts: Vec<Part>,
    /// What must hold, in the order of the last part that each asks about.
    pub tests: Vec<Test>,
}

/// Whether there are fewer groups than before, or not more, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Test {
    /// The parts that are counted together, as a bit mask.
    pub parts: u8,
    /// The least gain of groups that passes.
    pub least: i32,
    /// The greatest.
    pub most: i32,
}

/// The most parts.
pub const MAX_PARTS: usize = 8;

/// A set with what changes in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// Which of the sources.
    pub source: u8,
    /// The place of the relation's neighbours.
    pub groups: u16,
    /// Cells that come to it (or leave it), as slots from the picked one.
    pub changes: Vec<(i16, bool)>,
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Whether a cell is known to pass, or does, in a lane.
    #[inline(always)]
    pub fn holds(&self, program: &Program, tested: &Tested, lane: usize, cell: usize) -> bool {
        let tests = &program.tests[usize::from(tested.tests)];
        self.set(tested.sure, lane).contains(cell) || self.passes(tests, tested.sources, lane, cell)
    }

    /// Whether a cell passes all tests in a lane.
    #[inline(always)]
    pub fn passes(&self, tests: &Tests, sources: [Reg; 2], lane: usize, cell: usize) -> bool {
        let mut gains = [0i32; MAX_PARTS];
        let mut known = 0;
        for test in &tests.tests {
            let mut gained = 0;
            for part in 0..tests.parts.len().min(MAX_PARTS) {
                if test.parts >> part & 1 == 0 {
                    continue;
                }
                if part >= known {
                    gains[part] = self.gained(&tests.parts[part], sources, lane, cell);
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

    /// How many more groups a set has after its changes.
    #[inline(always)]
    fn gained(&self, part: &Part, sources: [Reg; 2], lane: usize, cell: usize) -> i32 {
        let mut set: Bits<W> = self.set(sources[usize::from(part.source & 1)], lane);
        let near = &self.groups[usize::from(part.groups)];
        let mut gained = 0;
        for (by, comes) in &part.changes {
            let cell = (cell as i32 + i32::from(*by)) as usize;
            if set.contains(cell) == *comes {
                continue;
            }
            set.remove(cell);
            let parts = touching(near, &set, cell) as i32;
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
