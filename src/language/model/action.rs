//! Checked moves: what is picked, what is done, how it is written.

use std::ops::Range;

use super::expr::{Expr, Type};
use super::ids::LocalId;
use super::luck::Odds;
use super::primitive::Effect;
use crate::source::Span;
use crate::topology::Board;

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// What is picked, with what the picks come from and conditions between them, in order.
    pub picking: Vec<Picking>,
    /// The places of the first of two picks that are the ends of a pair, in either order.
    pub pairs: Vec<u8>,
    /// What it does, and what must hold, in order, up to the end of the action.
    pub effects: Vec<Effect>,
    /// How many of these are done by every link of a chain; the others are done once, after the last one.
    pub of_link: usize,
    /// How it is written.
    pub written: Vec<Written>,
    /// Names bound by `let` that are written beside the picks, with their types.
    pub shown: Vec<(LocalId, Type)>,
    /// How likely what is picked is, where nature makes the move; nothing where a player does.
    pub lot: Option<Odds>,
    /// Its name in the file.
    pub span: Span,
}

impl Move {
    /// What each link of a chain does.
    pub fn link(&self) -> &[Effect] {
        self.effects.get(..self.of_link).unwrap_or(&self.effects)
    }

    /// What is done once the action is complete: `at its end`, `after each move`.
    pub fn end(&self) -> &[Effect] {
        self.effects.get(self.of_link..).unwrap_or_default()
    }

    /// The move without what is done once the action is complete.
    #[must_use]
    pub fn of_links(&self) -> Move {
        Move { effects: self.link().to_vec(), ..self.clone() }
    }

    /// The picks in order, each place of an action with the name that it belongs to: several places of one that is a set.
    pub fn picks(&self) -> impl Iterator<Item = LocalId> + '_ {
        self.picking.iter().filter_map(Picking::places).flat_map(|(local, _, count)| std::iter::repeat_n(local, count))
    }

    /// The types of the sets that the picks come from, in order, and of what is shown beside them.
    pub fn pick_types(&self) -> impl Iterator<Item = Type> + '_ {
        let picks = self.picking.iter().filter_map(Picking::places);
        let types = picks.flat_map(|(_, from, count)| std::iter::repeat_n(from.ty, count));
        types.chain(self.shown.iter().map(|(_, ty)| *ty))
    }

    /// The places of each pick that is a set.
    pub fn sets(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut next = 0;
        self.picking.iter().filter_map(move |step| {
            let (_, _, count) = step.places()?;
            let start = next;
            next += count;
            matches!(step, Picking::Several { .. }).then_some(start..start + count)
        })
    }

    /// The picks with the two ends of each pair exchanged.
    pub fn turned_round(&self, picks: &[u16]) -> Vec<u16> {
        let mut picks = picks.to_vec();
        for place in self.pairs.iter().map(|place| usize::from(*place)) {
            if place + 1 < picks.len() {
                picks.swap(place, place + 1);
            }
        }
        picks
    }

    /// Whether one of its picks is a set.
    pub fn picks_sets(&self) -> bool {
        self.sets().next().is_some()
    }

    /// The picks of an action, the members of a set together, each with its name and the type of what it comes from.
    pub fn gathered<'p>(&self, picks: &'p [u16]) -> impl Iterator<Item = (LocalId, Type, Picked<'p>)> {
        let mut next = 0;
        self.picking.iter().filter_map(move |step| {
            let (local, from, count) = step.places()?;
            let start = next;
            next += count;
            let here = picks.get(start..next)?;
            let picked = match step {
                Picking::Several { .. } => Picked::Set(of_set(here)),
                _ => Picked::One(*here.first()?),
            };
            Some((local, from.ty, picked))
        })
    }

    /// Puts the members of picked sets in the order in which actions have them, that in which one reads the board.
    pub fn put_in_order(&self, board: &Board, picks: &mut [u16]) {
        for places in self.sets() {
            if let Some(members) = picks.get_mut(places) {
                members.sort_by_key(|cell| reading_rank(board, *cell));
            }
        }
    }
}

/// A step of a move before its effects.
#[derive(Clone, Debug)]
pub enum Picking {
    /// `pick local in from`, of type `Cells`, `Directions`, `Players`, `Kinds`, `Groups` or `Range`.
    Pick {
        /// What is picked.
        local: LocalId,
        /// From what.
        from: Expr,
    },
    /// `pick 1..=3 local in from`, of type `Cells`: a set of so many members. An action holds them as one reads the board, in as many places
    /// as there can be; those that are not needed hold 65,535.
    Several {
        /// What is picked, of type `Cells`.
        local: LocalId,
        /// From what.
        from: Expr,
        /// How many at least, one or more.
        low: u8,
        /// How many at most.
        high: u8,
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

impl Picking {
    /// Of a pick, its name, what it comes from, and how many places of an action it takes.
    pub fn places(&self) -> Option<(LocalId, &Expr, usize)> {
        match self {
            Picking::Pick { local, from } => Some((*local, from, 1)),
            Picking::Several { local, from, high, .. } => Some((*local, from, usize::from(*high))),
            Picking::Let { .. } | Picking::Where(_) => None,
        }
    }
}

/// What is picked for one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picked<'p> {
    /// One member.
    One(u16),
    /// A set of cells.
    Set(&'p [u16]),
}

/// Where a cell comes as one reads the board; nowhere comes last.
pub fn reading_rank(board: &Board, cell: u16) -> usize {
    board.cells().position(|known| known.0 == cell).unwrap_or(usize::MAX)
}

/// The members of a picked set among its places.
pub fn of_set(places: &[u16]) -> &[u16] {
    let count = places.iter().position(|cell| *cell == u16::MAX).unwrap_or(places.len());
    &places[..count]
}

/// A part of how a move is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// These letters.
    Text(String),
    /// The name of what was picked: the first place of the pick in an action, or past them all among what is shown. The members of a
    /// set stand with commas between them.
    Pick(u8),
    /// The same of a kind, whose letter is small.
    Small(u8),
    /// The sign of what was picked: of each value that it can have.
    Signs(u8, Vec<(u16, String)>),
}

impl Written {
    /// The place of what is written, if that is no text of the file.
    pub fn pick(&self) -> Option<u8> {
        match self {
            Written::Text(_) => None,
            Written::Pick(pick) | Written::Small(pick) | Written::Signs(pick, _) => Some(*pick),
        }
    }
}
