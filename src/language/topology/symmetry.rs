//! Symmetries: ways to lay a board upon itself.

use super::direction::{self, Direction};
use super::lattice::Lattice;
use super::{CellId, DirectionId, mask};
use crate::util::{Id, Table};

/// A permutation of a board's cells that keeps every relation, side count and region of corners and centre.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    cells: Vec<CellId>,
    directions: Vec<DirectionId>,
    linear: Linear,
}

/// A linear map of a lattice, by the images of one column to the right and of one row upwards.
type Linear = [(i32, i32); 2];

fn apply(map: &Linear, x: i64, y: i64) -> (i64, i64) {
    let [right, up] = map.map(|(x, y)| (i64::from(x), i64::from(y)));
    (right.0 * x + up.0 * y, right.1 * x + up.1 * y)
}

impl Symmetry {
    /// Where a cell goes. A slot that is no cell stays.
    #[inline]
    pub fn cell(&self, cell: CellId) -> CellId {
        self.cells[cell.index()]
    }

    /// Where a direction goes: a step that way from a cell's image leads to the image of where it led.
    #[inline]
    pub fn direction(&self, direction: DirectionId) -> DirectionId {
        self.directions[direction.index()]
    }

    /// The images of all slots.
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// The images of all directions.
    pub fn directions(&self) -> &[DirectionId] {
        &self.directions
    }

    /// The symmetry that moves nothing.
    pub(super) fn identity(slots: usize, directions: usize) -> Symmetry {
        Symmetry {
            cells: (0..slots).map(CellId::from_index).collect(),
            directions: (0..directions).map(DirectionId::from_index).collect(),
            linear: [(1, 0), (0, 1)],
        }
    }

    /// The symmetries of a whole lattice board, the identity first.
    pub(super) fn of_lattice(lattice: &Lattice, directions: &Table<DirectionId, Direction>) -> Vec<Symmetry> {
        let ring: Vec<(i32, i32)> =
            lattice.compass().orthogonal.iter().map(|&id| vector(directions, DirectionId(id))).collect();
        let (identity, sides) = (Symmetry::identity(lattice.slots(), directions.len()), ring.len());
        let mut found = Vec::new();
        for (next, turn) in
            (0..sides).map(|turn| (turn + 1, turn)).chain((0..sides).map(|turn| (turn + sides - 1, turn)))
        {
            // The ring's first direction goes up a row and `lean` columns to the right, its second is east.
            let (lean, up, right) = (ring[0].0, ring[turn], ring[next % sides]);
            let linear = [right, (up.0 - lean * right.0, up.1 - lean * right.1)];
            found.extend(identity.moved(lattice, linear).and_then(|symmetry| symmetry.turned(directions, 0)));
        }
        distinct(found)
    }

    /// With the images of the cells under a map about the centre of the board, if they are cells.
    fn moved(&self, lattice: &Lattice, linear: Linear) -> Option<Symmetry> {
        let (count, xs, ys) = lattice.centroid();
        let mut cells = self.cells.clone();
        for cell in lattice.cells() {
            let (x, y) = lattice.place(cell);
            let (x, y) = apply(&linear, i64::from(x) * count - xs, i64::from(y) * count - ys);
            let (x, y) = (x + xs, y + ys);
            if x % count != 0 || y % count != 0 {
                return None;
            }
            cells[cell.index()] = lattice.cell((x / count) as i32, (y / count) as i32)?;
        }
        Some(Symmetry { cells, directions: self.directions.clone(), linear })
    }

    /// With the images of the directions from the `first` on, if they are directions.
    pub(super) fn turned(mut self, directions: &Table<DirectionId, Direction>, first: usize) -> Option<Symmetry> {
        self.directions.truncate(first);
        for id in directions.ids().skip(first) {
            let (dx, dy) = vector(directions, id);
            let (dx, dy) = apply(&self.linear, dx.into(), dy.into());
            self.directions.push(direction::of_vector(directions, dx as i32, dy as i32)?);
        }
        Some(self)
    }

    /// With further directions, each of which goes to itself.
    pub(super) fn with_fixed(mut self, directions: &[DirectionId]) -> Symmetry {
        self.directions.extend_from_slice(directions);
        self
    }

    /// Whether a relation of these directions goes to itself.
    pub(super) fn keeps(&self, directions: &[DirectionId]) -> bool {
        directions.iter().all(|&id| directions.contains(&self.direction(id)))
    }

    /// The symmetry of a subset of the board, if this one maps `kept` to itself.
    pub(super) fn restrict(mut self, kept: &[u64]) -> Option<Symmetry> {
        if !mask::members(kept).all(|cell| mask::contains(kept, self.cell(cell))) {
            return None;
        }
        for (slot, image) in self.cells.iter_mut().enumerate() {
            let cell = CellId::from_index(slot);
            if !mask::contains(kept, cell) {
                *image = cell;
            }
        }
        Some(self)
    }
}

/// The symmetries that move the cells differently: of those that move them alike, the first.
pub(super) fn distinct(all: Vec<Symmetry>) -> Vec<Symmetry> {
    let mut found: Vec<Symmetry> = Vec::new();
    for symmetry in all {
        if found.iter().all(|other| other.cells != symmetry.cells) {
            found.push(symmetry);
        }
    }
    found
}

fn vector(directions: &Table<DirectionId, Direction>, id: DirectionId) -> (i32, i32) {
    (directions[id].dx, directions[id].dy)
}
