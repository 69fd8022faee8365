//! Cells with numbers: how they are written in actions and positions.

use super::{Board, CellId};
use crate::util::Id;

/// The numbers of the cells, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbering {
    /// The cells in the order of their numbers.
    cells: Vec<CellId>,
    /// The number of each slot as it is written; nothing for holes.
    written: Vec<String>,
}

impl Board {
    /// The same board with numbers for its cells: row by row of its picture, from the top or from the bottom, each from the left.
    #[must_use]
    pub fn numbered(mut self, from_top: bool) -> Board {
        let mut rows = self.cells_in_rows();
        if !from_top {
            rows.reverse();
        }
        let cells = rows.concat();
        let mut written = vec![String::new(); self.slots];
        for (cell, number) in cells.iter().zip(1..) {
            written[cell.index()] = number.to_string();
        }
        self.numbering = Some(Numbering { cells, written });
        self
    }

    /// The same board with its cells written as those of the same names of another one; nothing where they are already, or where the
    /// boards have other cells.
    #[must_use]
    pub fn written_as(&self, other: &Board) -> Option<Board> {
        let named = |cell: CellId| Some((cell, other.find_cell(self.cell_name(cell))?));
        let pairs: Vec<(CellId, CellId)> = self.cells().map(named).collect::<Option<_>>()?;
        let alike = pairs.iter().all(|(own, theirs)| self.cell_written(*own) == other.cell_written(*theirs));
        if alike || self.cell_count() != other.cell_count() {
            return None;
        }
        let Some(theirs) = &other.numbering else { return Some(Board { numbering: None, ..self.clone() }) };
        let cells = theirs.cells.iter().filter_map(|cell| self.find_cell(other.cell_name(*cell))).collect();
        let mut written = vec![String::new(); self.slots];
        for (own, theirs) in pairs {
            other.cell_written(theirs).clone_into(&mut written[own.index()]);
        }
        Some(Board { numbering: Some(Numbering { cells, written }), ..self.clone() })
    }

    /// Whether its cells have numbers.
    pub fn is_numbered(&self) -> bool {
        self.numbering.is_some()
    }

    /// The cell with a number.
    pub fn find_number(&self, number: usize) -> Option<CellId> {
        self.numbering.as_ref()?.cells.get(number.checked_sub(1)?).copied()
    }

    /// A cell as actions and positions have it: its number if it has one, else its name.
    pub fn cell_written(&self, cell: CellId) -> &str {
        self.numbering.as_ref().map_or(&self.names[cell.index()], |numbering| &numbering.written[cell.index()])
    }

    /// The cell that is written so in actions and positions.
    pub fn find_written(&self, text: &str) -> Option<CellId> {
        if !self.is_numbered() {
            return self.find_cell(text);
        }
        // No other form of a number, such as `+7` or `007`.
        text.parse().ok().and_then(|number| self.find_number(number)).filter(|cell| self.cell_written(*cell) == text)
    }
}

#[cfg(test)]
mod tests {
    use crate::topology::Board;
    use crate::topology::laws::{hexagon, morris, square};

    fn names(board: &Board) -> Vec<&str> {
        (1..=board.cell_count()).filter_map(|number| board.find_number(number)).map(|c| board.cell_name(c)).collect()
    }

    #[test]
    fn rows_are_numbered_as_they_are_drawn() {
        assert_eq!(names(&square(2, 2).numbered(true)), ["a2", "b2", "a1", "b1"]);
        assert_eq!(names(&square(2, 2).numbered(false)), ["a1", "b1", "a2", "b2"]);
        assert_eq!(names(&hexagon(2).numbered(true)), ["a3", "b3", "a2", "b2", "c2", "b1", "c1"]);
        let graph = morris().numbered(true);
        assert_eq!(names(&graph)[..4], ["a7", "d7", "g7", "b6"]);
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let dark = square(4, 4).subset(|cell| (cell.0 % 4 + cell.0 / 4) % 2 == 0).map(Board::packed);
        let Ok(board) = dark.map(|board| board.numbered(true)) else { panic!("some cells are left") };
        assert_eq!(names(&board), ["b4", "d4", "a3", "c3", "b2", "d2", "a1", "c1"]);
        for cell in board.cells() {
            assert_eq!(board.find_written(board.cell_written(cell)), Some(cell));
        }
        for text in ["0", "9", "+1", "01", "b4", ""] {
            assert_eq!(board.find_written(text), None, "{text}");
        }
        assert_eq!(square(2, 2).find_written("a1"), square(2, 2).find_cell("a1"));
    }
}
