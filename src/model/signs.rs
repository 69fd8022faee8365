//! The letters of pieces, in pictures and in positions as text.

use super::game::{Game, Kind, KindId, PlayerId};
use crate::util::{Id, Table};

/// A piece: its owner, nobody of a neutral one, and its kind.
pub type OwnedKind = (Option<PlayerId>, KindId);

/// A letter for every piece, all different as far as letters go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signs {
    /// By owner, the neutral ones last, and kind.
    letters: Vec<Vec<char>>,
}

impl Signs {
    /// Of games with one kind, the letters of the owners' names; of others, those of the kinds, in capitals for the first
    /// player, small for the second, and so on in turn. No letter is a digit: numbers count pieces.
    pub fn new(players: &Table<PlayerId, String>, kinds: &Table<KindId, Kind>) -> Self {
        let mut taken = vec!['.'];
        let owners = players.iter().map(Some).chain([None]);
        let of_owner = |(place, owner): (usize, Option<&String>)| {
            let sign = |kind: &Kind| {
                let word = match owner {
                    Some(name) if kinds.len() == 1 => name,
                    _ => &kind.name,
                };
                let cased = |c: char| if place % 2 == 0 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
                let letters = word.chars().filter(char::is_ascii_alphabetic).map(cased);
                let spare = ('A'..='Z').chain('a'..='z').chain('\u{100}'..='\u{24f}');
                let sign = letters.chain(spare).find(|c| !taken.contains(c)).unwrap_or('?');
                taken.push(sign);
                sign
            };
            kinds.iter().map(sign).collect()
        };
        Signs { letters: owners.enumerate().map(of_owner).collect() }
    }

    /// The letter of a piece.
    pub fn letter(&self, (owner, kind): OwnedKind) -> char {
        let owner = owner.map_or(self.letters.len().saturating_sub(1), Id::index);
        self.letters.get(owner).and_then(|kinds| kinds.get(kind.index())).copied().unwrap_or('?')
    }

    /// The piece of a letter.
    pub fn piece(&self, letter: char) -> Option<OwnedKind> {
        let neutral = self.letters.len().saturating_sub(1);
        let found = self
            .letters
            .iter()
            .enumerate()
            .find_map(|(owner, kinds)| Some((owner, kinds.iter().position(|sign| *sign == letter)?)));
        found.map(|(owner, kind)| ((owner != neutral).then(|| PlayerId::from_index(owner)), KindId::from_index(kind)))
    }

    /// By owner, the neutral ones last, and kind.
    pub fn letters(&self) -> &[Vec<char>] {
        &self.letters
    }
}

impl Game {
    /// The letters of the game's pieces.
    pub fn signs(&self) -> Signs {
        Signs::new(&self.players, &self.kinds)
    }
}
