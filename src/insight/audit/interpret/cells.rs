//! What is known of a set of cells: which it has, which it may have, and what stands on them.

use super::contents::Contents;
use super::set::Set;

/// When something is so, in effects made. What stands on a cell at one time may not stand there at another.
pub type Time = u32;

/// What stands on cells, by what is said of them and not of each by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holding {
    /// The contents that they may have.
    pub contents: Contents,
    /// Of a set: whether every cell that it may have and that has such contents is in it.
    pub exact: bool,
    /// When.
    pub at: Time,
}

impl Holding {
    /// Anything, at any time.
    pub const ANY: Holding = Holding { contents: Contents::MAX, exact: false, at: 0 };

    /// All cells with such contents.
    pub fn all(contents: Contents, at: Time) -> Self {
        Holding { contents, exact: true, at }
    }

    /// Some cells with such contents.
    pub fn some(contents: Contents, at: Time) -> Self {
        Holding { contents, exact: false, at }
    }

    /// What it says now.
    pub fn seen(self, now: Time) -> Self {
        if self.at == now { self } else { Holding { at: now, ..Holding::ANY } }
    }

    /// What holds of both, whichever cells are meant.
    pub fn either(self, other: Holding) -> Holding {
        match self.at == other.at {
            true => Holding::some(self.contents | other.contents, self.at),
            false => Holding::ANY,
        }
    }
}

/// What is known of a set of cells. Two are put together only as seen at one time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellSet {
    /// It has these.
    pub must: Set,
    /// It has no others.
    pub may: Set,
    /// It has at least so many.
    pub least: usize,
    /// What they hold.
    pub holding: Holding,
}

impl CellSet {
    /// A set that has the first cells, and no others than the second.
    pub fn between(must: Set, may: Set) -> Self {
        let least = must.len();
        CellSet { must, may, least, holding: Holding::ANY }
    }

    /// No cells, of a board with so many words.
    pub fn none(words: usize) -> Self {
        CellSet {
            holding: Holding { exact: true, ..Holding::ANY },
            ..Self::between(Set::empty(words), Set::empty(words))
        }
    }

    /// The set as it is seen at a time, on a board whose cells hold nothing but `all`.
    #[must_use]
    pub fn seen(mut self, now: Time, all: Contents) -> Self {
        self.holding = self.holding.seen(now);
        self.holding.contents &= all;
        if self.holding.contents == 0 {
            self.may = self.must.minus(&self.must);
            self.must = self.may.clone();
            self.least = 0;
        }
        self
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.may.is_empty() || self.holding.contents == 0
    }

    /// Whether it has a cell, where that is known.
    pub fn is_some(&self) -> Option<bool> {
        if self.is_empty() { Some(false) } else { (self.least > 0).then_some(true) }
    }

    /// How many cells it has at most.
    pub fn most(&self) -> usize {
        if self.is_empty() { 0 } else { self.may.len() }
    }

    /// Some of its cells.
    #[must_use]
    pub fn part(mut self) -> Self {
        self.must = self.must.minus(&self.must);
        self.least = 0;
        self.holding.exact = false;
        self
    }

    /// Whether no cell is in both.
    pub fn is_apart(&self, other: &CellSet) -> bool {
        self.is_empty()
            || other.is_empty()
            || self.holding.contents & other.holding.contents == 0
            || !self.may.meets(&other.may)
    }

    /// Those in both.
    #[must_use]
    pub fn and(&self, other: &CellSet) -> CellSet {
        let (must, may) = (self.must.and(&other.must), self.may.and(&other.may));
        let holding = Holding {
            contents: self.holding.contents & other.holding.contents,
            exact: self.holding.exact && other.holding.exact,
            at: self.holding.at,
        };
        let met = CellSet { least: must.len(), must, may, holding };
        let (at, contents) = (met.holding.at, met.holding.contents);
        met.seen(at, contents)
    }

    /// Those in either.
    #[must_use]
    pub fn or(&self, other: &CellSet) -> CellSet {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        let (a, b) = (self.holding, other.holding);
        // Nothing more than both only where they differ in the cells alone, or in what these hold alone.
        let exact = a.exact && b.exact && (self.may == other.may || a.contents == b.contents);
        let must = self.must.or(&other.must);
        CellSet {
            least: self.least.max(other.least).max(must.len()),
            must,
            may: self.may.or(&other.may),
            holding: Holding { contents: a.contents | b.contents, exact, at: a.at },
        }
    }

    /// Those that are not in the other.
    #[must_use]
    pub fn minus(&self, other: &CellSet) -> CellSet {
        if other.is_empty() {
            return self.clone();
        }
        let (a, b) = (self.holding, other.holding);
        let (must, mut may) = (self.must.minus(&other.may), self.may.minus(&other.must));
        let mut holding = Holding { exact: false, ..a };
        if b.exact && self.may.within(&other.may) {
            holding = Holding { contents: a.contents & !b.contents, ..a };
        } else if b.exact && a.contents & !b.contents == 0 {
            may = may.minus(&other.may);
            holding = a;
        }
        let least = must.len().max(self.least.saturating_sub(other.may.len()));
        let (at, contents) = (holding.at, holding.contents);
        CellSet { must, may, least, holding }.seen(at, contents)
    }

    /// Whether every cell of it is in the other for certain.
    pub fn within(&self, other: &CellSet) -> bool {
        let alike = || {
            other.holding.exact && self.may.within(&other.may) && self.holding.contents & !other.holding.contents == 0
        };
        self.is_empty() || self.may.within(&other.must) || alike()
    }

    /// What holds whichever of the two it is.
    #[must_use]
    pub fn either(&self, other: &CellSet) -> CellSet {
        if self == other {
            return self.clone();
        }
        CellSet {
            must: self.must.and(&other.must),
            may: self.may.or(&other.may),
            least: self.least.min(other.least),
            holding: self.holding.either(other.holding),
        }
    }
}
