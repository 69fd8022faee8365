//! The board of ConHex: rings of cells round a middle one, and the points where they meet.

use std::collections::BTreeMap;

use super::plan::{Place, Plan, printed_row};
use crate::topology::drawing::Form;
use crate::topology::{CellId, coordinates};
use crate::util::Id;

/// A place of the square grid in which the points lie: column and row from 0, rows upwards.
type Spot = (i32, i32);

/// A cell before it has a name: its corners, and the side of the board that it lies at, if it lies at one.
struct Cell {
    corners: Vec<Spot>,
    ring: i32,
}

pub(super) fn plan(side: i32, with_points: bool, from_top: bool) -> Plan {
    let mut plan = Plan::default();
    let points = points(side);
    let cells = sorted(cells(side));
    let name = |(x, y): Spot| coordinates::name(x as u32 + 1, printed_row(y, side, from_top));
    let point = |spot: &Spot| points.iter().position(|other| other == spot).map(CellId::from_index);
    let first = if with_points { points.len() } else { 0 };
    for (slot, &(x, y)) in points[..first].iter().enumerate() {
        plan.places.push(Place {
            slot,
            name: name((x, y)),
            printed: (x as u32 + 1, printed_row(y, side, from_top)),
            level: 0,
            spot: [2 * x, 2 * y, 0],
            middle: (f64::from(x), f64::from(y)),
            form: Some(Form::Disc(0.22)),
            text: (4 * x, 2 * y),
        });
    }
    for (place, cell) in cells.iter().enumerate() {
        let (low, high) = bounds(own_points(cell, &points, side).as_slice());
        let (all_low, all_high) = bounds(&cell.corners);
        let doubled = (all_low.0 + all_high.0, all_low.1 + all_high.1);
        let is_middle = cell.ring == side / 2 - 1;
        let lift = i32::from(is_middle);
        plan.places.push(Place {
            slot: first + place,
            name: format!("{}{}", name(low), name(high)),
            printed: (0, 0),
            level: 0,
            spot: [doubled.0, doubled.1, 1],
            middle: (f64::from(doubled.0) / 2.0, f64::from(doubled.1) / 2.0 + 0.5 * f64::from(lift)),
            form: Some(Form::Polygon(cell.corners.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).collect())),
            text: (2 * doubled.0, doubled.1 + lift),
        });
    }
    let cell = |place: usize| CellId::from_index(first + place);
    let mut by_edge: BTreeMap<(Spot, Spot), usize> = BTreeMap::new();
    let mut joined = Vec::new();
    for (place, one) in cells.iter().enumerate() {
        for edge in edges(&one.corners) {
            if let Some(other) = by_edge.insert(edge, place) {
                joined.push((other, place));
            }
        }
    }
    joined.sort_unstable();
    joined.dedup();
    for (a, b) in joined {
        let way = plan.way_between(cell(a), cell(b), "along", "back");
        plan.join(way, cell(a), cell(b));
    }
    for (place, one) in cells.iter().enumerate() {
        for spot in own_points(one, &points[..first], side) {
            if let Some(at) = point(&spot) {
                let way = plan.way_between(cell(place), at, "to_point", "to_cell");
                plan.join(way, cell(place), at);
            }
        }
    }
    let [to_points, to_cells] = ["to_point", "to_cell"].map(|way| plan.ways_named(|name| name.starts_with(way)));
    let adjacent = plan.ways_named(|name| !name.starts_with("to_"));
    if with_points {
        plan.relations = vec![("points", to_points), ("cells", to_cells)];
    }
    plan.relations.push(("adjacent", adjacent));
    let last = side - 1;
    let of = |is_on: &dyn Fn(&(Spot, Spot)) -> bool| -> Vec<CellId> {
        let lies = |place: &usize| edges(&cells[*place].corners).iter().any(is_on);
        (0..cells.len()).filter(lies).map(cell).collect()
    };
    plan.sides = vec![
        ("top", of(&|((_, a), (_, b))| *a == last && *b == last)),
        ("right", of(&|((a, _), (b, _))| *a == last && *b == last)),
        ("bottom", of(&|((_, a), (_, b))| *a == 0 && *b == 0)),
        ("left", of(&|((a, _), (b, _))| *a == 0 && *b == 0)),
    ];
    if with_points {
        let all = (0..cells.len()).map(cell).collect();
        plan.parts = vec![("points", (0..first).map(CellId::from_index).collect()), ("cells", all)];
    }
    plan.label_grid((side, side), from_top, |x, y| (4 * x, 2 * y));
    plan
}

/// The points, row by row from the lowest: the corners of the board, its middle, and on each ring between all but the corners.
fn points(side: i32) -> Vec<Spot> {
    let (last, middle) = (side - 1, side / 2);
    let is_point = |(x, y): &Spot| {
        let (across, along) = (*x.min(&(last - x)), *y.min(&(last - y)));
        let is_corner = across == along;
        match across.min(along) {
            0 => is_corner,
            _ => !is_corner || (*x, *y) == (middle, middle),
        }
    };
    (0..side).flat_map(|y| (0..side).map(move |x| (x, y))).filter(is_point).collect()
}

/// The cells, ring by ring from the outermost.
fn cells(side: i32) -> Vec<Cell> {
    let (rings, last) = (side / 2, side - 1);
    let mut cells = Vec::new();
    for ring in 0..rings - 1 {
        for part in 0..rings - 1 - ring {
            let corners = match (part, ring) {
                (0, 0) => vec![(0, 0), (2, 0), (2, 1), (1, 2), (0, 2)],
                (0, _) => vec![(1, 0), (2, 0), (2, 1), (1, 2), (0, 2), (0, 1)],
                _ => vec![(2 * part, 0), (2 * part + 2, 0), (2 * part + 2, 1), (2 * part, 1)],
            };
            let mut corners: Vec<Spot> = corners.into_iter().map(|(x, y)| (x + ring, y + ring)).collect();
            // The same on each side of the board.
            for _ in 0..4 {
                cells.push(Cell { corners: corners.clone(), ring });
                corners = corners.into_iter().map(|(x, y)| (last - y, x)).collect();
            }
        }
    }
    let middle = side / 2;
    let corners = vec![(middle - 1, middle), (middle, middle - 1), (middle + 1, middle), (middle, middle + 1)];
    cells.push(Cell { corners, ring: rings - 1 });
    cells
}

/// The cells as one reads them.
fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    let middle = |cell: &Cell| {
        let (low, high) = bounds(&cell.corners);
        (low.1 + high.1, low.0 + high.0)
    };
    cells.sort_by_key(middle);
    cells
}

/// The points of a cell: those on its edges, and the middle of the board in the middle one.
fn own_points(cell: &Cell, points: &[Spot], side: i32) -> Vec<Spot> {
    let mut found: Vec<Spot> = edges(&cell.corners).into_iter().flat_map(|(a, b)| [a, b]).collect();
    if cell.ring == side / 2 - 1 {
        found.push((side / 2, side / 2));
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|spot| points.contains(spot));
    found
}

/// The edges between neighbouring places of the grid that go round a cell, the lesser end first.
fn edges(corners: &[Spot]) -> Vec<(Spot, Spot)> {
    let next = corners.iter().cycle().skip(1);
    let mut edges = Vec::new();
    for (&(x, y), &(to_x, to_y)) in corners.iter().zip(next) {
        let long = (to_x - x).abs().max((to_y - y).abs()).max(1);
        let (dx, dy) = ((to_x - x) / long, (to_y - y) / long);
        for step in 0..long {
            let (a, b) = ((x + step * dx, y + step * dy), (x + (step + 1) * dx, y + (step + 1) * dy));
            edges.push((a.min(b), a.max(b)));
        }
    }
    edges
}

/// The least and the greatest column and row.
fn bounds(spots: &[Spot]) -> (Spot, Spot) {
    let axis =
        |of: &dyn Fn(&Spot) -> i32| (spots.iter().map(of).min().unwrap_or(0), spots.iter().map(of).max().unwrap_or(0));
    let ((left, right), (low, high)) = (axis(&|spot| spot.0), axis(&|spot| spot.1));
    ((left, low), (right, high))
}
