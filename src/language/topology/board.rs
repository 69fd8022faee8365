//! The board: its cells, their coordinates and its regions.

use rustc_hash::FxHashMap;

use super::drawing::Drawing;
use super::lattice::Lattice;
use super::numbering::Numbering;
use super::region::Rim;
use super::relation::Relation;
use super::steps::Steps;
use super::{CellId, Direction, DirectionId, GraphLine, Region, RelationId, Symmetry, mask};
use crate::util::{Id, Ring, Table};

/// A board, frozen for play.
///
/// Cells are numbered by *slots*. A lattice board lies in a rectangle, whose slot `y * columns + x` is column `x` from 0 and
/// row `y` from 0 at the bottom of the picture. Slots outside the outline, or taken away by [`Board::subset`], are holes. So
/// a direction adds the same number to every slot. A board whose cells are all squares of one colour has slots for every second
/// square of rows of an odd number of squares ([`Board::packed`]). A hexagon whose rectangle has more slots than a word has bits, and
/// which has not more cells, has a slot for each cell, and steps go round ([`Board::ring`]). Graphs and boards by
/// rule that are no lattice have one slot a cell.
///
/// Methods that take an id want one of this board; with another they may panic. A hole has no name, no neighbours and no
/// steps. Sets of cells are [`Board::words`] words of 64 slots each, lowest first.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) lattice: Option<Lattice>,
    pub(super) slots: usize,
    pub(super) mask: Vec<u64>,
    /// The cells of the whole board, as one reads them.
    pub(super) reading: Vec<CellId>,
    pub(super) names: Vec<String>,
    pub(super) by_name: FxHashMap<String, CellId>,
    pub(super) coordinates: Vec<(u32, u32)>,
    pub(super) positions: Option<Vec<(i32, i32)>>,
    pub(super) directions: Table<DirectionId, Direction>,
    pub(super) steps: Steps,
    pub(super) relations: Table<RelationId, Relation>,
    pub(super) lines: Vec<GraphLine>,
    pub(super) rim: Rim,
    pub(super) centre: Vec<u64>,
    pub(super) symmetries: Vec<Symmetry>,
    pub(super) numbering: Option<Numbering>,
    /// Where everything is drawn, of boards by rule that are no lattice.
    pub(super) drawing: Option<Drawing>,
    /// The level of each slot of a pyramid, from 1.
    pub(super) levels: Vec<u32>,
    /// Named sets of cells of the board, beside its sides.
    pub(super) parts: Vec<Region>,
}

impl Board {
    /// The number of slots, cells and holes.
    #[inline]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How slots are counted on.
    #[inline]
    pub fn ring(&self) -> Ring {
        self.lattice.map_or(Ring::ROW, |lattice| lattice.ring())
    }

    /// The number of words of a set of slots.
    #[inline]
    pub fn words(&self) -> usize {
        self.mask.len()
    }

    /// The set of all cells.
    #[inline]
    pub fn mask(&self) -> &[u64] {
        &self.mask
    }

    /// The cells as one reads them: row by row from row 1 of a board whose rows are numbered upwards, each from the left; on a graph
    /// in the order of their declaration. These are increasing slots, but on a ring.
    pub fn cells(&self) -> impl Iterator<Item = CellId> {
        self.reading.iter().copied().filter(|&cell| mask::contains(&self.mask, cell))
    }

    /// The number of cells.
    pub fn cell_count(&self) -> usize {
        self.mask.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether a slot is a cell.
    #[inline]
    pub fn is_cell(&self, slot: CellId) -> bool {
        mask::contains(&self.mask, slot)
    }

    /// The name of a cell as players write it.
    pub fn cell_name(&self, cell: CellId) -> &str {
        &self.names[cell.index()]
    }

    /// The cell of a name.
    pub fn find_cell(&self, name: &str) -> Option<CellId> {
        self.by_name.get(name).copied()
    }

    /// Whether cells have columns and rows: always on lattice boards, on graphs if every name is letters and a number.
    pub fn has_coordinates(&self) -> bool {
        self.cells().all(|cell| self.row(cell) > 0)
    }

    /// The column of a cell as printed, from 1; 0 if it has none.
    pub fn column(&self, cell: CellId) -> u32 {
        self.coordinates[cell.index()].0
    }

    /// The row of a cell as printed, from 1; 0 if it has none.
    pub fn row(&self, cell: CellId) -> u32 {
        self.coordinates[cell.index()].1
    }

    /// Whether its cells have levels, as those of a pyramid.
    pub fn has_levels(&self) -> bool {
        self.levels.iter().any(|level| *level > 0)
    }

    /// The level of a cell, from 1; 0 on boards without levels.
    pub fn level(&self, cell: CellId) -> u32 {
        self.levels.get(cell.index()).copied().unwrap_or(0)
    }

    /// The number of sides that a cell lies on. On a subset, the sides are still those of the whole board.
    #[inline]
    pub fn edges(&self, cell: CellId) -> u8 {
        self.rim.edges[cell.index()]
    }

    /// The sides, clockwise from the top of the picture: four of a square or rhombus, six of a hexagon, three of a
    /// triangle, those declared of a graph.
    pub fn sides(&self) -> &[Region] {
        &self.rim.sides
    }

    /// The side of a name.
    pub fn find_side(&self, name: &str) -> Option<&Region> {
        self.rim.sides.iter().find(|side| side.name == name)
    }

    /// The set of cells where two neighbouring sides meet; on a graph, of those on several sides.
    pub fn corners(&self) -> &[u64] {
        &self.rim.corners
    }

    /// The set of cells nearest to the middle of the picture of the whole board; on a graph, of those with the least
    /// distance to the cell that is farthest from them.
    pub fn centre(&self) -> &[u64] {
        &self.centre
    }

    /// The lines of a graph, cut where a subset left cells out. None on lattice boards.
    pub fn lines(&self) -> &[GraphLine] {
        &self.lines
    }

    /// The symmetries, the identity first: those of the whole picture that keep the cells and every relation; on a round board one for
    /// each turn and reflection, with and without a shift by half the way round. On graphs the identity alone.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}
