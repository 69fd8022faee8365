//! The operations that change stacks.

use super::op::Reg;

/// One change of stacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each operation's comment names its fields")]
pub enum StackOp {
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
