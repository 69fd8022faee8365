//! Squares with the corners at which they meet as places of their own.

use super::plan::{COMPASS, Place, Plan};
use crate::topology::drawing::Form;
use crate::topology::{Board, CellId, MAX_SLOTS, TopologyError, coordinates, mask};
use crate::util::Id;

impl Board {
    /// The same board with the corners of its cells as further places, named by capital letters: `A1` is the lower left one of `a1`.
    ///
    /// # Errors
    /// If it is no whole board of squares, or has too many places.
    pub fn with_points(self) -> Result<Board, TopologyError> {
        let is_plain = |lattice: &&crate::topology::lattice::Lattice| {
            lattice.is_square() && !lattice.is_of_colour() && !lattice.is_round() && !lattice.is_by_rows()
        };
        let lattice = self.lattice.as_ref().filter(is_plain).ok_or(TopologyError::NoPoints)?;
        let (columns, rows) = (lattice.stride, lattice.height);
        let slots = (columns + 1) as u64 * (2 * rows + 1) as u64;
        if slots > MAX_SLOTS as u64 {
            return Err(TopologyError::TooLarge { shape: "square", slots, limit: MAX_SLOTS });
        }
        plan((columns, rows), lattice.printed_row(0) != 1).board()
    }

    /// The cells of a part of the board, as the words of a slot set; nothing where it has no such part.
    pub fn part(&self, name: &str) -> Option<Vec<u64>> {
        self.parts.iter().find(|part| part.name == name).map(|part| mask::both(&part.mask, &self.mask))
    }
}

/// The plan. Cells and points have rows of slots that are equally long, so that each way adds the same to all of them.
fn plan((columns, rows): (i32, i32), from_top: bool) -> Plan {
    let mut plan = Plan::default();
    let wide = columns + 1;
    let grid = |columns: i32, rows: i32| (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
    let (cells, points) = (|| grid(columns, rows), || grid(wide, rows + 1));
    let cell = |(x, y): (i32, i32)| {
        let is_there = (0..columns).contains(&x) && (0..rows).contains(&y);
        is_there.then(|| CellId::from_index((y * wide + x) as usize))
    };
    let point = |(x, y): (i32, i32)| {
        let is_there = (0..wide).contains(&x) && (0..=rows).contains(&y);
        is_there.then(|| CellId::from_index((rows * wide + y * wide + x) as usize))
    };
    let row = |y: i32, rows: i32| super::plan::printed_row(y, rows, from_top);
    for (x, y) in cells() {
        let (right, up) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
        let square = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        plan.places.push(Place {
            slot: (y * wide + x) as usize,
            name: coordinates::name(x as u32 + 1, row(y, rows)),
            printed: (x as u32 + 1, row(y, rows)),
            level: 0,
            spot: [2 * x + 1, 2 * y + 1, 0],
            middle: (right, up),
            form: Some(Form::Polygon(square.iter().map(|(dx, dy)| (right + dx, up + dy)).collect())),
            text: (4 * x + 2, 2 * y + 1),
        });
    }
    for (x, y) in points() {
        let name = coordinates::name(x as u32 + 1, row(y, rows + 1)).to_ascii_uppercase();
        plan.places.push(Place {
            slot: ((rows + y) * wide + x) as usize,
            name,
            printed: (x as u32 + 1, row(y, rows + 1)),
            level: 0,
            spot: [2 * x, 2 * y, 1],
            middle: (f64::from(x), f64::from(y)),
            form: Some(Form::Disc(0.2)),
            text: (4 * x, 2 * y),
        });
    }
    for way in 0..8 {
        plan.compass(way);
    }
    for (way, (_, dx, dy)) in COMPASS.iter().enumerate().take(4) {
        let way = plan.compass(way);
        for (x, y) in cells() {
            if let (Some(from), Some(to)) = (cell((x, y)), cell((x + dx, y + dy))) {
                plan.join(way, from, to);
            }
        }
        for (x, y) in points() {
            if let (Some(from), Some(to)) = (point((x, y)), point((x + dx, y + dy))) {
                plan.join(way, from, to);
            }
        }
    }
    for place in [1, 3, 5, 7] {
        let ((name, dx, dy), back) = (COMPASS[place], COMPASS[(place + 4) % 8].0);
        let way = plan.way(&format!("to_point_{name}"), &format!("to_cell_{back}"));
        for (x, y) in cells() {
            if let (Some(from), Some(to)) = (cell((x, y)), point((x + (dx + 1) / 2, y + (dy + 1) / 2))) {
                plan.join(way, from, to);
            }
        }
    }
    let [orthogonal, diagonal] = [0, 1].map(|odd| (0..4).map(|way| plan.compass(2 * way + odd)).collect::<Vec<_>>());
    let [to_points, to_cells] = ["to_point", "to_cell"].map(|way| plan.ways_named(|name| name.starts_with(way)));
    plan.relations = vec![
        ("orthogonal", orthogonal.clone()),
        ("diagonal", diagonal.clone()),
        ("points", to_points),
        ("cells", to_cells),
        ("adjacent", [orthogonal, diagonal].concat()),
    ];
    let of = |is_on: &dyn Fn(i32, i32) -> bool| -> Vec<CellId> {
        cells().filter(|(x, y)| is_on(*x, *y)).filter_map(cell).collect()
    };
    plan.sides = vec![
        ("top", of(&|_, y| y == rows - 1)),
        ("right", of(&|x, _| x == columns - 1)),
        ("bottom", of(&|_, y| y == 0)),
        ("left", of(&|x, _| x == 0)),
    ];
    plan.parts = vec![("points", points().filter_map(point).collect()), ("cells", cells().filter_map(cell).collect())];
    plan.label_grid((columns, rows), from_top, |x, y| (4 * x + 2, 2 * y + 1));
    plan
}
