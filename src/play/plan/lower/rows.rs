//! Lines on boards where few cells lie in a row: all of them are known beforehand.

use super::builder::Builder;
use super::operand::Shapes;
use crate::plan::op::{Op, Reg};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// The most words of all the lines of one length: where there are more, steps of whole sets are less work.
const MAX_WORDS: usize = 64;

impl Builder<'_> {
    /// The cells of all lines of so many cells in a row that lie in the sources; nothing where they are better found by steps.
    pub fn rows(&mut self, shapes: &Shapes) -> Option<Reg> {
        let (Some((length, false)), None) = (shapes.line, shapes.through) else { return None };
        let place = match self.code.find_rows(shapes.relation, length) {
            Some(place) => place,
            None => {
                let rows = self.all_rows(shapes, length)?;
                self.code.add_rows(shapes.relation, length, rows)
            }
        };
        let mut all: Option<Reg> = None;
        for a in &shapes.sources {
            let d = self.code.set_reg();
            self.code.op(Op::Rows { d, a: *a, rows: place as u16 });
            all = Some(match all {
                Some(others) => {
                    let both = self.code.set_reg();
                    self.code.op(Op::Or { d: both, a: others, b: d });
                    both
                }
                None => d,
            });
        }
        all
    }

    /// The lines of so many cells on the empty board, if they are few and the same from both ends.
    fn all_rows(&self, shapes: &Shapes, length: u16) -> Option<Vec<Vec<u64>>> {
        let board = &self.game.board;
        let words = self.layout.words as usize;
        let mut rows: Vec<Vec<u64>> = Vec::new();
        for way in self.line_ways(shapes.relation) {
            if !self.leads_back(way) {
                return None;
            }
            for first in board.cells() {
                let row = std::iter::successors(Some(first), |at| board.step(*at, way)).take(usize::from(length));
                let row: Vec<CellId> = row.collect();
                if row.len() < usize::from(length) {
                    continue;
                }
                let mut set = vec![0u64; words];
                row.iter().for_each(|cell| set[cell.index() / 64] |= 1 << (cell.index() % 64));
                rows.push(set);
                if rows.len() * words > MAX_WORDS {
                    return None;
                }
            }
        }
        Some(rows)
    }
}
