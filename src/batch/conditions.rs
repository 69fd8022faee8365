//! What a program says is to be tested of one picked cell: how many more groups there are after what would change.

use super::op::Reg;

/// What a bundle leaves to be tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RejectionTest {
    /// The place of its tests, all of which must hold.
    pub tests: u16,
    /// The registers of the sets that are asked about.
    pub sources: [Reg; 2],
    /// Cells of which it is known that they hold.
    pub sure: Reg,
}

/// What is tested of a cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GainTests {
    /// Sets whose groups are counted.
    pub parts: Vec<TestedSet>,
    /// What must hold, in the order of the last part that each asks about.
    pub tests: Vec<GainTest>,
}

/// Whether there are fewer groups than before, or not more, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GainTest {
    /// The parts that are counted together, as a bit mask.
    pub parts: u8,
    /// The least gain of groups that passes.
    pub least: i32,
    /// The greatest.
    pub most: i32,
}

/// The most parts.
pub const MAX_TESTED_SETS: usize = 8;

/// A set with what changes in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TestedSet {
    /// Which of the sources.
    pub source: u8,
    /// Whose set it is, as seen from the seat that the code is written for.
    pub side: u8,
    /// The place of the relation's neighbours.
    pub groups: u16,
    /// Cells that come to it (or leave it), as slots from the picked one.
    pub changes: Vec<(i16, bool)>,
}
