//! Distances along a relation.

use std::collections::VecDeque;

use super::relation::Relation;
use super::{CellId, mask};
use crate::util::Id;

/// The least number of steps from a cell to each slot, none where no path leads.
pub(super) fn from_cell(relation: &Relation, slots: usize, from: CellId) -> Vec<Option<u16>> {
    let mut distances = vec![None; slots];
    let mut queue = VecDeque::from([(from, 0)]);
    distances[from.index()] = Some(0);
    while let Some((cell, distance)) = queue.pop_front() {
        for &next in relation.neighbours(cell) {
            if distances[next.index()].is_none() {
                distances[next.index()] = Some(distance + 1);
                queue.push_back((next, distance + 1));
            }
        }
    }
    distances
}

/// The cells of `board` whose farthest cell is nearest; a cell that reaches fewer cells counts as farther from all.
pub(super) fn centre(relation: &Relation, slots: usize, board: &[u64]) -> Vec<u64> {
    let eccentricity = |cell| {
        let distances = from_cell(relation, slots, cell);
        let reached = distances.iter().flatten().count();
        (slots - reached, distances.into_iter().flatten().max())
    };
    let all: Vec<_> = mask::members(board).map(|cell| (eccentricity(cell), cell)).collect();
    let least = all.iter().map(|(eccentricity, _)| *eccentricity).min();
    let central = all.iter().filter(|(eccentricity, _)| Some(*eccentricity) == least);
    mask::collect(slots, central.map(|&(_, cell)| cell))
}
