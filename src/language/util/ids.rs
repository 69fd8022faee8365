//! Typed indices, and the tables that only they can index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index. Made by `id_type!`; a [`Table`] is indexed by one.
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// The id of the `index`-th entry. An index past the id's range wraps, so check the table's length first.
    fn from_index(index: usize) -> Self;
    /// The place of this id's entry, from 0.
    fn index(self) -> usize;
}

/// Declares typed ids: `id_type!(/// doc  CellId(u16))`.
#[macro_export]
macro_rules! id_type {
    ($($(#[$meta:meta])* $name:ident($repr:ty);)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub $repr);

        impl $crate::util::Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                $name(index as $repr)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}

/// A list that is indexed by its own id type and by nothing else.
#[derive(Clone, PartialEq, Eq)]
pub struct Table<I, T> {
    entries: Vec<T>,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> Table<I, T> {
    /// An empty table.
    pub fn new() -> Self {
        Table { entries: Vec::new(), id: PhantomData }
    }

    /// Appends an entry and returns its id.
    pub fn push(&mut self, entry: T) -> I {
        self.entries.push(entry);
        I::from_index(self.entries.len() - 1)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }

    /// The ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.entries.len()).map(I::from_index)
    }

    /// Ids with their entries, in order.
    pub fn iter_ids(&self) -> impl Iterator<Item = (I, &T)> {
        self.entries.iter().enumerate().map(|(index, entry)| (I::from_index(index), entry))
    }

    /// The entry of `id`, if the table has one.
    pub fn get(&self, id: I) -> Option<&T> {
        self.entries.get(id.index())
    }
}

impl<I: Id, T> Default for Table<I, T> {
    fn default() -> Self {
        Table::new()
    }
}

impl<I: Id, T> FromIterator<T> for Table<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(entries: S) -> Self {
        Table { entries: entries.into_iter().collect(), id: PhantomData }
    }
}

impl<'a, I: Id, T> IntoIterator for &'a Table<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.entries[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Table<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.entries[id.index()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for Table<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.fmt(f)
    }
}
