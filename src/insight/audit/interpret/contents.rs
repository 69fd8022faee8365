//! What a cell can hold, as a set of codes: nothing, or a piece of an owner and a kind.

use super::value::NOBODY;
use rulebook_language::model::{Game, KindId, PlayerId};
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

    /// The players who may own a piece of these; [`NOBODY`] where the cell may be empty or neutral.
    pub fn owners_of(self, contents: Contents) -> u32 {
        let nobody = contents & (EMPTY | self.neutral) != 0;
        let owners = (0..self.owners - 1).filter(|owner| contents & self.owned(1 << owner) != 0);
        owners.fold(if nobody { NOBODY } else { 0 }, |all, owner| all | 1 << owner)
    }

    /// The kinds that a piece of these may be.
    pub fn kinds_of(self, contents: Contents) -> u64 {
        (0..self.kinds).filter(|kind| contents & self.kinds(1 << kind) != 0).fold(0, |all, kind| all | 1 << kind)
    }
}
