//! Octagons with small squares in the gaps: a grid of which every second cell, `a1` among them, is an octagon.

use super::plan::{COMPASS, Place, Plan, printed_row};
use crate::topology::drawing::Form;
use crate::topology::{CellId, coordinates};
use crate::util::Id;

/// Half the side of a small square, where all sides are equally long.
const HALF: f64 = 0.292_893_218_813_452_5;

fn is_octagon(x: i32, y: i32) -> bool {
    (x + y).rem_euclid(2) == 0
}

pub(super) fn plan((columns, rows): (i32, i32), from_top: bool) -> Plan {
    let mut plan = Plan::default();
    let grid = || (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
    let cell = |(x, y): (i32, i32)| {
        let is_there = (0..columns).contains(&x) && (0..rows).contains(&y);
        is_there.then(|| CellId::from_index((y * columns + x) as usize))
    };
    for (x, y) in grid() {
        let printed = (x as u32 + 1, printed_row(y, rows, from_top));
        let (right, up) = (f64::from(x), f64::from(y));
        let corners: &[(f64, f64)] = if is_octagon(x, y) { &OCTAGON } else { &SQUARE };
        plan.places.push(Place {
            slot: (y * columns + x) as usize,
            name: coordinates::name(printed.0, printed.1),
            printed,
            level: 0,
            spot: [x, y, i32::from(is_octagon(x, y))],
            middle: (right, up),
            form: Some(Form::Polygon(corners.iter().map(|(dx, dy)| (right + dx, up + dy)).collect())),
            text: (2 * x, y),
        });
    }
    for point in 0..8 {
        plan.compass(point);
    }
    for (x, y) in grid() {
        for (point, (_, dx, dy)) in COMPASS.iter().enumerate().take(4) {
            let joined = point % 2 == 0 || is_octagon(x, y);
            if let (Some(a), Some(b), true) = (cell((x, y)), cell((x + dx, y + dy)), joined) {
                let way = plan.compass(point);
                plan.join(way, a, b);
            }
        }
    }
    let [orthogonal, diagonal] = [0, 1].map(|odd| (0..4).map(|way| plan.compass(2 * way + odd)).collect::<Vec<_>>());
    plan.relations = vec![
        ("orthogonal", orthogonal.clone()),
        ("diagonal", diagonal.clone()),
        ("adjacent", [orthogonal, diagonal].concat()),
    ];
    let of = |is_one: &dyn Fn(i32, i32) -> bool| -> Vec<CellId> {
        grid().filter(|(x, y)| is_one(*x, *y)).filter_map(cell).collect()
    };
    plan.sides = vec![
        ("top", of(&|_, y| y == rows - 1)),
        ("right", of(&|x, _| x == columns - 1)),
        ("bottom", of(&|_, y| y == 0)),
        ("left", of(&|x, _| x == 0)),
    ];
    plan.parts = vec![("octagons", of(&is_octagon)), ("squares", of(&|x, y| !is_octagon(x, y)))];
    plan.label_grid((columns, rows), from_top, |x, y| (2 * x, y));
    plan
}

const SQUARE: [(f64, f64); 4] = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)];
const FAR: f64 = 1.0 - HALF;
const OCTAGON: [(f64, f64); 8] =
    [(FAR, HALF), (HALF, FAR), (-HALF, FAR), (-FAR, HALF), (-FAR, -HALF), (-HALF, -FAR), (HALF, -FAR), (FAR, -HALF)];
