//! A set of cells of whatever board.

use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// A set of slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set(Vec<u64>);

impl Set {
    /// The empty set on a board of so many words.
    pub fn empty(words: usize) -> Self {
        Set(vec![0; words])
    }

    /// A set from its words.
    pub fn from_words(words: &[u64]) -> Self {
        Set(words.to_vec())
    }

    /// The set of some cells.
    pub fn of(words: usize, cells: impl IntoIterator<Item = CellId>) -> Self {
        let mut set = Set::empty(words);
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: CellId) {
        if let Some(word) = self.0.get_mut(cell.index() / 64) {
            *word |= 1 << (cell.index() % 64);
        }
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: CellId) {
        if let Some(word) = self.0.get_mut(cell.index() / 64) {
            *word &= !(1 << (cell.index() % 64));
        }
    }

    /// Whether the cell is in it.
    pub fn contains(&self, cell: CellId) -> bool {
        self.0.get(cell.index() / 64).is_some_and(|word| word >> (cell.index() % 64) & 1 == 1)
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The number of its cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Its cell, if it has exactly one.
    pub fn single(&self) -> Option<CellId> {
        let mut cells = self.iter();
        cells.next().filter(|_| cells.next().is_none())
    }

    /// Its cells, in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = CellId> + '_ {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(CellId::from_index(index * 64 + bit))
            })
        })
    }

    fn zip(&self, other: &Set, f: impl Fn(u64, u64) -> u64) -> Set {
        Set(self.0.iter().zip(&other.0).map(|(a, b)| f(*a, *b)).collect())
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
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether every cell is in the other.
    pub fn within(&self, other: &Set) -> bool {
        self.minus(other).is_empty()
    }
}
