//! A set of cells of whatever board.

use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// The words of a set of slots that need no memory of their own: most boards have no more.
const FEW: usize = 4;

/// A set of slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set(Words);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Words {
    /// So many words; the others are 0.
    Few(u8, [u64; FEW]),
    Many(Box<[u64]>),
}

impl Set {
    /// The empty set on a board of so many words.
    pub fn empty(words: usize) -> Self {
        Set(match words {
            0..=FEW => Words::Few(words as u8, [0; FEW]),
            _ => Words::Many(vec![0; words].into()),
        })
    }

    /// A set from its words.
    pub fn from_words(words: &[u64]) -> Self {
        let mut set = Set::empty(words.len());
        set.words_mut().copy_from_slice(words);
        set
    }

    /// The set of some cells.
    pub fn of(words: usize, cells: impl IntoIterator<Item = CellId>) -> Self {
        let mut set = Set::empty(words);
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }

    /// Its words.
    pub fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Few(len, words) => &words[..usize::from(*len).min(FEW)],
            Words::Many(words) => words,
        }
    }

    /// Its words, to be changed.
    pub fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Words::Few(len, words) => &mut words[..usize::from(*len).min(FEW)],
            Words::Many(words) => words,
        }
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: CellId) {
        if let Some(word) = self.words_mut().get_mut(cell.index() / 64) {
            *word |= 1 << (cell.index() % 64);
        }
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: CellId) {
        if let Some(word) = self.words_mut().get_mut(cell.index() / 64) {
            *word &= !(1 << (cell.index() % 64));
        }
    }

    /// Adds the cells of some words.
    pub fn add(&mut self, words: &[u64]) {
        self.words_mut().iter_mut().zip(words).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Takes its first cell out.
    pub fn take(&mut self) -> Option<CellId> {
        let (index, word) = self.words_mut().iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(CellId::from_index(index * 64 + bit))
    }

    /// Whether the cell is in it.
    pub fn contains(&self, cell: CellId) -> bool {
        self.words().get(cell.index() / 64).is_some_and(|word| word >> (cell.index() % 64) & 1 == 1)
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|word| *word == 0)
    }

    /// The number of its cells.
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Its cell, if it has exactly one.
    pub fn single(&self) -> Option<CellId> {
        let mut cells = self.iter();
        cells.next().filter(|_| cells.next().is_none())
    }

    /// Its cells, in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = CellId> + '_ {
        self.words().iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(CellId::from_index(index * 64 + bit))
            })
        })
    }

    fn zip(&self, other: &Set, f: impl Fn(u64, u64) -> u64) -> Set {
        let mut new = self.clone();
        new.words_mut().iter_mut().zip(other.words()).for_each(|(mine, theirs)| *mine = f(*mine, *theirs));
        new
    }

    /// The cells in both.
    pub fn and(&self, other: &Set) -> Set {
        self.zip(other, |a, b| a & b)
    }

    /// The cells in either.
    pub fn or(&self, other: &Set) -> Set {
        self.zip(other, |a, b| a | b)
    }

    /// The cells that are not in the other.
    pub fn minus(&self, other: &Set) -> Set {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether some cell is in both.
    pub fn meets(&self, other: &Set) -> bool {
        self.words().iter().zip(other.words()).any(|(a, b)| a & b != 0)
    }

    /// Whether every cell is in the other.
    pub fn within(&self, other: &Set) -> bool {
        self.words().iter().zip(other.words()).all(|(a, b)| a & !b == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{CellId, FEW, Id, Set};

    /// Sets are alike whether or not their words need memory of their own.
    #[test]
    fn sets_of_all_sizes_are_sets() {
        for words in [1, FEW, FEW + 1, 2 * FEW] {
            let cell = CellId::from_index;
            let of = |places: &[usize]| Set::of(words, places.iter().copied().map(cell));
            let last = 64 * words - 1;
            let (one, other) = (of(&[0, 5, last]), of(&[5, 62]));
            assert_eq!((one.and(&other), one.minus(&other)), (of(&[5]), of(&[0, last])));
            assert_eq!((one.or(&other), one.len()), (of(&[0, 5, 62, last]), 3));
            assert!(one.meets(&other) && !one.within(&other) && of(&[5]).within(&one) && !one.is_empty());
            assert_eq!((of(&[62]).single(), one.single()), (Some(cell(62)), None));
            assert_eq!(
                (one.iter().collect(), Set::from_words(one.words())),
                (vec![cell(0), cell(5), cell(last)], one.clone())
            );
            let (mut left, mut with) = (one.clone(), other.clone());
            assert_eq!(std::iter::from_fn(|| left.take()).collect::<Vec<_>>(), one.iter().collect::<Vec<_>>());
            with.add(one.words());
            with.remove(cell(62));
            assert_eq!((left, with), (Set::empty(words), one));
        }
    }
}
