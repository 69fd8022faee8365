//! Balls on a square base, each on four others. A cell is named by its level, and by letter and number as those of the base are
//! that it lies between.

use super::plan::{COMPASS, Place, Plan};
use crate::topology::drawing::Form;
use crate::topology::{CellId, coordinates};
use crate::util::Id;

pub(super) fn plan(side: i32, from_top: bool) -> Plan {
    let mut plan = Plan::default();
    let levels = || (1..=side).map(move |level| (level, side - level + 1));
    let balls = || levels().flat_map(|(level, wide)| (0..wide * wide).map(move |at| (level, at % wide, at / wide)));
    let first = |level: i32| levels().take_while(|(at, _)| *at < level).map(|(_, wide)| wide * wide).sum::<i32>();
    let cell = |(level, x, y): (i32, i32, i32)| {
        let wide = side - level + 1;
        let is_there = (1..=side).contains(&level) && (0..wide).contains(&x) && (0..wide).contains(&y);
        is_there.then(|| CellId::from_index((first(level) + y * wide + x) as usize))
    };
    // Levels are drawn beside each other.
    let before = |level: i32| levels().take_while(|(at, _)| *at < level).map(|(_, wide)| wide + 1).sum::<i32>();
    for (slot, (level, x, y)) in balls().enumerate() {
        let (right, up) = (level + 2 * x, level + 2 * y);
        let row = if from_top { 2 * side - up } else { up };
        plan.places.push(Place {
            slot,
            name: format!("{level}{}", coordinates::name(right as u32, row as u32)),
            printed: (right as u32, row as u32),
            level: level as u32,
            spot: [right, up, level],
            middle: (f64::from(before(level) + x), f64::from(up - 1) / 2.0),
            form: Some(Form::Disc(0.5)),
            text: (2 * (before(level) + x), up),
        });
    }
    for point in 0..8 {
        plan.compass(point);
    }
    for (level, x, y) in balls() {
        let Some(from) = cell((level, x, y)) else { continue };
        for (point, (_, dx, dy)) in COMPASS.iter().enumerate().take(4) {
            if let Some(to) = cell((level, x + dx, y + dy)) {
                let way = plan.compass(point);
                plan.join(way, from, to);
            }
        }
        for point in [1, 3, 5, 7] {
            let (name, dx, dy) = COMPASS[point];
            let back = COMPASS[(point + 4) % 8].0;
            if let Some(to) = cell((level - 1, x + (dx + 1) / 2, y + (dy + 1) / 2)) {
                let way = plan.way(&format!("below_{name}"), &format!("above_{back}"));
                plan.join(way, from, to);
            }
        }
    }
    let [orthogonal, diagonal] = [0, 1].map(|odd| (0..4).map(|way| plan.compass(2 * way + odd)).collect::<Vec<_>>());
    plan.relations = vec![("orthogonal", orthogonal.clone()), ("diagonal", diagonal)];
    if side > 1 {
        let [below, above] = ["below_", "above_"].map(|way| plan.ways_named(|name| name.starts_with(way)));
        plan.relations.extend([("below", below), ("above", above)]);
    }
    plan.relations.push(("adjacent", orthogonal));
    let of = |is_on: &dyn Fn(i32, i32) -> bool| -> Vec<CellId> {
        balls().filter(|(level, x, y)| *level == 1 && is_on(*x, *y)).filter_map(cell).collect()
    };
    plan.sides = vec![
        ("top", of(&|_, y| y == side - 1)),
        ("right", of(&|x, _| x == side - 1)),
        ("bottom", of(&|_, y| y == 0)),
        ("left", of(&|x, _| x == 0)),
    ];
    for up in 1..2 * side {
        plan.labels.push((up, (if from_top { 2 * side - up } else { up }).to_string()));
    }
    for (level, wide) in levels() {
        for x in 0..wide {
            let letters = coordinates::column_letters((level + 2 * x) as u32);
            plan.letters.push((0, 2 * (before(level) + x), letters));
        }
    }
    plan
}
