//! The letters of pieces, in pictures and in positions as text.

use super::game::{Game, Kind};
use super::ids::{KindId, PlayerId};
use crate::util::{Id, Table};

/// A piece: its owner, nobody of a neutral one, and its kind.
pub type OwnedKind = (Option<PlayerId>, KindId);

/// A letter for every piece, all different as far as letters go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signs {
    /// By owner, the neutral ones last, and kind; nothing where no such piece can be.
    letters: Vec<Vec<Option<char>>>,
}

impl Signs {
    /// First the letters that declarations choose: capitals for the first player, small for the second, and so on in turn, of
    /// neutral pieces as they are written. Then the other pieces, players in their order and neutral ones last: of games with
    /// one kind the first letter of the owner's name that is free, else of the kind's, likewise in capitals or small; where all
    /// of them are taken, the first free letter of the alphabet. No letter is a digit: numbers count pieces.
    pub fn new(players: &Table<PlayerId, String>, kinds: &Table<KindId, Kind>) -> Self {
        let mut taken = vec!['.'];
        let mut take = |mut wanted: &mut dyn Iterator<Item = char>| {
            let sign = (&mut wanted).find(|letter| !taken.contains(letter))?;
            taken.push(sign);
            Some(sign)
        };
        let owners: Vec<Option<&String>> = players.iter().map(Some).chain([None]).collect();
        let can_be = |owner: Option<&String>, kind: &Kind| kind.neutral == owner.is_none();
        let mut letters = Vec::new();
        for (place, owner) in owners.iter().enumerate() {
            let chosen = |kind: &Kind| {
                let letter = kind.letter.filter(|_| can_be(*owner, kind))?;
                take(&mut std::iter::once(if kind.neutral { letter } else { cased(letter, place) }))
            };
            letters.push(kinds.iter().map(chosen).collect::<Vec<_>>());
        }
        for (place, owner) in owners.iter().enumerate() {
            for (kind, letter) in kinds.iter().zip(&mut letters[place]) {
                if letter.is_some() || !can_be(*owner, kind) {
                    continue;
                }
                let word = owner.filter(|_| kinds.len() == 1).unwrap_or(&kind.name);
                let own = word.chars().filter(char::is_ascii_alphabetic).map(|letter| cased(letter, place));
                let spare = ('A'..='Z').chain('a'..='z').chain('\u{100}'..='\u{24f}');
                *letter = take(&mut own.chain(spare));
            }
        }
        Signs { letters }
    }

    /// The letter of a piece.
    pub fn letter(&self, (owner, kind): OwnedKind) -> char {
        let owner = owner.map_or(self.letters.len().saturating_sub(1), Id::index);
        self.letters.get(owner).and_then(|kinds| *kinds.get(kind.index())?).unwrap_or('?')
    }

    /// The piece of a letter.
    pub fn piece(&self, letter: char) -> Option<OwnedKind> {
        let neutral = self.letters.len().saturating_sub(1);
        let found = self
            .letters
            .iter()
            .enumerate()
            .find_map(|(owner, kinds)| Some((owner, kinds.iter().position(|sign| *sign == Some(letter))?)));
        found.map(|(owner, kind)| ((owner != neutral).then(|| PlayerId::from_index(owner)), KindId::from_index(kind)))
    }
}

/// Capitals for the first player, small letters for the second, and so on in turn.
fn cased(letter: char, place: usize) -> char {
    if place.is_multiple_of(2) { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

impl Game {
    /// The letters of the game's pieces.
    pub fn signs(&self) -> Signs {
        Signs::new(&self.players, &self.kinds)
    }
}
