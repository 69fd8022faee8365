//! Symmetries: ways to lay a board upon itself.

use super::direction::{self, Direction};
use super::lattice::Lattice;
use super::steps::Steps;
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
        let identity = Symmetry::identity(lattice.slots(), directions.len());
        let moved = linears(lattice, directions).into_iter().filter_map(|linear| identity.moved(lattice, linear));
        distinct(moved.filter_map(|symmetry| symmetry.turned(directions, 0)).collect())
    }

    /// Symmetries of a round lattice, the identity first: for each turn or reflection one that lays the board upon itself, the same with
    /// a shift by half the way round, and what follows from these; where these are too many, those of the picture alone.
    pub(super) fn of_round(
        lattice: &Lattice,
        directions: &Table<DirectionId, Direction>,
        steps: &Steps,
    ) -> Vec<Symmetry> {
        let identity = Symmetry::identity(lattice.slots(), directions.len());
        let (east, north) = lattice.round();
        let (columns, rows) = (lattice.stride, lattice.height);
        let halves = |round: bool, length: i32| if round && length % 2 == 0 { vec![0, length / 2] } else { vec![0] };
        let mut shifts: Vec<(i32, i32)> = (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))).collect();
        shifts.sort_by_key(|(x, y)| (x.min(&(columns - x)) + y.min(&(rows - y)), *x, *y));
        let mut found = vec![identity.clone()];
        for linear in linears(lattice, directions) {
            let shifted = |(right, up): (i32, i32)| {
                let (fixed_x, fixed_y) = (columns - 1, rows - 1);
                let cell = |cell: CellId| {
                    let (x, y) = lattice.place(cell);
                    let (dx, dy) = apply(&linear, i64::from(2 * x - fixed_x), i64::from(2 * y - fixed_y));
                    let (x, y) = ((dx as i32 + fixed_x).div_euclid(2), (dy as i32 + fixed_y).div_euclid(2));
                    lattice.reached(x + right, y + up)
                };
                let cells: Option<Vec<CellId>> = lattice.cells().map(cell).collect();
                let symmetry = Symmetry { cells: cells?, directions: identity.directions.clone(), linear };
                symmetry.turned(directions, 0).filter(|symmetry| symmetry.keeps_steps(directions.len(), steps))
            };
            let Some(&(x, y)) = shifts.iter().find(|shift| shifted(**shift).is_some()) else { continue };
            let more = halves(east, columns)
                .into_iter()
                .flat_map(|dx| halves(north, rows).into_iter().map(move |dy| (dx, dy)));
            found.extend(more.filter_map(|(dx, dy)| shifted((x + dx, y + dy))));
        }
        closed(distinct(found)).unwrap_or_else(|| {
            let all = Symmetry::of_lattice(lattice, directions).into_iter();
            all.filter(|symmetry| symmetry.keeps_steps(directions.len(), steps)).collect()
        })
    }

    /// One symmetry after another.
    fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry {
            cells: self.cells.iter().map(|cell| next.cell(*cell)).collect(),
            directions: self.directions.iter().map(|direction| next.direction(*direction)).collect(),
            linear: [self.linear[0], self.linear[1]].map(|(x, y)| {
                let (x, y) = apply(&next.linear, x.into(), y.into());
                (x as i32, y as i32)
            }),
        }
    }

    /// Whether every step from a cell's image leads to the image of where it led, and cells go to different cells.
    pub(super) fn keeps_steps(&self, directions: usize, steps: &Steps) -> bool {
        let mut seen = mask::empty(self.cells.len());
        self.cells.iter().for_each(|cell| mask::insert(&mut seen, *cell));
        let different = mask::members(&seen).count() == self.cells.len();
        different
            && (0..directions).map(DirectionId::from_index).all(|direction| {
                let image = self.direction(direction);
                let as_many = steps.links(direction).count() == steps.links(image).count();
                as_many
                    && steps
                        .links(direction)
                        .all(|(from, to)| steps.step(self.cell(from), image) == Some(self.cell(to)))
            })
    }

    /// A symmetry of boards that are no lattice, by where its cells go, if directions go to directions.
    pub(super) fn by_cells(cells: Vec<CellId>, directions: usize, steps: &Steps) -> Option<Symmetry> {
        let all = || (0..directions).map(DirectionId::from_index);
        let image = |direction: DirectionId| {
            let mut links = steps.links(direction).peekable();
            let Some(&(from, to)) = links.peek() else { return Some(direction) };
            let leads = |other: &DirectionId| {
                steps.step(cells[from.index()], *other) == Some(cells[to.index()])
                    && steps
                        .links(direction)
                        .all(|(from, to)| steps.step(cells[from.index()], *other) == Some(cells[to.index()]))
            };
            all().find(leads)
        };
        let directions_to: Vec<DirectionId> = all().map(image).collect::<Option<_>>()?;
        let symmetry = Symmetry { cells, directions: directions_to, linear: [(1, 0), (0, 1)] };
        symmetry.keeps_steps(directions, steps).then_some(symmetry)
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

/// The most symmetries of a round board.
const MANY: usize = 256;

/// With all that come about by one after another; nothing where these are too many.
fn closed(mut all: Vec<Symmetry>) -> Option<Vec<Symmetry>> {
    let generators = all.clone();
    let mut known: rustc_hash::FxHashSet<Vec<CellId>> = all.iter().map(|symmetry| symmetry.cells.clone()).collect();
    let mut done = 0;
    while let Some(symmetry) = all.get(done).cloned() {
        for next in &generators {
            let both = symmetry.then(next);
            if known.insert(both.cells.clone()) {
                all.push(both);
            }
        }
        if all.len() > MANY {
            return None;
        }
        done += 1;
    }
    Some(all)
}

/// The turns and reflections of a lattice, the one that moves nothing first.
fn linears(lattice: &Lattice, directions: &Table<DirectionId, Direction>) -> Vec<Linear> {
    let ring: Vec<(i32, i32)> =
        lattice.compass().orthogonal.iter().map(|&id| vector(directions, DirectionId(id))).collect();
    let sides = ring.len();
    let turns = (0..sides).map(|turn| (turn + 1, turn)).chain((0..sides).map(|turn| (turn + sides - 1, turn)));
    turns
        .map(|(next, turn)| {
            // The ring's first direction goes up a row and `lean` columns to the right, its second is east.
            let (lean, up, right) = (ring[0].0, ring[turn], ring[next % sides]);
            [right, (up.0 - lean * right.0, up.1 - lean * right.1)]
        })
        .collect()
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
