//! What is known of positions that a search has met.

use rustc_hash::FxHashMap;

use super::score::Score;

/// How a score bounds the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is no less.
    Least,
    /// The value is no more.
    Most,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// For the seat to act.
    pub score: Score,
    /// How it bounds the value.
    pub bound: Bound,
    /// How many plies were looked ahead; [`TableEntry::WHOLE`] where the ends of all games were seen.
    pub depth: u8,
    /// The best action, by its place among the legal ones.
    pub best: u32,
}

impl TableEntry {
    /// Looked ahead to the end.
    pub const WHOLE: u8 = u8::MAX;
}

/// Positions by what decides their future, with what is known of them. Bounded: when it is full, it begins anew.
#[derive(Clone, Debug, Default)]
pub struct Table {
    entries: FxHashMap<Box<[u64]>, TableEntry>,
    words: usize,
}

/// The most words of all keys together, entries counted as some words more.
const MAX_WORDS: usize = 8 << 20;
/// What an entry takes beside its key, in words.
const ENTRY: usize = 16;

impl Table {
    /// What is known of a position.
    pub fn get(&self, key: &[u64]) -> Option<TableEntry> {
        self.entries.get(key).copied()
    }

    /// Remembers it.
    pub fn put(&mut self, key: Vec<u64>, entry: TableEntry) {
        let words = key.len() + ENTRY;
        if self.words + words > MAX_WORDS {
            self.clear();
        }
        if self.entries.insert(key.into_boxed_slice(), entry).is_none() {
            self.words += words;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.words = 0;
    }
}
