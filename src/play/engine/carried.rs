//! The marks that go with pieces, in a position as text: those of pieces under others as well, as `b2.1`, one below the top.

use super::changes::pieces;
use super::position::Position;
use rulebook_language::model::MarkId;
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

impl Position {
    /// The mark that goes with pieces whose plane this is.
    pub(super) fn carried_at(&self, offset: u32) -> Option<MarkId> {
        let layout = &self.plan.layout;
        self.game.carried_marks().map(|(mark, _)| mark).find(|mark| layout.mark(*mark) == offset)
    }

    /// The pieces under others that carry a mark, each as its cell and how many lie on it.
    pub(super) fn marked_under(&self, mark: MarkId) -> Vec<String> {
        let Some(stacks) = self.plan.layout.stacks else { return Vec::new() };
        let mut found = Vec::new();
        for cell in self.game.board.cells() {
            let at = stacks.offset + cell.index() as u32 * stacks.words;
            let mut under =
                (0..stacks.words).fold(0u128, |all, word| all | u128::from(self.word(at + word)) << (64 * word));
            let mut depth = 1;
            while under != 0 {
                let (_, _, marks) = stacks.piece((under & ((1 << stacks.bits) - 1)) as u32);
                if marks >> mark.index() & 1 == 1 {
                    found.push(format!("{}.{depth}", self.game.board.cell_written(cell)));
                }
                under >>= stacks.bits;
                depth += 1;
            }
        }
        found
    }

    /// Gives pieces that were set up the numbers that they begin with.
    pub(super) fn begin_carried(&self, words: &mut [u64]) {
        let layout = &self.plan.layout;
        for (id, carriers) in self.game.carried_numbers() {
            for cell in self.game.board.cells() {
                let top = pieces(layout, self.game.players.len(), words, cell);
                let is_carried = top.first().is_some_and(|(_, kind)| carriers.contains(kind));
                let start = if is_carried { self.game.counters[id].start } else { 0 };
                words[layout.counter(id) as usize + cell.index()] = start as u64;
            }
        }
    }

    /// Marks the piece of a cell with so many others on it, in the memory's words; nothing where there is none that carries the mark.
    pub(super) fn mark_piece(&self, mark: MarkId, cell: CellId, depth: usize, words: &mut [u64]) -> Option<()> {
        let layout = &self.plan.layout;
        let stack = pieces(layout, self.game.players.len(), words, cell);
        let (_, kind) = stack.get(depth)?;
        self.game.marks.get(mark)?.carriers.as_ref().filter(|carriers| carriers.contains(kind))?;
        let Some(under) = depth.checked_sub(1) else {
            words[layout.mark(mark) as usize + cell.index() / 64] |= 1 << (cell.index() % 64);
            return Some(());
        };
        let stacks = layout.stacks?;
        let at = (stacks.offset + cell.index() as u32 * stacks.words) as usize;
        let mut all =
            (0..stacks.words as usize).fold(0u128, |all, word| all | u128::from(words[at + word]) << (64 * word));
        let digit = (all >> (stacks.bits * under as u32) & ((1 << stacks.bits) - 1)) as u32;
        let (owner, kind, marks) = stacks.piece(digit);
        let marked = stacks.digit(owner, kind, marks | 1 << mark.index());
        all += u128::from(marked - digit) << (stacks.bits * under as u32);
        for word in 0..stacks.words as usize {
            words[at + word] = (all >> (64 * word)) as u64;
        }
        Some(())
    }
}
