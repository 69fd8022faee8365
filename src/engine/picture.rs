//! The board as text.

use super::position::Position;
use crate::topology::CellId;
use crate::util::Id;

impl Position {
    /// The board with a sign for each piece, `.` for an empty cell, and the cells' coordinates. Every line ends in a newline.
    pub fn picture(&self) -> String {
        self.game.board.picture(|cell| self.sign(cell).map_or_else(|| ".".to_owned(), |sign| sign.to_string()))
    }

    /// The letter of the piece on a cell. Of games with one kind, that of its owner's name, the first player's upper and the
    /// others' as they differ; of others, that of the kind, upper case for the first player, lower case for the second.
    pub fn sign(&self, cell: CellId) -> Option<char> {
        let kind = self.kind(cell)?;
        Some(self.plan_sign(self.owner(cell).map(Id::index), kind.index()))
    }

    /// The letter of a piece by the places of its owner (none for neutral) and kind.
    fn plan_sign(&self, owner: Option<usize>, kind: usize) -> char {
        self.signs()[owner.unwrap_or(self.game.players.len())][kind]
    }

    /// The letters of all pieces, by owner (neutral last) and kind; all different.
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
