//! The board as text.

use super::position::Position;
use rulebook_language::model::Signs;
use rulebook_language::topology::{CellId, Stroke};

impl Position {
    /// The board with a sign for each piece, `.` for an empty cell, and the cells' coordinates; a stack from its top down, with
    /// the number of pieces that are alike behind their sign. Every line ends in a newline. [`rulebook_language::model::Legend::read`]
    /// reads it back.
    pub fn picture(&self) -> String {
        let signs = self.game.signs();
        self.game.board.picture(|cell| self.glyph(cell, &signs))
    }

    /// The picture with the links that have no owners, and whether they are in it: where one of them cannot be drawn as text, none is.
    pub(super) fn picture_with_links(&self) -> (String, bool) {
        let links = self.game.links.iter().filter(|link| !link.owned);
        let strokes = links.flat_map(|link| {
            let [beside, above] = if link.is_barrier() { ['|', '-'] } else { ['-', '|'] };
            self.links_as(link).map(move |(from, to, _)| Stroke { ends: [from, to], beside, above })
        });
        let signs = self.game.signs();
        let drawn = self.game.board.picture_with(|cell| self.glyph(cell, &signs), &strokes.collect::<Vec<_>>());
        drawn.map_or_else(|| (self.picture(), false), |drawn| (drawn, true))
    }

    /// What stands on a cell.
    fn glyph(&self, cell: CellId, signs: &Signs) -> String {
        let letters: Vec<char> = self.pieces(cell).iter().map(|piece| signs.letter(*piece)).collect();
        let runs = letters.chunk_by(|a, b| a == b).map(|run| match run.len() {
            1 => run[0].to_string(),
            n => format!("{}{n}", run[0]),
        });
        let text: String = runs.collect();
        if text.is_empty() { ".".to_owned() } else { text }
    }

    /// The letter of the top piece on a cell.
    pub fn sign(&self, cell: CellId) -> Option<char> {
        Some(self.game.signs().letter(*self.pieces(cell).first()?))
    }
}
