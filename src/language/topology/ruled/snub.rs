//! Points of a grid, every second square of which has a centre while the others are cut in two triangles: the modified snub square
//! board of Onyx.

use super::plan::{COMPASS, Place, Plan, printed_row};
use crate::topology::{CellId, coordinates};
use crate::util::Id;

/// By how much points lie beside the grid, so that all sides of squares and triangles are equally long.
const ASIDE: f64 = 0.133_974_596_215_561_35;

/// Whether the square whose lower left corner this is has a centre.
fn has_centre(x: i32, y: i32) -> bool {
    (x + y).rem_euclid(2) == 1
}

pub(super) fn plan((columns, rows): (i32, i32), from_top: bool) -> Plan {
    let mut plan = Plan::default();
    let grid = |columns: i32, rows: i32| (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
    let points = || grid(columns, rows);
    let centres = || grid(columns - 1, rows - 1).filter(|(x, y)| has_centre(*x, *y));
    let point = |(x, y): (i32, i32)| {
        let is_there = (0..columns).contains(&x) && (0..rows).contains(&y);
        is_there.then(|| CellId::from_index((y * columns + x) as usize))
    };
    let centre = |(x, y): (i32, i32)| CellId::from_index((rows * columns + y * columns + x) as usize);
    let printed = |x: i32, y: i32| (x as u32 + 1, printed_row(y, rows, from_top));
    let name = |x: i32, y: i32| coordinates::name(printed(x, y).0, printed(x, y).1);
    for (x, y) in points() {
        plan.places.push(Place {
            slot: (y * columns + x) as usize,
            name: name(x, y),
            printed: printed(x, y),
            level: 0,
            spot: [2 * x, 2 * y, 0],
            middle: middle(x, y),
            form: None,
            text: (4 * x, 2 * y),
        });
    }
    for (x, y) in centres() {
        plan.places.push(Place {
            slot: centre((x, y)).index(),
            name: format!("{}{}", name(x, y), name(x + 1, y + 1)),
            printed: (0, 0),
            level: 0,
            spot: [2 * x + 1, 2 * y + 1, 1],
            middle: (f64::from(x) + 0.5, f64::from(y) + 0.5),
            form: None,
            text: (4 * x + 2, 2 * y + 1),
        });
    }
    for way in 0..8 {
        plan.compass(way);
    }
    for (x, y) in points() {
        let from = point((x, y));
        // North, northeast, east and southeast.
        for (way, (_, dx, dy)) in COMPASS.iter().enumerate().take(4) {
            let low = if *dy < 0 { y - 1 } else { y };
            // Squares that are cut are so from the lower left in every second row, from the upper left in the others.
            let is_cut = !has_centre(x, low) && (low.rem_euclid(2) == 0) == (*dy > 0);
            if let (Some(from), Some(to), true) = (from, point((x + dx, y + dy)), way % 2 == 0 || is_cut) {
                let way = plan.compass(way);
                plan.join(way, from, to);
            }
        }
    }
    for (x, y) in centres() {
        for way in [1, 3, 5, 7] {
            let (_, dx, dy) = COMPASS[way];
            if let Some(to) = point((x + (dx + 1) / 2, y + (dy + 1) / 2)) {
                let way = plan.compass(way);
                plan.join(way, centre((x, y)), to);
            }
        }
    }
    let [orthogonal, diagonal] = [0, 1].map(|odd| (0..4).map(|way| plan.compass(2 * way + odd)).collect::<Vec<_>>());
    plan.relations = vec![
        ("orthogonal", orthogonal.clone()),
        ("diagonal", diagonal.clone()),
        ("adjacent", [orthogonal, diagonal].concat()),
    ];
    let of = |is_on: &dyn Fn(i32, i32) -> bool| -> Vec<CellId> {
        points().filter(|(x, y)| is_on(*x, *y)).filter_map(point).collect()
    };
    plan.sides = vec![
        ("top", of(&|_, y| y == rows - 1)),
        ("right", of(&|x, _| x == columns - 1)),
        ("bottom", of(&|_, y| y == 0)),
        ("left", of(&|x, _| x == 0)),
    ];
    plan.parts = vec![("points", of(&|_, _| true)), ("centres", centres().map(centre).collect())];
    plan.label_grid((columns, rows), from_top, |x, y| (4 * x, 2 * y));
    plan
}

/// Where a point is drawn: squares with a centre are turned by turns.
fn middle(x: i32, y: i32) -> (f64, f64) {
    let turn = if y.rem_euclid(2) == 0 { ASIDE } else { -ASIDE };
    let up = if has_centre(x, y) { -turn } else { turn };
    (f64::from(x) + turn, f64::from(y) + up)
}
