//! The Cairo tiling: a grid of squares, each cut in two pentagons, upright and across by turns.

use super::plan::{Place, Plan, printed_row};
use crate::topology::drawing::Form;
use crate::topology::{CellId, coordinates};

/// By how much the ends of a cut lie inside its square, so that the sides of all pentagons are equally long.
const INSIDE: f64 = 0.225_708_114_822_568_23;

/// Whether a square is cut upright, in a left and a right half.
fn is_upright(x: i32, y: i32) -> bool {
    (x + y).rem_euclid(2) == 1
}

/// The compass points of the halves of a square, as one reads them: east and west, or north and south.
fn halves(x: i32, y: i32) -> [usize; 2] {
    if is_upright(x, y) { [6, 2] } else { [0, 4] }
}

pub(super) fn plan((columns, rows): (i32, i32), from_top: bool) -> Plan {
    let mut plan = Plan::default();
    let squares = || (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
    for (x, y) in squares() {
        for (place, point) in halves(x, y).into_iter().enumerate() {
            plan.places.push(half((x, y), (place, point), (columns, rows), from_top));
        }
    }
    let slot = |x: i32, y: i32, point: usize| {
        let place = halves(x, y).into_iter().position(|half| half == point)?;
        let is_there = (0..columns).contains(&x) && (0..rows).contains(&y);
        is_there.then(|| CellId(((y * columns + x) * 2) as u16 + place as u16))
    };
    for (x, y) in squares() {
        let [first, second] = halves(x, y);
        if let (Some(a), Some(b)) = (slot(x, y, first), slot(x, y, second)) {
            // The other half lies where the way from this one leads to.
            let way = plan.compass(second);
            plan.join(way, a, b);
        }
        // To the right and upwards; what lies to the left and below is joined from there.
        let (right, up) = ((x + 1, y), (x, y + 1));
        let joints: [((i32, i32), usize, usize, usize); 4] = if is_upright(x, y) {
            [(right, 2, 0, 1), (right, 2, 4, 3), (up, 6, 4, 1), (up, 2, 4, 7)]
        } else {
            [(right, 0, 6, 3), (right, 4, 6, 1), (up, 0, 6, 7), (up, 0, 2, 1)]
        };
        for ((to_x, to_y), from, to, point) in joints {
            if let (Some(a), Some(b)) = (slot(x, y, from), slot(to_x, to_y, to)) {
                let way = plan.compass(point);
                plan.join(way, a, b);
            }
        }
    }
    let all = plan.ways_named(|_| true);
    plan.relations = vec![("orthogonal", all.clone()), ("adjacent", all)];
    let of = |is_on: &dyn Fn(i32, i32) -> bool, other: usize| -> Vec<CellId> {
        let cells = squares().filter(|(x, y)| is_on(*x, *y)).flat_map(|(x, y)| halves(x, y).map(|half| (x, y, half)));
        cells.filter(|(_, _, half)| *half != other).filter_map(|(x, y, half)| slot(x, y, half)).collect()
    };
    plan.sides = vec![
        ("top", of(&|_, y| y == rows - 1, 4)),
        ("right", of(&|x, _| x == columns - 1, 6)),
        ("bottom", of(&|_, y| y == 0, 0)),
        ("left", of(&|x, _| x == 0, 2)),
    ];
    plan.label_grid((columns, rows), from_top, |x, y| (4 * x + 1, 4 * y));
    plan
}

fn half((x, y): (i32, i32), (place, point): (usize, usize), (columns, rows): (i32, i32), from_top: bool) -> Place {
    let (_, right, up) = super::plan::COMPASS[point];
    let printed = (x as u32 + 1, printed_row(y, rows, from_top));
    let letter = ["N", "", "E", "", "S", "", "W", ""][point];
    let corners = corners(x, y, point);
    let sum = corners.iter().fold((0.0, 0.0), |sum, corner| (sum.0 + corner.0, sum.1 + corner.1));
    Place {
        slot: ((y * columns + x) * 2) as usize + place,
        name: format!("{}{letter}", coordinates::name(printed.0, printed.1)),
        printed,
        level: 0,
        spot: [4 * x + right, 4 * y + up, 0],
        middle: (sum.0 / 5.0, sum.1 / 5.0),
        form: Some(Form::Polygon(corners)),
        text: (4 * x + 1 + right, 4 * y + up),
    }
}

/// The corners of a half. Cuts end where the halves of the squares beside them have a corner of their own.
fn corners(x: i32, y: i32, point: usize) -> Vec<(f64, f64)> {
    let (left, low) = (f64::from(x), f64::from(y));
    // The middle of the left side of a square, and of its lower side.
    let upright = |x: i32, y: i32| (f64::from(x) + if is_upright(x, y) { -INSIDE } else { INSIDE }, f64::from(y) + 0.5);
    let across = |x: i32, y: i32| (f64::from(x) + 0.5, f64::from(y) + if is_upright(x, y) { INSIDE } else { -INSIDE });
    let (west, east) = (upright(x, y), upright(x + 1, y));
    let (south, north) = (across(x, y), across(x, y + 1));
    let [sw, se, ne, nw] = [(left, low), (left + 1.0, low), (left + 1.0, low + 1.0), (left, low + 1.0)];
    match point {
        0 => vec![west, nw, north, ne, east],
        4 => vec![east, se, south, sw, west],
        2 => vec![north, ne, east, se, south],
        _ => vec![south, sw, west, nw, north],
    }
}
