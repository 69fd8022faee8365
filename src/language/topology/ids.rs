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

/// The most words that the neighbours of all relations take, a mask for each slot.
const MAX_MASKS: usize = 1 << 22;

/// The most relations of a board of so many slots: their neighbours are kept as masks, which have to fit into memory.
pub(super) fn most_relations(slots: usize) -> usize {
    (MAX_MASKS / (slots * slots.div_ceil(64)).max(1)).clamp(16, MAX_NAMED)
}
