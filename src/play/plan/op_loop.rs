//! The operations on loops of a set. A search keeps what is known of them on the way.

use super::op::Reg;

/// One operation on loops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each operation's comment names its fields")]
pub enum LoopOp {
    /// Begins to go through the loops of a set, all or those through a cell.
    Begin { search: Reg, a: Reg, relation: u8, cell: Option<Reg> },
    /// d = the cells of all loops of a set, or of all through a cell.
    Cells { d: Reg, search: Reg, a: Reg, relation: u8, cell: Option<Reg> },
    /// Makes all cells weigh nothing, for a search.
    Weightless { search: Reg },
    /// Adds the number in `by` to the weight of each cell of a set.
    Weigh { search: Reg, a: Reg, by: Reg },
    /// d = whether a loop of a set, or one through a cell, weighs more than the number in `than`.
    Heavier { d: Reg, search: Reg, a: Reg, relation: u8, cell: Option<Reg>, than: Reg },
}
