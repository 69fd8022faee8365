//! Checked moves: what is picked, what is done, how it is written.

use super::expr::{Expr, Type};
use super::ids::LocalId;
use super::primitive::Effect;
use crate::source::Span;

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// What is picked, with what the picks come from and conditions between them, in order.
    pub picking: Vec<Picking>,
    /// What it does, and what must hold, in order, up to the end of the action.
    pub effects: Vec<Effect>,
    /// How many of these are done by every link of a chain; the others are done once, after the last one.
    pub of_link: usize,
    /// How it is written.
    pub written: Vec<Written>,
    /// Names bound by `let` that are written beside the picks, with their types.
    pub shown: Vec<(LocalId, Type)>,
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
    /// `pick local in from`, of type `Cells`, `Directions`, `Players`, `Kinds`, `Groups` or `Range`.
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

/// A part of how a move is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// These letters.
    Text(String),
    /// The name of what was picked: the place of the pick among the move's picks, or past them among what is shown.
    Pick(u8),
    /// The same of a kind, whose letter is small.
    Small(u8),
}

impl Written {
    /// The place of what is written, if that is no text of the file.
    pub fn pick(&self) -> Option<u8> {
        match self {
            Written::Text(_) => None,
            Written::Pick(pick) | Written::Small(pick) => Some(*pick),
        }
    }
}
