//! The board as text.

use super::position::Position;
use crate::model::{KindId, PlayerId};
use crate::topology::CellId;
use crate::util::Id;

impl Position {
    /// The board with a sign for each piece, `.` for an empty cell, and the cells' coordinates; a stack from its top down, with
    /// the number of pieces that are alike behind their sign. Every line ends in a newline.
    pub fn picture(&self) -> String {
        let signs = self.signs();
        self.game.board.picture(|cell| {
            let letters: Vec<char> = self.pieces(cell).iter().map(|piece| self.letter(&signs, *piece)).collect();
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
        Some(self.letter(&self.signs(), *self.pieces(cell).first()?))
    }

    /// The letter of a piece, among the letters of all.
    pub(super) fn letter(&self, signs: &[Vec<char>], (owner, kind): (Option<PlayerId>, KindId)) -> char {
        let owner = owner.map_or(self.game.players.len(), Id::index);
        signs.get(owner).and_then(|kinds| kinds.get(kind.index())).copied().unwrap_or('?')
    }

    /// The letters of all pieces, by owner (neutral last) and kind; all different. Of games with one kind, those of the owners'
    /// names; of others, those of the kinds, in capitals for the first player, small for the second.
    pub fn signs(&self) -> Vec<Vec<char>> {
        let mut taken = vec!['.'];
        let owners = self.game.players.iter().map(Some).chain([None]);
        owners
            .enumerate()
            .map(|(place, owner)| {
                let sign = |kind: &crate::model::Kind| {
                    let word = match owner {
                        Some(name) if self.game.kinds.len() == 1 => name,
                        _ => &kind.name,
                    };
                    let cased = |c: char| if place % 2 == 0 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
                    let letters = word.chars().filter(char::is_ascii_alphanumeric).map(cased);
                    let spare = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('\u{100}'..='\u{17f}');
                    let sign = letters.chain(spare).find(|c| !taken.contains(c)).unwrap_or('?');
                    taken.push(sign);
                    sign
                };
                self.game.kinds.iter().map(sign).collect()
            })
            .collect()
    }
}
