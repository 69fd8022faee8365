//! The typed numbers of a board's parts, and how large a board may be.

use crate::util::id_type;

id_type! {
    /// A cell, by the *slot* it lies in. Not every slot of a board is a cell: see [`Board`](super::Board).
    CellId(u16);
    /// A direction of a board.
    DirectionId(u8);
    /// A relation of a board.
    RelationId(u8);
}

/// The most slots a board may have: those of 64 x 64 squares.
pub const MAX_SLOTS: usize = 4096;

/// The most directions or relations a board may have: as many as their ids can tell apart.
pub(super) const MAX_NAMED: usize = 256;
