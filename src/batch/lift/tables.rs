//! Tables of a board, by slots: what lies between two of them, and how far they are from one another.

use rulebook_language::topology::Board;
use rulebook_language::util::Id;

/// The cells between each slot and each other.
pub fn between(board: &Board) -> Vec<Vec<u64>> {
    let slots = board.slots();
    let mut all = vec![vec![0; board.words()]; slots * slots];
    for from in board.cells() {
        for to in board.cells() {
            for cell in board.between(from, to) {
                all[from.index() * slots + to.index()][cell.index() / 64] |= 1 << (cell.index() % 64);
            }
        }
    }
    all
}

/// The least numbers of steps between each slot and each other, by neighbours.
pub fn distances(board: &Board) -> Vec<i16> {
    let mut all = vec![-1; board.slots() * board.slots()];
    let Some(adjacent) = board.find_relation("adjacent") else { return all };
    for from in board.cells() {
        for (to, steps) in board.distances(adjacent, from).into_iter().enumerate() {
            all[from.index() * board.slots() + to] = steps.map_or(-1, |steps| steps as i16);
        }
    }
    all
}
