//! Cells and pieces as data.

use serde_json::{Value, json};

use crate::wire::CellNumbers;
use rulebook_language::topology::CellId;
use rulebook_play::engine::Piece;

/// A piece.
pub fn piece((owner, kind): Piece) -> Value {
    json!({"owner": owner.map(|owner| owner.0), "kind": kind.0})
}

/// Pieces from the bottom to the top; they are given from the top.
pub fn pieces(pieces: &[Piece]) -> Value {
    pieces.iter().rev().map(|found| piece(*found)).collect()
}

/// Cells as numbers in the order of the board.
pub fn numbers(cells: &[CellId], of: &CellNumbers) -> Vec<u32> {
    let mut numbers: Vec<u32> = cells.iter().map(|cell| of.of(*cell)).collect();
    numbers.sort_unstable();
    numbers
}
