//! Which cells an action changed, and what stands on the board.

use rulebook_language::model::Per;
use rulebook_language::util::Id;
use rulebook_play::engine::Position;
use rulebook_play::plan::FieldKind;

/// The contents of a position that belong to cells: planes of one bit a slot, and numbers of so many words a slot.
pub(super) struct Footprint {
    planes: Vec<usize>,
    numbers: Vec<(usize, usize)>,
    /// The planes of owners, neutral pieces last.
    owners: Vec<usize>,
    words: usize,
    slots: usize,
    /// The words that stand for what is on the board.
    contents: usize,
    players: usize,
    stacks: bool,
}

impl Footprint {
    pub(super) fn new(position: &Position) -> Self {
        let (game, layout) = (position.game(), &position.plan().layout);
        let slots = game.board.slots();
        let inside = || layout.fields.iter().filter(|field| field.offset < layout.contents);
        let of = |sort| inside().filter(move |field| field.sort == sort).map(|field| field.offset as usize);
        let owners: Vec<usize> = of(FieldKind::Owner).collect();
        let planes = owners.iter().copied().chain(of(FieldKind::Kind)).chain(of(FieldKind::Cells)).collect();
        let counters = game.counters.iter_ids().filter(|(_, counter)| counter.per == Per::CELL);
        let mut numbers: Vec<(usize, usize)> = counters.map(|(id, _)| (layout.counter(id) as usize, 1)).collect();
        numbers.extend(layout.stacks.map(|stacks| (stacks.offset as usize, stacks.words as usize)));
        Footprint {
            planes,
            numbers,
            owners,
            words: layout.words as usize,
            slots,
            contents: layout.contents as usize,
            players: game.players.len(),
            stacks: game.max_height > 1,
        }
    }

    /// The words of a position that stand for what is on the board.
    pub(super) fn of<'a>(&self, position: &'a Position) -> &'a [u64] {
        &position.words()[..self.contents]
    }

    /// Counts one more for every slot that differs.
    pub(super) fn add_changed(&self, before: &[u64], after: &[u64], cells: &mut [u32]) {
        for word in 0..self.words {
            let mut changed =
                self.planes.iter().fold(0, |all, plane| all | (before[plane + word] ^ after[plane + word]));
            for (start, each) in &self.numbers {
                for slot in (64 * word..self.slots).take(64) {
                    let range = start + slot * each..start + (slot + 1) * each;
                    changed |= u64::from(before[range.clone()] != after[range]) << (slot % 64);
                }
            }
            while changed != 0 {
                if let Some(count) = cells.get_mut(64 * word + changed.trailing_zeros() as usize) {
                    *count += 1;
                }
                changed &= changed - 1;
            }
        }
    }

    /// The pieces of each player, and last the neutral ones, with the height of the highest stack.
    pub(super) fn pieces(&self, position: &Position) -> (Vec<u32>, u32) {
        let mut pieces = vec![0; self.players + 1];
        if !self.stacks {
            let words = position.words();
            for (owner, plane) in self.owners.iter().enumerate() {
                let count: u32 = words[*plane..plane + self.words].iter().map(|word| word.count_ones()).sum();
                pieces[owner.min(self.players)] += count;
            }
            let tallest = u32::from(pieces.iter().any(|count| *count > 0));
            return (pieces, tallest);
        }
        let mut tallest = 0;
        for cell in position.game().board.cells() {
            let stack = position.pieces(cell);
            tallest = tallest.max(stack.len() as u32);
            for (owner, _) in stack {
                pieces[owner.map_or(self.players, Id::index)] += 1;
            }
        }
        (pieces, tallest)
    }
}
