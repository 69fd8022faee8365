//! Steps: by how many slots they lead, and from where.

use rulebook_language::topology::{Board, DirectionId};
use rulebook_language::util::Id;

/// A step in a direction, where it is by so many slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Slots.
    pub by: i32,
    /// From where, as words.
    pub from: Vec<u64>,
    /// To where.
    pub to: Vec<u64>,
}

/// The steps of a board, by direction: the nearest first.
pub fn steps(board: &Board) -> Vec<Vec<Step>> {
    let of = |direction: DirectionId| {
        let mut found: Vec<Step> = Vec::new();
        for cell in board.cells() {
            let Some(next) = board.step(cell, direction) else { continue };
            let by = board.ring().distance(next.index() as i32 - cell.index() as i32);
            let place = found.iter().position(|step| step.by == by).unwrap_or(found.len());
            if place == found.len() {
                found.push(Step { by, from: vec![0; board.words()], to: vec![0; board.words()] });
            }
            found[place].from[cell.index() / 64] |= 1 << (cell.index() % 64);
            found[place].to[next.index() / 64] |= 1 << (next.index() % 64);
        }
        found.sort_by_key(|step| (step.by.abs(), step.by));
        found
    };
    board.directions().map(of).collect()
}
