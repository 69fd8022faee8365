//! The board as text.

use super::position::Position;
use rulebook_language::topology::CellId;

impl Position {
    /// The board with a sign for each piece, `.` for an empty cell, and the cells' coordinates; a stack from its top down, with
    /// the number of pieces that are alike behind their sign. Every line ends in a newline. [`rulebook_language::model::Legend::read`]
    /// reads it back.
    pub fn picture(&self) -> String {
        let signs = self.game.signs();
        self.game.board.picture(|cell| {
            let letters: Vec<char> = self.pieces(cell).iter().map(|piece| signs.letter(*piece)).collect();
            let runs = letters.chunk_by(|a, b| a == b).map(|run| match run.len() {
                1 => run[0].to_string(),
                n => format!("{}{n}", run[0]),
            });
            let text: String = runs.collect();
            if text.is_empty() { ".".to_owned() } else { text }
        })
    }

    /// The letter of the top piece on a cell.
    pub fn sign(&self, cell: CellId) -> Option<char> {
        Some(self.game.signs().letter(*self.pieces(cell).first()?))
    }
}
