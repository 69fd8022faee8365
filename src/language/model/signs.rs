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
    /// Letters that are read, too, and not written: of the kind of which the owners' letters are.
    also: Vec<(char, OwnedKind)>,
}

impl Signs {
    /// First the letters that declarations choose: capitals for the first player, small for the second, and so on in turn, of
    /// neutral pieces as they are written. Then the other kinds, in the order in which they are declared: pieces of the first kind that
    /// players own have the first letter of the owner's name that is free, all others that of the kind's name, likewise in capitals or
    /// small; where all of them are taken, the first free letter of the alphabet. So a kind that is added behind the others leaves their
    /// letters alone, and one that nobody owns does so anywhere, unless it takes one. No letter is a digit: numbers count pieces.
    pub fn new(players: &Table<PlayerId, String>, kinds: &Table<KindId, Kind>) -> Self {
        let mut taken = vec!['.'];
        let mut take = |mut wanted: &mut dyn Iterator<Item = char>| {
            let sign = (&mut wanted).find(|letter| !taken.contains(letter))?;
            taken.push(sign);
            Some(sign)
        };
        let owners: Vec<Option<&String>> = players.iter().map(Some).chain([None]).collect();
        let can_be = |owner: Option<&String>, kind: &Kind| kind.neutral == owner.is_none();
        let mut letters = vec![vec![None; kinds.len()]; owners.len()];
        for (place, owner) in owners.iter().enumerate() {
            for (kind, letter) in kinds.iter().zip(&mut letters[place]) {
                let chosen = kind.letter.filter(|_| can_be(*owner, kind));
                let cased = chosen.map(|letter| if kind.neutral { letter } else { cased(letter, place) });
                *letter = cased.and_then(|letter| take(&mut std::iter::once(letter)));
            }
        }
        let first = kinds.iter().position(|kind| !kind.neutral);
        // Before the others, of which one may be declared earlier.
        let order = first.into_iter().chain((0..kinds.len()).filter(|place| Some(*place) != first));
        let named = |word: &str, place: usize| {
            let letters: Vec<char> = word.chars().filter(char::is_ascii_alphabetic).collect();
            letters.into_iter().map(move |letter| cased(letter, place))
        };
        let mut also = Vec::new();
        for at in order {
            let id = KindId::from_index(at);
            let kind = &kinds[id];
            let mut free = Vec::new();
            for (place, owner) in owners.iter().enumerate().filter(|(_, owner)| can_be(**owner, kind)) {
                if letters[place][at].is_some() {
                    continue;
                }
                let word = owner.filter(|_| Some(at) == first).unwrap_or(&kind.name);
                let spare = ('A'..='Z').chain('a'..='z').chain('\u{100}'..='\u{24f}');
                letters[place][at] = take(&mut named(word, place).chain(spare));
                free.extend((Some(at) == first && kinds.len() > 1).then_some(place));
            }
            // The kind's own letter stays its own: it is what one would write.
            for place in free {
                let own = named(&kind.name, place).next().and_then(|letter| take(&mut std::iter::once(letter)));
                also.extend(own.map(|letter| (letter, (Some(PlayerId::from_index(place)), id))));
            }
        }
        Signs { letters, also }
    }

    /// The letter of a piece.
    pub fn letter(&self, (owner, kind): OwnedKind) -> char {
        let owner = owner.map_or(self.letters.len().saturating_sub(1), Id::index);
        self.letters.get(owner).and_then(|kinds| *kinds.get(kind.index())?).unwrap_or('?')
    }

    /// The letter that the declaration of a kind could choose and leave its pieces with those that they have, if there is one.
    pub fn common(&self, kind: KindId) -> Option<char> {
        let neutral = self.letters.len().saturating_sub(1);
        let own = self.letters.iter().enumerate();
        let own = || own.clone().filter_map(|(place, kinds)| Some((place, (*kinds.get(kind.index())?)?)));
        let (place, first) = own().next()?;
        let letter = if place == neutral { first } else { first.to_ascii_uppercase() };
        let fits = |(place, sign)| sign == if place == neutral { letter } else { cased(letter, place) };
        (letter.is_ascii_alphabetic() && own().all(fits)).then_some(letter)
    }

    /// The piece of a letter.
    pub fn piece(&self, letter: char) -> Option<OwnedKind> {
        let neutral = self.letters.len().saturating_sub(1);
        let found = self
            .letters
            .iter()
            .enumerate()
            .find_map(|(owner, kinds)| Some((owner, kinds.iter().position(|sign| *sign == Some(letter))?)));
        let found = found
            .map(|(owner, kind)| ((owner != neutral).then(|| PlayerId::from_index(owner)), KindId::from_index(kind)));
        found.or_else(|| self.also.iter().find(|(also, _)| *also == letter).map(|(_, piece)| *piece))
    }
}

/// Capitals for the first player, small letters for the second, and so on in turn.
fn cased(letter: char, place: usize) -> char {
    if place.is_multiple_of(2) { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

impl Game {
    /// How a kind is written in actions: its letter where its declaration chooses one, else its name. With `small` the letter is small.
    pub fn kind_written(&self, kind: KindId, small: bool) -> String {
        let Some(named) = self.kinds.get(kind) else { return "-".to_owned() };
        let is_taken =
            |letter: char| self.kinds.iter().any(|other| other.name.eq_ignore_ascii_case(&letter.to_string()));
        match named.letter {
            // The letter of one may be the name of another.
            Some(letter) if !is_taken(letter) => if small { letter.to_ascii_lowercase() } else { letter }.to_string(),
            _ => named.name.clone(),
        }
    }

    /// The letters of the game's pieces.
    pub fn signs(&self) -> Signs {
        Signs::new(&self.players, &self.kinds)
    }
}
