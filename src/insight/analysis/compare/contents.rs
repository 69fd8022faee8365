//! Whether the same stands on the boards of two games, and the same is counted.

use super::pairing::Pairing;
use super::side::cells;
use rulebook_language::model::{Index, Per};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;
use rulebook_play::engine::Position;

/// How positions of two games are laid side by side.
pub struct Contents {
    /// How many words say everything in both, in the same order; nothing where they have to be looked at piece by piece.
    words: Option<usize>,
    /// The cell of B that each slot of A is.
    cells: Vec<Option<CellId>>,
    pairing: Pairing,
}

impl Contents {
    /// How positions of these games are laid side by side. B has the names of A.
    pub fn new(a: &Position, b: &Position, pairing: &Pairing) -> Self {
        let cells = cells(a.game(), b.game());
        let (one, other) = (&a.plan().layout, &b.plan().layout);
        let in_place = cells.iter().enumerate().all(|(slot, cell)| cell.is_none_or(|cell| cell.index() == slot));
        let fields = |position: &Position| {
            let layout = &position.plan().layout;
            let known = layout.fields.iter().filter(|field| field.offset < layout.contents);
            known.map(|field| (field.name.clone(), field.sort, field.offset, field.words)).collect::<Vec<_>>()
        };
        let alike = one.contents == other.contents && one.words == other.words && fields(a) == fields(b);
        let words = (in_place && alike).then_some(one.contents as usize);
        Contents { words, cells, pairing: pairing.clone() }
    }

    /// Whether the same is on both boards, and what both count is the same.
    pub fn agree(&self, a: &Position, b: &Position) -> bool {
        match self.words {
            Some(words) => a.memory()[..words] == b.memory()[..words],
            None => self.pieces(a, b) && self.counters(a, b, |_| true) && self.marks(a, b),
        }
    }

    /// Whether the same stands on both boards: pieces, and numbers of cells, such as seeds. Other counters, and marks, may differ.
    pub fn agree_on_board(&self, a: &Position, b: &Position) -> bool {
        self.pieces(a, b) && self.counters(a, b, |per| per.has(Index::Cell))
    }

    fn pieces(&self, a: &Position, b: &Position) -> bool {
        a.game().board.cells().all(|cell| {
            let Some(Some(there)) = self.cells.get(cell.index()) else { return false };
            let mapped = a.pieces(cell).into_iter().map(|(owner, kind)| {
                let owner = owner.and_then(|owner| self.pairing.players.get(owner.index()).copied().flatten());
                (owner, self.pairing.kinds.get(kind.index()).copied().flatten())
            });
            mapped.eq(b.pieces(*there).into_iter().map(|(owner, kind)| (owner, Some(kind))))
        })
    }

    /// Whether the counters agree that are asked for.
    fn counters(&self, a: &Position, b: &Position, asked: impl Fn(Per) -> bool) -> bool {
        let (one, other) = (&a.plan().layout, &b.plan().layout);
        let counters = a.game().counters.iter_ids().zip(&self.pairing.counters);
        counters.filter(|((_, counter), _)| asked(counter.per)).all(|((id, counter), of_b)| {
            let Some(of_b) = of_b.filter(|of_b| b.game().counters[*of_b].per == counter.per) else { return true };
            let same = |place: usize, there: usize| {
                a.memory().get(one.counter(id) as usize + place) == b.memory().get(other.counter(of_b) as usize + there)
            };
            match counter.per {
                Per::Game => same(0, 0),
                per => (0..a.game().numbers(per)).all(|at| {
                    // What has no counterpart is the same as nothing.
                    let there = per.indexes().zip(a.game().indexes_of(per, at)).map(|(index, own)| match index {
                        Index::Player => self.pairing.players.get(own)?.map(Id::index),
                        Index::Cell => self.cells.get(own)?.map(Id::index),
                        Index::Kind => self.pairing.kinds.get(own)?.map(Id::index),
                    });
                    let there: Option<Vec<usize>> = there.collect();
                    there.is_none_or(|there| same(at, b.game().place_of(per, &there)))
                }),
            }
        })
    }

    fn marks(&self, a: &Position, b: &Position) -> bool {
        let has = |position: &Position, plane: u32, cell: usize| {
            position.memory().get(plane as usize + cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
        };
        a.game().marks.ids().zip(&self.pairing.marks).all(|(id, of_b)| {
            let Some(of_b) = *of_b else { return true };
            let (one, other) = (a.plan().layout.mark(id), b.plan().layout.mark(of_b));
            let cells = || self.cells.iter().enumerate();
            cells().all(|(at, cell)| cell.is_none_or(|cell| has(a, one, at) == has(b, other, cell.index())))
        })
    }
}
