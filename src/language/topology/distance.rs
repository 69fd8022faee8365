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
    let cells = mask::members(board).count();
    // On a large board these are millions of steps: memory is used again, and the search ends with the last cell that it reaches.
    let (mut seen, mut queue) = (vec![false; slots], Vec::new());
    let mut eccentricity = |from: CellId| {
        seen.fill(false);
        queue.clear();
        queue.push(from);
        seen[from.index()] = true;
        let (mut start, mut farthest) = (0, 0u32);
        loop {
            let end = queue.len();
            for at in start..end {
                if queue.len() == cells {
                    break;
                }
                for &next in relation.neighbours(queue[at]) {
                    if !seen[next.index()] {
                        seen[next.index()] = true;
                        queue.push(next);
                    }
                }
            }
            if queue.len() == end {
                return (slots - end, farthest);
            }
            farthest += 1;
            start = end;
        }
    };
    let all: Vec<_> = mask::members(board).map(|cell| (eccentricity(cell), cell)).collect();
    let least = all.iter().map(|(eccentricity, _)| *eccentricity).min();
    let central = all.iter().filter(|(eccentricity, _)| Some(*eccentricity) == least);
    mask::collect(slots, central.map(|&(_, cell)| cell))
}
