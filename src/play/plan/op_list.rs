//! The operations on lists of numbers.

use super::op::Reg;

/// One operation on lists. `d` is the register written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each operation's comment names its fields")]
pub enum ListOp {
    Clear {
        list: Reg,
    },
    Push {
        list: Reg,
        a: Reg,
    },
    /// Appends the sizes of the groups of a.
    Sizes {
        list: Reg,
        a: Reg,
        relation: u8,
    },
    /// Sorts, largest first.
    Sort {
        list: Reg,
    },
    Count {
        d: Reg,
        list: Reg,
    },
    Sum {
        d: Reg,
        list: Reg,
    },
    /// 0 of none. The list is sorted.
    Max {
        d: Reg,
        list: Reg,
    },
    /// 0 of none. The list is sorted.
    Min {
        d: Reg,
        list: Reg,
    },
    /// Multiplies every number of the list.
    Scale {
        list: Reg,
        by: Reg,
    },
    /// d = whether a is before b, element by element, a missing one being least.
    Less {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Equal {
        d: Reg,
        a: Reg,
        b: Reg,
    },
}
