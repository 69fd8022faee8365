//! All ways to lay the cells of a board upon themselves that keep which are next to each other.
//!
//! The board's own symmetries keep every relation that a file declares. A map that exchanges two of them is missing there, and
//! graphs have none at all; what is said about every map has to look at these too.

use rulebook_language::topology::{Board, CellId};
use rulebook_language::util::Id;

/// How many maps there may be.
const MAX_MAPS: usize = 64;
/// How many cells a board may have: each is a call within the one before it.
const MAX_CELLS: usize = 1_024;
/// How many cells may be tried as images.
const MAX_TRIES: u64 = 1 << 18;

/// All maps, by the images of all slots; nothing if there are too many.
pub fn board_maps(board: &Board) -> Option<Vec<Vec<CellId>>> {
    let relation = board.find_relation("orthogonal").or_else(|| board.find_relation("adjacent"))?;
    let near = |cell: CellId| board.neighbours(relation, cell);
    let cells: Vec<CellId> = board.cells().collect();
    if cells.len() > MAX_CELLS {
        return None;
    }
    // Where cells are near to one that has an image, few images are left for them.
    let mut order: Vec<(CellId, Option<CellId>)> = Vec::new();
    let mut known = vec![false; board.slots()];
    let mut roots = cells.clone();
    roots.sort_by_cached_key(|cell| {
        (cells.iter().filter(|other| near(**other).len() == near(*cell).len()).count(), *cell)
    });
    for root in roots {
        if std::mem::replace(&mut known[root.index()], true) {
            continue;
        }
        let mut next = order.len();
        order.push((root, None));
        while let Some((cell, _)) = order.get(next).copied() {
            next += 1;
            for other in near(cell) {
                if !std::mem::replace(&mut known[other.index()], true) {
                    order.push((*other, Some(cell)));
                }
            }
        }
    }
    let mut search = Search {
        near: &near,
        cells: &cells,
        order,
        images: vec![None; board.slots()],
        taken: vec![false; board.slots()],
        found: Vec::new(),
        tries: 0,
    };
    search.place(0)?;
    Some(search.found)
}

struct Search<'a> {
    near: &'a dyn Fn(CellId) -> &'a [CellId],
    cells: &'a [CellId],
    /// The cells in the order in which they get images, each with a neighbour before it.
    order: Vec<(CellId, Option<CellId>)>,
    images: Vec<Option<CellId>>,
    taken: Vec<bool>,
    found: Vec<Vec<CellId>>,
    tries: u64,
}

impl Search<'_> {
    fn place(&mut self, at: usize) -> Option<()> {
        let Some((cell, beside)) = self.order.get(at).copied() else {
            let image = |(slot, image): (usize, &Option<CellId>)| image.unwrap_or(CellId::from_index(slot));
            self.found.push(self.images.iter().enumerate().map(image).collect());
            return (self.found.len() <= MAX_MAPS).then_some(());
        };
        let candidates = match beside.and_then(|beside| self.images[beside.index()]) {
            Some(image) => (self.near)(image),
            None => self.cells,
        };
        for &image in candidates {
            self.tries += 1;
            if self.tries > MAX_TRIES {
                return None;
            }
            if !self.taken[image.index()] && self.fits(cell, image) {
                self.taken[image.index()] = true;
                self.images[cell.index()] = Some(image);
                let placed = self.place(at + 1);
                self.images[cell.index()] = None;
                self.taken[image.index()] = false;
                placed?;
            }
        }
        Some(())
    }

    /// Whether a cell has the image's number of neighbours, and those that have images are near to it.
    fn fits(&self, cell: CellId, image: CellId) -> bool {
        let (near, around) = ((self.near)(cell), (self.near)(image));
        let mapped = |other: &CellId| self.images[other.index()].is_none_or(|image| around.contains(&image));
        let placed = near.iter().filter(|other| self.images[other.index()].is_some()).count();
        let taken = around.iter().filter(|other| self.taken[other.index()]).count();
        near.len() == around.len() && near.iter().all(mapped) && placed == taken
    }
}
