//! Loops: chordless cycles of cells that go around at least one cell, found one after another by depth-first search.
//!
//! A loop through a cell leaves it by two neighbours that are not neighbours of each other; between them runs a path of which no
//! two cells touch but those that follow each other. The search grows the path from the one and gives up as soon as its end
//! can no longer come round to the other.

use super::loop_dp::{LoopDp, Searched};
use rulebook_language::topology::Board;
use rulebook_language::util::{Bits, Id};

/// What loops are made of, on one board by one relation.
pub struct Cycles<const W: usize> {
    /// Neighbours by slot.
    pub(super) near: Vec<Bits<W>>,
    /// Places by slot, on a lattice.
    at: Vec<(i64, i64)>,
    /// Whether every chordless cycle goes around a cell, as among hexagons, where any four cells in a ring have a chord.
    always_around: bool,
    /// Whether questions about all loops are answered without going through them one by one.
    native: bool,
}

/// A search that has come so far. It holds no reference to the board, so that it can rest between two loops.
#[derive(Clone, Debug, Default)]
pub struct LoopSearch<const W: usize> {
    /// The cells that loops may be made of.
    set: Bits<W>,
    /// Cells at which loops are still to be sought; each loop is found at its first.
    roots: Bits<W>,
    root: usize,
    /// Pairs of neighbours of the root between which paths are still to be sought.
    pairs: Vec<(usize, usize)>,
    goal: usize,
    path: Vec<Level<W>>,
    /// Cells that need not be found again; with `cover`, loops of such cells alone are passed over.
    covered: Bits<W>,
    cover: bool,
    /// How many cells were tried.
    pub steps: u64,
    /// What questions about all loops need.
    pub ways: LoopDp<W>,
}

#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    cell: usize,
    /// The root and the path so far.
    cells: Bits<W>,
    /// Cells that may follow.
    rest: Bits<W>,
    /// Cells that may come after those, and from which the goal can be reached.
    allowed: Bits<W>,
}

impl<const W: usize> Cycles<W> {
    /// For the loops of a relation of a board, which has coordinates.
    pub fn new(board: &Board, relation: rulebook_language::topology::RelationId) -> Self {
        let mut near = vec![Bits::EMPTY; board.slots()];
        let mut at = vec![(0, 0); board.slots()];
        for cell in board.cells() {
            at[cell.index()] = (i64::from(board.column(cell)), i64::from(board.row(cell)));
            for next in board.neighbours(relation, cell) {
                near[cell.index()].insert(next.index());
                near[next.index()].insert(cell.index());
            }
        }
        let always_around = board.cells().all(|cell| {
            let cell = cell.index();
            let further = near[cell].iter().fold(Bits::<W>::EMPTY, |all, next| all | near[next]) - near[cell];
            // Two cells that both touch `cell` and one further cell, and do not touch each other, make a ring of four with them.
            further.iter().filter(|other| *other != cell).all(|other| {
                let both = near[cell] & near[other];
                both.iter().all(|one| (both - near[one]) == Bits::single(one))
            })
        });
        Cycles { near, at, always_around, native: always_around }
    }

    /// Whether every chordless cycle goes around a cell.
    pub fn always_around(&self) -> bool {
        self.always_around
    }

    /// The reference, which goes through the loops one by one whatever is asked.
    pub fn plain(board: &Board, relation: rulebook_language::topology::RelationId) -> Self {
        Cycles { native: false, ..Cycles::new(board, relation) }
    }

    /// A search for the loops of a set: all of them, or those through a cell.
    pub fn search(&self, set: Bits<W>, through: Option<usize>, search: &mut LoopSearch<W>) {
        search.steps = 0;
        search.set = self.core(set, &mut search.steps);
        search.roots = match through {
            Some(cell) if search.set.contains(cell) => Bits::single(cell),
            Some(_) => Bits::EMPTY,
            None => search.set,
        };
        search.pairs.clear();
        search.path.clear();
        search.covered = Bits::EMPTY;
        search.cover = false;
        search.root = through.unwrap_or(usize::MAX);
    }

    /// The set without cells that have fewer than two neighbours in it, again and again: no loop has such a cell.
    pub(super) fn core(&self, set: Bits<W>, steps: &mut u64) -> Bits<W> {
        let mut core = set;
        loop {
            *steps += 1 + u64::from(core.count()) * (8 + W as u64) / 4;
            let mut thin = Bits::EMPTY;
            for cell in core.iter() {
                if (self.near[cell] & core).count() < 2 {
                    thin.insert(cell);
                }
            }
            if thin.is_empty() {
                return core;
            }
            core = core - thin;
        }
    }

    /// The next loop, or nothing after the last one, or after so many steps: `steps` tells.
    pub fn next(&self, search: &mut LoopSearch<W>, most_steps: u64) -> Option<Bits<W>> {
        loop {
            if search.steps > most_steps {
                return None;
            }
            let Some(level) = search.path.last_mut() else {
                if let Some((from, goal)) = search.pairs.pop() {
                    search.goal = goal;
                    let allowed = search.set - self.near[search.root] - Bits::single(search.root);
                    self.extend(search, from, allowed);
                } else {
                    self.next_root(search)?;
                }
                continue;
            };
            let Some(cell) = level.rest.pop_first() else {
                search.path.pop();
                continue;
            };
            if !self.near[cell].contains(search.goal) {
                let allowed = level.allowed;
                self.extend(search, cell, allowed);
                continue;
            }
            search.steps += 1;
            if let Some(found) = self.close(search, cell) {
                return Some(found);
            }
        }
    }

    /// Goes on to the next cell at which loops are sought.
    fn next_root(&self, search: &mut LoopSearch<W>) -> Option<()> {
        let root = search.roots.pop_first()?;
        if search.root != usize::MAX && search.root != root {
            // All loops through the last one are known.
            search.set.remove(search.root);
            search.set = self.core(search.set, &mut search.steps);
            search.roots = search.roots & search.set;
        }
        search.root = root;
        if !search.set.contains(root) {
            return Some(());
        }
        let around: Vec<usize> = (self.near[root] & search.set).iter().collect();
        for (index, from) in around.iter().enumerate() {
            for goal in &around[index + 1..] {
                if !self.near[*from].contains(*goal) {
                    search.pairs.push((*from, *goal));
                }
            }
        }
        Some(())
    }

    /// Makes `cell` the end of the path. `allowed` are the cells that may come after it.
    ///
    /// Of those next to the cell one follows; what comes later is not next to it, and is only what the goal can be reached from.
    fn extend(&self, search: &mut LoopSearch<W>, cell: usize, allowed: Bits<W>) {
        search.steps += 1;
        let goal = self.near[search.goal];
        let mut later = allowed - self.near[cell];
        let mut front = later & goal;
        let mut reached = front;
        later = later - front;
        let mut flooded = 0;
        while let Some(at) = front.pop_first() {
            flooded += 1;
            let fresh = self.near[at] & later;
            later = later - fresh;
            reached = reached | fresh;
            front = front | fresh;
        }
        // What is done for the cell, and for each cell of the flood, goes through whole sets.
        search.steps += (32 + 16 * flooded) * (8 + W as u64) / 32;
        let mut rest = Bits::EMPTY;
        for next in (allowed & self.near[cell]).iter() {
            if goal.contains(next) || !(self.near[next] & reached).is_empty() {
                rest.insert(next);
            }
        }
        if search.cover {
            let mut within = reached | rest | search.path.last().map_or(Bits::single(search.root), |level| level.cells);
            within.insert(cell);
            within.insert(search.goal);
            if (within - search.covered).is_empty() {
                rest = Bits::EMPTY;
            }
        }
        let mut cells = search.path.last().map_or(Bits::single(search.root), |level| level.cells);
        cells.insert(cell);
        search.path.push(Level { cell, cells, rest, allowed: reached });
    }

    /// The loop that the path, `last` and the goal make with the root, if it goes around a cell.
    fn close(&self, search: &LoopSearch<W>, last: usize) -> Option<Bits<W>> {
        let mut cells = search.path.last().map_or(Bits::EMPTY, |level| level.cells);
        cells.insert(last);
        cells.insert(search.goal);
        if self.always_around {
            return Some(cells);
        }
        let mut twice_area = 0;
        let mut before = search.root;
        let path = search.path.iter().map(|level| level.cell).chain([last, search.goal]);
        for cell in path.chain([search.root]) {
            let ((x, y), (p, q)) = (self.at[before], self.at[cell]);
            twice_area += x * q - p * y;
            before = cell;
        }
        // Pick's theorem: points inside = area - points on the border / 2 + 1.
        let twice_inside = twice_area.abs() - i64::from(cells.count()) + 2;
        (twice_inside >= 2).then_some(cells)
    }

    /// The cells of all loops of a set, or of all through a cell. Gives nothing after so many steps.
    pub fn union(
        &self,
        set: Bits<W>,
        through: Option<usize>,
        most_steps: u64,
        search: &mut LoopSearch<W>,
    ) -> Option<Bits<W>> {
        match through {
            _ if !self.native => {
                self.search(set, through, search);
                self.union_one_by_one(most_steps, search)
            }
            None => {
                search.steps = 0;
                let core = self.core(set, &mut search.steps);
                self.looped(core, most_steps, &mut search.steps)
            }
            Some(root) => {
                let found = self.ways(set, root, i64::MAX, &mut search.ways, most_steps);
                search.steps = search.ways.steps;
                match found {
                    Searched::All(cells) => Some(cells),
                    Searched::Heavier | Searched::GivenUp => None,
                }
            }
        }
    }

    /// Only loops that add a cell are sought.
    fn union_one_by_one(&self, most_steps: u64, search: &mut LoopSearch<W>) -> Option<Bits<W>> {
        search.cover = true;
        loop {
            match self.next(search, most_steps) {
                Some(cells) => search.covered = search.covered | cells,
                None if search.steps > most_steps => return None,
                None => return Some(search.covered),
            }
        }
    }

    /// Whether a loop of a set, or one through a cell, weighs more than `than`, by the weights in `search.ways`. Gives nothing after
    /// so many steps.
    pub fn has_heavier(
        &self,
        set: Bits<W>,
        through: Option<usize>,
        than: i64,
        most_steps: u64,
        search: &mut LoopSearch<W>,
    ) -> Option<bool> {
        if !self.native {
            self.search(set, through, search);
            loop {
                match self.next(search, most_steps) {
                    Some(cells) if search.ways.total(&cells) > than => return Some(true),
                    Some(_) => {}
                    None if search.steps > most_steps => return None,
                    None => return Some(false),
                }
            }
        }
        search.steps = 0;
        let (mut set, mut roots) = match through {
            Some(root) => (set, Bits::single(root)),
            None => {
                let core = self.core(set, &mut search.steps);
                (core, core)
            }
        };
        // Loops through one cell after another; those through the earlier ones are known.
        while let Some(root) = roots.pop_first() {
            let found = self.ways(set, root, than, &mut search.ways, most_steps.saturating_sub(search.steps));
            search.steps += search.ways.steps;
            match found {
                Searched::Heavier => return Some(true),
                Searched::GivenUp => return None,
                Searched::All(_) if roots.is_empty() => break,
                Searched::All(_) => {}
            }
            set.remove(root);
            set = self.core(set, &mut search.steps);
            roots = roots & set;
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cycles, LoopSearch};
    use rulebook_language::topology::{Board, BoardSpec, Shape};
    use rulebook_language::util::{Bits, Id, Rng};

    fn hexagon(side: u32) -> Board {
        Board::build(&BoardSpec { shape: Shape::Hexagon { side }, rows_from_top: false }).unwrap()
    }

    fn all<const W: usize>(cycles: &Cycles<W>, set: Bits<W>, through: Option<usize>) -> Vec<Bits<W>> {
        let mut search = LoopSearch::default();
        cycles.search(set, through, &mut search);
        std::iter::from_fn(|| cycles.next(&mut search, u64::MAX)).collect()
    }

    /// Every chordless cycle around a cell, by the definition: each cell has two neighbours in it, and it is in one piece.
    fn plain(board: &Board, set: Bits<1>) -> Vec<Bits<1>> {
        let relation = board.find_relation("adjacent").unwrap();
        let cells: Vec<usize> = set.iter().collect();
        let near = |cell: usize| {
            Bits::<1>::from_words(board.neighbour_mask(relation, rulebook_language::topology::CellId(cell as u16)))
        };
        let is_loop = |subset: Bits<1>| {
            let mut reached = Bits::single(subset.first().unwrap());
            for _ in 0..subset.count() {
                reached = reached.iter().fold(reached, |all, cell| all | near(cell) & subset);
            }
            subset.count() >= 6 && reached == subset && subset.iter().all(|cell| (near(cell) & subset).count() == 2)
        };
        let subsets = (1u64..1 << cells.len()).filter(|bits| bits.count_ones() >= 6);
        subsets
            .map(|bits| {
                let chosen = cells.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
                chosen.fold(Bits::EMPTY, |mut subset, (_, cell)| {
                    subset.insert(*cell);
                    subset
                })
            })
            .filter(|subset| is_loop(*subset))
            .collect()
    }

    #[test]
    fn full_hexagons_have_as_many_loops_as_is_known() {
        for (side, known) in [(2, 1), (3, 82), (4, 10_257)] {
            let board = hexagon(side);
            let cycles = Cycles::<1>::new(&board, board.find_relation("adjacent").unwrap());
            let set = Bits::from_words(board.mask());
            assert_eq!(all(&cycles, set, None).len(), known, "side {side}");
        }
    }

    /// The root is the last cell of its loops to be covered: the others belong to loops of earlier roots.
    #[test]
    fn a_loop_that_adds_only_its_first_cell_counts() {
        let board = hexagon(3);
        let relation = board.find_relation("adjacent").unwrap();
        let cycles = Cycles::<1>::new(&board, relation);
        let mut set = Bits::<1>::EMPTY;
        let names = ["c2", "d1", "e1", "d2", "e2", "c3", "d3", "e3", "b4", "c4", "d4", "b5", "c5"];
        names.iter().for_each(|name| set.insert(board.find_cell(name).unwrap().index()));
        let union = plain(&board, set).iter().fold(Bits::EMPTY, |all, one| all | *one);
        for cycles in [Cycles::<1>::plain(&board, relation), cycles] {
            assert_eq!(cycles.union(set, None, u64::MAX, &mut LoopSearch::default()), Some(union));
        }
    }

    #[test]
    fn agrees_with_the_definition_on_random_sets() {
        let board = hexagon(3);
        let relation = board.find_relation("adjacent").unwrap();
        let manners = [Cycles::<1>::new(&board, relation), Cycles::<1>::plain(&board, relation)];
        let mut rng = Rng::new(3);
        let mut search = LoopSearch::default();
        for _ in 0..30 {
            let (mut set, mut weighed) = (Bits::<1>::EMPTY, Bits::<1>::EMPTY);
            board.cells().filter(|_| rng.below(10) < 8).for_each(|cell| set.insert(cell.index()));
            board.cells().filter(|_| rng.below(2) == 0).for_each(|cell| weighed.insert(cell.index()));
            let mut expected = plain(&board, set);
            expected.sort_by_key(|subset| subset.0);
            for through in set.iter().map(Some).chain([None]) {
                let expected: Vec<Bits<1>> =
                    expected.iter().copied().filter(|one| through.is_none_or(|cell| one.contains(cell))).collect();
                let union = expected.iter().fold(Bits::EMPTY, |all, one| all | *one);
                let mut found = all(&manners[0], set, through);
                found.sort_by_key(|subset| subset.0);
                assert_eq!(found, expected);
                for cycles in &manners {
                    assert_eq!(cycles.union(set, through, u64::MAX, &mut search), Some(union));
                    search.ways.weigh_nothing();
                    search.ways.weigh(&Bits::from_words(board.mask()), -2);
                    search.ways.weigh(&weighed, 3);
                    for than in -12..=12 {
                        let heavier = expected.iter().any(|one| search.ways.total(one) > than);
                        let found = cycles.has_heavier(set, through, than, u64::MAX, &mut search);
                        assert_eq!(found, Some(heavier), "{set:?} through {through:?} above {than}");
                    }
                }
            }
        }
    }
}
