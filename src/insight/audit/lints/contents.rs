//! What can be found on the cells of a set: more than is there, never less.

pub use rulebook_language::model::row::contents::{EMPTY, MINE, NEUTRAL, OTHER};
use rulebook_language::model::{Game, KindId, PlayerId};
use rulebook_language::topology::{Board, CellId};
use rulebook_language::util::Id;

/// Any piece of a player.
pub const OWNED: u8 = MINE | OTHER;
/// Any piece.
pub const OCCUPIED: u8 = NEUTRAL | OWNED;
const ANY: u8 = EMPTY | OCCUPIED;

/// Which cells a set can hold at most: those whose content is among `who`, `players`, `kinds`, and which are among `cells`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    /// Whose pieces, of [`EMPTY`], [`NEUTRAL`], [`MINE`], [`OTHER`].
    pub who: u8,
    /// Which players' pieces, where they are players'.
    pub players: u16,
    /// Which kinds, where there are pieces.
    pub kinds: u64,
    /// Where; anywhere where none is given.
    pub cells: Option<Vec<u64>>,
    /// Whether it is all such cells, and not only some of them.
    pub exact: bool,
}

impl Cells {
    /// Cells of which nothing is known.
    pub fn some() -> Self {
        Cells { who: ANY, players: u16::MAX, kinds: u64::MAX, cells: None, exact: false }
    }

    /// No cells.
    pub fn none() -> Self {
        Cells { who: 0, exact: true, ..Cells::some() }
    }

    /// All cells with such content.
    pub fn with(who: u8) -> Self {
        Cells { who, exact: true, ..Cells::some() }
    }

    /// All cells with pieces of a player.
    pub fn of(player: PlayerId) -> Self {
        Cells { players: 1u16.checked_shl(u32::from(player.0)).unwrap_or(0), ..Cells::with(OWNED) }
    }

    /// All cells with pieces of a kind.
    pub fn kind(game: &Game, kind: KindId) -> Self {
        let neutral = game.kinds.get(kind).is_some_and(|kind| kind.neutral);
        let kinds = 1u64.checked_shl(u32::from(kind.0)).unwrap_or(0);
        Cells { kinds, ..Cells::with(if neutral { NEUTRAL } else { OWNED }) }
    }

    /// These cells, whatever stands on them.
    pub fn region(board: &Board, cells: impl IntoIterator<Item = CellId>) -> Self {
        let mut mask = vec![0u64; board.words()];
        for cell in cells {
            if let Some(word) = mask.get_mut(cell.index() / 64) {
                *word |= 1 << (cell.index() % 64);
            }
        }
        Cells { cells: Some(mask), exact: true, ..Cells::some() }
    }

    /// The same places, with whatever stands on them.
    pub fn places(&self) -> Self {
        match self.is_empty() {
            true => Cells::none(),
            false => Cells { cells: self.cells.clone(), ..Cells::some() },
        }
    }

    /// Some of them.
    #[must_use]
    pub fn part(mut self) -> Self {
        self.exact = false;
        self
    }

    /// Whether there is surely no such cell.
    pub fn is_empty(&self) -> bool {
        let owned = if self.players == 0 { 0 } else { OWNED };
        let pieces = if self.kinds == 0 { 0 } else { NEUTRAL | owned };
        self.who & (EMPTY | pieces) == 0 || self.cells.as_ref().is_some_and(|cells| cells.iter().all(|word| *word == 0))
    }

    /// How many there can be.
    pub fn most(&self, board: &Board) -> i64 {
        match &self.cells {
            _ if self.is_empty() => 0,
            Some(cells) => cells.iter().map(|word| i64::from(word.count_ones())).sum(),
            None => board.cell_count() as i64,
        }
    }

    /// Those in both.
    pub fn and(&self, other: &Self) -> Self {
        let cells = match (&self.cells, &other.cells) {
            (Some(a), Some(b)) => Some(a.iter().zip(b).map(|(a, b)| a & b).collect()),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        Cells {
            who: self.who & other.who,
            players: self.players & other.players,
            kinds: self.kinds & other.kinds,
            cells,
            exact: self.exact && other.exact,
        }
    }

    /// Those in either.
    pub fn or(&self, other: &Self) -> Self {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        let cells = match (&self.cells, &other.cells) {
            (Some(a), Some(b)) => Some(a.iter().zip(b).map(|(a, b)| a | b).collect()),
            _ => None,
        };
        // Nothing more than both only where they differ in whose pieces there are, and in nothing else.
        let alike = self.players == other.players && self.kinds == other.kinds && self.cells == other.cells;
        Cells {
            who: self.who | other.who,
            players: self.players | other.players,
            kinds: self.kinds | other.kinds,
            cells,
            exact: self.exact && other.exact && alike,
        }
    }

    /// Those that are not in the other set.
    pub fn minus(&self, other: &Self) -> Self {
        if !other.exact || other.is_empty() {
            return if other.is_empty() { self.clone() } else { self.clone().part() };
        }
        if self.within(other) {
            return Cells::none();
        }
        let any = Cells::some();
        let mut left = self.clone();
        match (&other.cells, other.players == any.players && other.kinds == any.kinds) {
            (None, true) => left.who &= !other.who,
            (Some(gone), true) if other.who == any.who => {
                // Without known places there is nothing to take them from.
                left.exact &= left.cells.is_some();
                if let Some(cells) = &mut left.cells {
                    cells.iter_mut().zip(gone).for_each(|(word, gone)| *word &= !gone);
                }
            }
            // Where nothing but such pieces can be of theirs, none of theirs are left.
            (None, false) if other.kinds == any.kinds && left.players & !other.players == 0 => left.who &= !other.who,
            (None, false) if other.players == any.players && left.kinds & !other.kinds == 0 => left.who &= !other.who,
            _ => left.exact = false,
        }
        left
    }

    /// Whether every one of these is surely in the other set.
    pub fn within(&self, other: &Self) -> bool {
        let places = match (&self.cells, &other.cells) {
            (_, None) => true,
            (Some(a), Some(b)) => a.iter().zip(b).all(|(a, b)| a & !b == 0),
            (None, Some(_)) => false,
        };
        let occupied = self.who & OCCUPIED != 0;
        let owned = self.who & OWNED != 0;
        self.is_empty()
            || (other.exact
                && places
                && self.who & !other.who == 0
                && (!occupied || self.kinds & !other.kinds == 0)
                && (!owned || self.players & !other.players == 0))
    }
}
