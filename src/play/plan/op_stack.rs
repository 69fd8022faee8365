//! The operations that read stacks, and those that change them.

use super::op::Reg;

/// One question or one change. Questions are asked of contents that begin at `base`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each operation's comment names its fields")]
pub enum StackOp {
    /// d = how many pieces stand on a cell.
    Height { d: Reg, base: u32, cell: Reg },
    /// d = how many of an owner's pieces stand on a cell.
    Count { d: Reg, base: u32, cell: Reg, owner: Reg },
    /// d = whose the `place`th piece of a cell is, the top one the first; -1 where it is nobody's, or there is none.
    Owner { d: Reg, base: u32, cell: Reg, place: Reg },
    /// d = of which kind the `place`th piece of a cell is, the top one the first; -1 where there is none.
    Kind { d: Reg, base: u32, cell: Reg, place: Reg },
    /// Puts `count` pieces of an owner and a kind (a digit of `Stacks`) on every cell of a set, on top of what stands there.
    Pile { on: Reg, piece: Reg, count: Reg },
    /// Takes `count` pieces of a stack off the board, from its top or its bottom.
    RemovePart { cell: Reg, count: Reg, bottom: bool },
    /// Moves the top `count` pieces of a, as they lie, to the top of b.
    MoveTop { a: Reg, b: Reg, count: Reg },
    /// Moves the top `count` pieces of a, as they lie, under what stands on b.
    Tuck { a: Reg, b: Reg, count: Reg },
    /// Moves all that stands on a to the top of b.
    MoveStack { a: Reg, b: Reg },
    /// Takes all that lies under the top pieces of the cells of a set off the board.
    ClearUnder { cells: Reg },
    /// Exchanges what lies under the top pieces of a and b.
    ExchangeUnder { a: Reg, b: Reg },
}
