//! What differs between two memories of one game, in terms of the game: pieces, marks, counters.

use crate::plan::{Field, FieldKind, Layout};
use rulebook_language::model::{KindId, PlayerId};
use rulebook_language::topology::{Board, CellId};
use rulebook_language::util::Id;

/// A piece: its owner, if any player owns it, and its kind.
pub type Piece = (Option<PlayerId>, KindId);

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// What stands on a cell, the top piece first.
    Pieces {
        /// The cell.
        cell: CellId,
        /// What stood there.
        before: Vec<Piece>,
        /// What stands there.
        after: Vec<Piece>,
    },
    /// A number of a field of the layout.
    Number {
        /// The field, by its place.
        field: usize,
        /// Which of its numbers.
        at: usize,
        /// What it was.
        before: i64,
        /// What it is.
        after: i64,
    },
    /// The cells of a field of the layout: a mark.
    Cells {
        /// The field, by its place.
        field: usize,
        /// The cells that it has now and had not.
        added: Vec<CellId>,
        /// The cells that it had and has not now.
        removed: Vec<CellId>,
    },
}

/// The pieces on a cell, the top one first.
pub fn pieces(layout: &Layout, players: usize, words: &[u64], cell: CellId) -> Vec<Piece> {
    let has = |plane: u32| words[plane as usize + cell.index() / 64] >> (cell.index() % 64) & 1 == 1;
    let Some(owner) = (0..u32::from(layout.owners)).find(|owner| has(owner * layout.words)) else { return Vec::new() };
    let owned = |owner: usize| (owner < players).then(|| PlayerId::from_index(owner));
    let kinds = 0..usize::from(layout.kinds).max(1);
    let is_kind = |kind: &usize| layout.kind(KindId::from_index(*kind)).is_none_or(has);
    let top = kinds.into_iter().find(is_kind).unwrap_or(0);
    let mut pieces = vec![(owned(owner as usize), KindId::from_index(top))];
    if let Some(stacks) = layout.stacks {
        let at = (stacks.offset + cell.index() as u32 * stacks.words) as usize;
        let mut under =
            (0..stacks.words).fold(0u128, |all, word| all | u128::from(words[at + word as usize]) << (64 * word));
        while under != 0 {
            let (owner, kind, _) = stacks.piece((under & ((1 << stacks.bits) - 1)) as u32);
            pieces.push((owned(owner as usize), KindId::from_index(kind as usize)));
            under >>= stacks.bits;
        }
    }
    pieces
}

/// What differs in the contents of two memories: pieces by cell, then marks and counters in the order of the layout. What a setup has
/// still to lay by lot is none of them.
pub fn changes(layout: &Layout, board: &Board, players: usize, before: &[u64], after: &[u64]) -> Vec<Change> {
    let mut found = Vec::new();
    let differs = |at: u32, words: u32| {
        let range = at as usize..(at + words) as usize;
        before.get(range.clone()) != after.get(range)
    };
    let is_changed = |cell: &CellId| {
        let (word, bit) = (cell.index() as u32 / 64, cell.index() % 64);
        let mut planes =
            (0..u32::from(layout.owners + layout.kinds)).map(|plane| (plane * layout.words + word) as usize);
        let held = |words: &[u64], at: usize| words.get(at).is_some_and(|word| word >> bit & 1 == 1);
        planes.any(|at| held(before, at) != held(after, at))
            || layout
                .stacks
                .is_some_and(|stacks| differs(stacks.offset + cell.index() as u32 * stacks.words, stacks.words))
    };
    for cell in board.cells().filter(is_changed) {
        let (before, after) = (pieces(layout, players, before, cell), pieces(layout, players, after, cell));
        if before != after {
            found.push(Change::Pieces { cell, before, after });
        }
    }
    let is_content = |about: &Field| about.offset < layout.contents && !layout.scatters.contains(&about.offset);
    for (field, about) in layout.fields.iter().enumerate().filter(|(_, about)| is_content(about)) {
        let range = about.offset as usize..(about.offset + about.words) as usize;
        let (old, new) = (&before[range.clone()], &after[range]);
        if old == new {
            continue;
        }
        match about.sort {
            FieldKind::Numbers => {
                for (at, (old, new)) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
                    found.push(Change::Number { field, at, before: *old as i64, after: *new as i64 });
                }
            }
            FieldKind::Cells => {
                let only = |some: &[u64], other: &[u64]| {
                    let has = |words: &[u64], cell: CellId| words[cell.index() / 64] >> (cell.index() % 64) & 1 == 1;
                    board.cells().filter(|cell| has(some, *cell) && !has(other, *cell)).collect::<Vec<_>>()
                };
                found.push(Change::Cells { field, added: only(new, old), removed: only(old, new) });
            }
            FieldKind::Owner | FieldKind::Kind | FieldKind::Under => {}
        }
    }
    found
}
