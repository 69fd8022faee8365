//! Constants of a plan, each kept once.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::plan::program::Tables;
use rulebook_language::topology::RelationId;

/// The most tables of sets by slot.
const MAX_NEAR: usize = 32;

/// Values in the order in which they came, each once.
struct Interned<T> {
    list: Vec<T>,
    places: FxHashMap<T, u16>,
}

impl<T: Clone + Eq + Hash> Interned<T> {
    fn new() -> Self {
        Interned { list: Vec::new(), places: FxHashMap::default() }
    }

    fn place(&mut self, value: T) -> u16 {
        let next = self.list.len() as u16;
        let place = *self.places.entry(value.clone()).or_insert(next);
        if place == next {
            self.list.push(value);
        }
        place
    }
}

/// The constants of a plan.
pub struct Constants {
    sets: Interned<Vec<u64>>,
    numbers: Interned<i64>,
    /// Lines that are known beforehand, each of the board's words.
    rows: Vec<Vec<Vec<u64>>>,
    /// Sets by slot: where steps lead from each cell.
    near: Interned<Vec<Vec<u64>>>,
    /// Numbers by slot: those of the builtins first.
    by_slot: Vec<Vec<i64>>,
    /// The relations that they lie in, and how long they are.
    known_rows: Vec<(RelationId, u16)>,
}

impl Constants {
    /// None yet but what the board tells by slots.
    pub fn new(by_slot: Vec<Vec<i64>>) -> Self {
        Constants {
            sets: Interned::new(),
            numbers: Interned::new(),
            rows: Vec::new(),
            near: Interned::new(),
            by_slot,
            known_rows: Vec::new(),
        }
    }

    /// The place of a set.
    pub fn set(&mut self, words: Vec<u64>) -> u16 {
        self.sets.place(words)
    }

    /// The set at a place.
    pub fn set_at(&self, place: u16) -> &[u64] {
        &self.sets.list[usize::from(place)]
    }

    /// The place of a number.
    pub fn number(&mut self, number: i64) -> u16 {
        self.numbers.place(number)
    }

    /// The number of a place.
    pub fn number_at(&self, place: u16) -> i64 {
        self.numbers.list[usize::from(place)]
    }

    /// The place of a table of sets by slot, if there are not too many.
    pub fn near(&mut self, by_slot: Vec<Vec<u64>>) -> Option<usize> {
        let known = self.near.places.contains_key(&by_slot);
        (known || self.near.list.len() < MAX_NEAR).then(|| usize::from(self.near.place(by_slot)))
    }

    /// All numbers, and the tables by slot, to which others may be added.
    pub fn look_ups(&mut self) -> (&[i64], &mut Vec<Vec<i64>>) {
        (&self.numbers.list, &mut self.by_slot)
    }

    /// The place of the lines of a relation and a length, if they are known.
    pub fn find_rows(&self, relation: RelationId, length: u16) -> Option<usize> {
        self.known_rows.iter().position(|known| *known == (relation, length))
    }

    /// The place of the lines of a relation and a length, which were not known before.
    pub fn add_rows(&mut self, relation: RelationId, length: u16, rows: Vec<Vec<u64>>) -> usize {
        self.known_rows.push((relation, length));
        self.rows.push(rows);
        self.rows.len() - 1
    }

    /// All of them.
    pub fn into_tables(self) -> Tables {
        Tables {
            by_slot: self.by_slot,
            sets: self.sets.list,
            numbers: self.numbers.list,
            rows: self.rows,
            near: self.near.list,
        }
    }
}
