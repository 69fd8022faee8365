//! Checked moves: what is picked, what is done, how it is written.

use super::expr::{Expr, LocalId, Type};
use super::game::{CounterId, KindId, MarkId};
use crate::source::Span;

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// What is picked, with what the picks come from and conditions between them, in order.
    pub picking: Vec<Picking>,
    /// What it does, and what must hold, in order.
    pub effects: Vec<Effect>,
    /// How it is written.
    pub written: Vec<Written>,
    /// Names bound by `let` that are written beside the picks, with their types.
    pub shown: Vec<(LocalId, Type)>,
    /// Its name in the file.
    pub span: Span,
}

impl Move {
    /// The picks in order.
    pub fn picks(&self) -> impl Iterator<Item = LocalId> + '_ {
        self.picking.iter().filter_map(|step| match step {
            Picking::Pick { local, .. } => Some(*local),
            _ => None,
        })
    }
}

impl Move {
    /// The types of the sets that the picks come from, in order, and of what is shown beside them.
    pub fn pick_types(&self) -> impl Iterator<Item = Type> + '_ {
        let picks = self.picking.iter().filter_map(|step| match step {
            Picking::Pick { from, .. } => Some(from.ty),
            _ => None,
        });
        picks.chain(self.shown.iter().map(|(_, ty)| *ty))
    }
}

/// A step of a move before its effects.
#[derive(Clone, Debug)]
pub enum Picking {
    /// `pick local in from`, of type `Cells`, `Directions`, `Players`, `Groups` or `Range`.
    Pick {
        /// What is picked.
        local: LocalId,
        /// From what.
        from: Expr,
    },
    /// `let local = value`.
    Let {
        /// The name.
        local: LocalId,
        /// What it stands for.
        value: Expr,
    },
    /// `where condition`.
    Where(Expr),
}

/// A step of a move from its first effect on.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Put a piece on every cell of a set.
    Put {
        /// How many of it on each cell; one where none is given.
        count: Option<Expr>,
        /// What, of type `Piece`.
        piece: Expr,
        /// Where.
        on: Expr,
    },
    /// Move a whole stack on top of what stands on another cell.
    MoveStack {
        /// From where.
        from: Expr,
        /// To where.
        to: Expr,
    },
    /// Take the top pieces of a cell and put them under what stands on another.
    Tuck {
        /// From where.
        from: Expr,
        /// Under what.
        under: Expr,
        /// How many; one where none is given.
        count: Option<Expr>,
    },
    /// Take the top pieces of a cell and put them, in their order, on top of what stands on another.
    MoveTop {
        /// From where.
        from: Expr,
        /// To where.
        to: Expr,
        /// How many; one where none is given.
        count: Option<Expr>,
    },
    /// Take pieces of a stack off the board.
    RemovePart {
        /// From where.
        from: Expr,
        /// How many; one where none is given.
        count: Option<Expr>,
        /// Whether those at the bottom, not at the top.
        bottom: bool,
    },
    /// Take the pieces of a set off the board.
    Remove(Expr),
    /// Exchange what stands on two cells.
    Exchange(Expr, Expr),
    /// Move what stands on a cell to another, over what stands there.
    Shift {
        /// From where.
        from: Expr,
        /// To where.
        to: Expr,
    },
    /// Give the pieces of a set to the other player.
    TurnOver(Expr),
    /// Change the kind of the pieces of a set.
    Promote(Expr, KindId),
    /// Set a counter.
    Set {
        /// Which.
        counter: CounterId,
        /// Whose: a cell or player.
        of: Option<Expr>,
        /// To what.
        value: Expr,
    },
    /// Take a counter of a cell, and add it one by one to the cells that follow in a direction.
    Sow(Box<Sow>),
    /// Mark the cells of a set, or take the mark off.
    Mark {
        /// Which mark.
        mark: MarkId,
        /// Where.
        cells: Expr,
        /// Whether it is put there.
        on: bool,
    },
    /// For each cell, direction, player or group of a set.
    For {
        /// What ranges over the set.
        local: LocalId,
        /// The set, as it is before the first of them.
        over: Expr,
        /// Which of its members count.
        condition: Option<Expr>,
        /// What is done.
        body: Vec<Effect>,
    },
    /// If a condition holds.
    If {
        /// The condition.
        condition: Expr,
        /// What is done then.
        then: Vec<Effect>,
        /// What is done otherwise.
        otherwise: Vec<Effect>,
    },
    /// `let local = value`.
    Let(LocalId, Expr),
    /// The move is legal only if this holds here.
    Require(Expr),
}

/// How seeds are sown.
#[derive(Clone, Debug)]
pub struct Sow {
    /// The counter of cells.
    pub counter: CounterId,
    /// From which cell.
    pub from: Expr,
    /// How many stay there; none where none is given.
    pub leaving: Option<Expr>,
    /// In which direction.
    pub along: Expr,
    /// The cells that are passed over.
    pub skipping: Option<Expr>,
    /// It is sown again, from the cell that the last one fell on, as long as this holds.
    pub again: Option<Expr>,
}

/// A part of how a move is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// These letters.
    Text(String),
    /// The name of what was picked: the place of the pick among the move's picks, or past them among what is shown.
    Pick(u8),
}
