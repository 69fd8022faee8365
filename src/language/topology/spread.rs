//! Where the cells of a graph are drawn if nobody says: as far from each other as there are lines between them.

use super::CellId;
use crate::util::Id;

/// Rounds of the layout; boards of this shape move little after fifty.
const ROUNDS: usize = 150;
/// Larger graphs stay on the circle, since a round looks at all pairs of cells.
const MOST: usize = 220;

/// Places of cells, beginning on a circle in their order. Each round moves every cell to where the distances to all others, near
/// ones above all, ask for it (stress majorization). Only additions, products, quotients and roots: the same on every machine.
pub fn spread(slots: usize, lines: &[(CellId, CellId)]) -> Vec<(f64, f64)> {
    let circle = |slot: usize| {
        let angle = std::f64::consts::TAU * slot as f64 / slots as f64;
        let radius = slots as f64 / std::f64::consts::TAU;
        (rounded(radius * angle.sin()), rounded(radius * angle.cos()))
    };
    let mut middles: Vec<(f64, f64)> = (0..slots).map(circle).collect();
    if !(3..=MOST).contains(&slots) {
        return middles;
    }
    let apart = steps(slots, lines);
    for _ in 0..ROUNDS {
        for cell in 0..slots {
            middles[cell] = wanted(cell, &middles, &apart);
        }
    }
    middles.into_iter().map(|(x, y)| (rounded(x), rounded(y))).collect()
}

fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Where a cell has its distances, weighed by how near the others are.
fn wanted(cell: usize, middles: &[(f64, f64)], apart: &[Vec<f64>]) -> (f64, f64) {
    let (x, y) = middles[cell];
    let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
    for (other, &(ox, oy)) in middles.iter().enumerate().filter(|(other, _)| *other != cell) {
        let steps = apart[cell][other];
        let (dx, dy) = (x - ox, y - oy);
        let factor = steps / (dx * dx + dy * dy).sqrt().max(1e-6);
        let weight = 1.0 / (steps * steps);
        sum = (sum.0 + weight * (ox + factor * dx), sum.1 + weight * (oy + factor * dy));
        weights += weight;
    }
    (sum.0 / weights, sum.1 / weights)
}

/// How many lines are between two cells; parts that nothing joins stand a little further apart than any cells that are joined.
fn steps(slots: usize, lines: &[(CellId, CellId)]) -> Vec<Vec<f64>> {
    let mut near = vec![Vec::new(); slots];
    for (a, b) in lines {
        near[a.index()].push(b.index());
        near[b.index()].push(a.index());
    }
    let from = |cell: usize| {
        let mut found = vec![None; slots];
        let mut queue = std::collections::VecDeque::from([(cell, 0_u32)]);
        found[cell] = Some(0);
        while let Some((cell, distance)) = queue.pop_front() {
            for next in &near[cell] {
                if found[*next].is_none() {
                    found[*next] = Some(distance + 1);
                    queue.push_back((*next, distance + 1));
                }
            }
        }
        found
    };
    let all: Vec<Vec<Option<u32>>> = (0..slots).map(from).collect();
    let longest = all.iter().flatten().flatten().max().copied().unwrap_or(0);
    all.iter().map(|row| row.iter().map(|steps| f64::from(steps.unwrap_or(longest + 1))).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::spread;
    use crate::topology::CellId;
    use crate::util::Id;

    fn graph(slots: usize, lines: &[(usize, usize)]) -> Vec<(f64, f64)> {
        let lines: Vec<_> = lines.iter().map(|(a, b)| (CellId::from_index(*a), CellId::from_index(*b))).collect();
        spread(slots, &lines)
    }

    fn distance(middles: &[(f64, f64)], a: usize, b: usize) -> f64 {
        let ((ax, ay), (bx, by)) = (middles[a], middles[b]);
        (ax - bx).hypot(ay - by)
    }

    #[test]
    fn the_hub_of_a_wheel_is_in_its_middle() {
        let rim = (0..5).map(|i| (i, (i + 1) % 5));
        let middles = graph(6, &rim.chain((0..5).map(|i| (5, i))).collect::<Vec<_>>());
        for i in 0..5 {
            assert!((distance(&middles, 5, i) - 1.0).abs() < 0.2, "{middles:?}");
            assert!(distance(&middles, i, (i + 2) % 5) > 1.3, "{middles:?}");
        }
    }

    #[test]
    fn a_path_is_straight_and_parts_stand_apart() {
        let middles = graph(4, &[(0, 1), (1, 2), (2, 3)]);
        assert!((distance(&middles, 0, 3) - 3.0).abs() < 0.1, "{middles:?}");
        let middles = graph(5, &[(0, 1), (2, 3)]);
        for (a, b) in (0..5).flat_map(|a| (0..a).map(move |b| (a, b))) {
            assert!(distance(&middles, a, b) > 0.7, "{a} {b} {middles:?}");
        }
    }

    #[test]
    fn large_graphs_are_not_waited_for() {
        assert_eq!(graph(2000, &[(0, 1)]).len(), 2000);
        assert!(graph(0, &[]).is_empty() && graph(1, &[]).len() == 1);
    }
}
