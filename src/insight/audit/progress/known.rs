//! What is known of a position: what each cell may hold, bounds of counters, marks; and how far each measure has changed.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::set::Set;
use super::value::Value;
use rulebook_language::model::{Game, KindId, LocalId, Per, PlayerId};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// What a cell may hold: bit 0 for nothing, then a bit for each owner (the last one is nobody) with each kind.
pub type Contents = u128;

/// Nothing on the cell.
pub const EMPTY: Contents = 1;

/// The codes of contents of a game.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// Players, and one more for neutral pieces.
    owners: usize,
    kinds: usize,
    /// Everything that a cell can hold.
    pub all: Contents,
    /// The pieces that nobody owns.
    pub neutral: Contents,
}

impl Codes {
    /// The codes of a game; nothing where there are too many.
    pub fn of(game: &Game) -> Option<Self> {
        let (owners, kinds) = (game.players.len() + 1, game.kinds.len());
        if 1 + owners * kinds > Contents::BITS as usize {
            return None;
        }
        let mut codes = Codes { owners, kinds, all: EMPTY, neutral: 0 };
        for (id, kind) in game.kinds.iter_ids() {
            if kind.neutral {
                codes.neutral |= codes.piece(owners - 1, id);
                continue;
            }
            for owner in 0..owners - 1 {
                codes.all |= codes.piece(owner, id);
            }
        }
        codes.all |= codes.neutral;
        Some(codes)
    }

    fn piece(self, owner: usize, kind: KindId) -> Contents {
        1 << (1 + owner * self.kinds + kind.index())
    }

    /// Whether there are pieces of this owner and this kind.
    pub fn can_be(self, owner: usize, kind: KindId) -> bool {
        self.all & self.piece(owner, kind) != 0
    }

    /// A piece of a player, or of nobody.
    pub fn of_owner(self, owner: Option<PlayerId>, kind: KindId) -> Contents {
        self.piece(owner.map_or(self.owners - 1, Id::index), kind)
    }

    /// The pieces of the players of a mask.
    pub fn owned(self, players: u32) -> Contents {
        let row = (1 << self.kinds) - 1;
        let rows = (0..self.owners - 1).filter(|owner| players >> owner & 1 == 1);
        rows.fold(0, |all, owner| all | row << (1 + owner * self.kinds)) & self.all
    }

    /// The pieces of the kinds of a mask.
    pub fn kinds(self, kinds: u64) -> Contents {
        let row = Contents::from(kinds) & ((1 << self.kinds) - 1);
        (0..self.owners).fold(0, |all, owner| all | row << (1 + owner * self.kinds)) & self.all
    }

    /// The contents after every piece has become another, by its owner and kind.
    pub fn map(self, contents: Contents, become_: impl Fn(usize, usize) -> (usize, usize)) -> Contents {
        let mut new = contents & EMPTY;
        for code in self.pieces(contents) {
            let (owner, kind) = become_(code / self.kinds, code % self.kinds);
            new |= 1 << (1 + owner * self.kinds + kind);
        }
        new
    }

    fn pieces(self, contents: Contents) -> impl Iterator<Item = usize> {
        (0..self.owners * self.kinds).filter(move |code| contents >> (1 + code) & 1 == 1)
    }

    /// The players who may own a piece of these; [`super::value::NOBODY`] where the cell may be empty or neutral.
    pub fn owners_of(self, contents: Contents) -> u32 {
        let nobody = contents & (EMPTY | self.neutral) != 0;
        let owners = (0..self.owners - 1).filter(|owner| contents & self.owned(1 << owner) != 0);
        owners.fold(if nobody { super::value::NOBODY } else { 0 }, |all, owner| all | 1 << owner)
    }

    /// The kinds that a piece of these may be.
    pub fn kinds_of(self, contents: Contents) -> u64 {
        (0..self.kinds).filter(|kind| contents & self.kinds(1 << kind) != 0).fold(0, |all, kind| all | 1 << kind)
    }
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Known {
    /// What each slot may hold.
    pub contents: Vec<Contents>,
    /// Bounds of each counter, by its index: the game's, a player's or a cell's.
    pub counters: Vec<Vec<(i64, i64)>>,
    /// The cells that carry each mark: those that do for certain, and those that may.
    pub marks: Vec<(Set, Set)>,
}

impl Known {
    /// Of a position of which nothing is known.
    pub fn nothing(game: &Game, codes: Codes) -> Self {
        let words = game.board.words();
        let counters = game.counters.iter().map(|counter| {
            let count = match counter.per {
                Per::Game => 1,
                Per::Player => game.players.len(),
                Per::Cell => game.board.slots(),
            };
            vec![(counter.low, counter.high); count]
        });
        Known {
            contents: vec![codes.all; game.board.slots()],
            counters: counters.collect(),
            marks: game.marks.iter().map(|_| (Set::empty(words), Set::from_words(game.board.mask()))).collect(),
        }
    }

    /// What a cell may hold.
    pub fn at(&self, cell: CellId) -> Contents {
        self.contents.get(cell.index()).copied().unwrap_or(0)
    }

    /// Says that a cell holds one of these; false if it cannot.
    pub fn refine(&mut self, cell: CellId, contents: Contents) -> bool {
        match self.contents.get_mut(cell.index()) {
            Some(known) => {
                *known &= contents;
                *known != 0
            }
            None => false,
        }
    }

    /// Sets what a cell may hold.
    pub fn set(&mut self, cell: CellId, contents: Contents) {
        if let Some(known) = self.contents.get_mut(cell.index()) {
            *known = contents;
        }
    }

    /// Forgets what one of the two does not know.
    fn join(&mut self, other: &Known) {
        for (mine, theirs) in self.contents.iter_mut().zip(&other.contents) {
            *mine |= theirs;
        }
        for (mine, theirs) in self.counters.iter_mut().flatten().zip(other.counters.iter().flatten()) {
            *mine = (mine.0.min(theirs.0), mine.1.max(theirs.1));
        }
        for (mine, theirs) in self.marks.iter_mut().zip(&other.marks) {
            *mine = (mine.0.and(&theirs.0), mine.1.or(&theirs.1));
        }
    }
}

/// A change between two whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Delta {
    /// Not less.
    pub low: i64,
    /// Not more.
    pub high: i64,
}

/// Beyond every change that is known.
pub const FAR: i64 = i64::MAX / 4;

impl Delta {
    /// Any change.
    pub const ANY: Delta = Delta { low: -FAR, high: FAR };

    /// Between two numbers.
    pub fn new(low: i64, high: i64) -> Self {
        Delta { low: low.clamp(-FAR, FAR), high: high.clamp(-FAR, FAR) }
    }

    /// One after the other. What is beyond what is known stays there.
    #[must_use]
    pub fn plus(self, other: Delta) -> Delta {
        let low = if self.low == -FAR || other.low == -FAR { -FAR } else { self.low.saturating_add(other.low) };
        let high = if self.high == FAR || other.high == FAR { FAR } else { self.high.saturating_add(other.high) };
        Delta::new(low, high)
    }

    /// Either.
    #[must_use]
    pub fn hull(self, other: Delta) -> Delta {
        Delta { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Once or more often, up to so many times.
    #[must_use]
    pub fn repeated(self, times: i64) -> Delta {
        let far = |n: i64| if n.abs() >= FAR { n } else { n.saturating_mul(times) };
        Delta::new(self.low.min(far(self.low)), self.high.max(far(self.high)))
    }
}

/// A way through a move.
#[derive(Clone, Debug)]
pub struct World {
    /// What is known now.
    pub known: Known,
    /// What was known before the first effect.
    pub before: Option<Rc<Known>>,
    /// The bound names.
    pub locals: FxHashMap<LocalId, Value>,
    /// How far each measure has changed.
    pub deltas: Vec<Delta>,
}

impl World {
    /// Makes this what holds on either way.
    pub fn join(&mut self, other: &World) {
        self.known.join(&other.known);
        for (mine, theirs) in self.deltas.iter_mut().zip(&other.deltas) {
            *mine = mine.hull(*theirs);
        }
    }
}
