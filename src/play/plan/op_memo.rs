//! Operations on what was so at the start of the turn, which is worked out once for a turn.

use super::op::Reg;

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each operation's comment names its fields")]
pub enum MemoOp {
    /// Takes the number that was kept into d and jumps, if one was.
    Recall { d: Reg, memo: u16, exit: u32 },
    /// Keeps a, which depends on nothing but the copy of the contents from the turn's start.
    Keep { a: Reg, memo: u16 },
}
