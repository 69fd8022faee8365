//! What an expression asks about: the past, the turn at hand, the mover.

use super::expr::{Expr, ExprKind};
use super::row::Reads;
use crate::source::Span;

/// What an expression asks about, with the definitions and patterns that it uses: where it does so first.
#[derive(Clone, Copy, Default, Debug)]
pub struct Moments {
    /// `before` and `new`.
    pub before: Option<Span>,
    /// `turn start`.
    pub turn_start: Option<Span>,
    /// What happened in the turn at hand.
    pub turn: Option<Span>,
    /// The mover.
    pub mover: Option<Span>,
}

impl Moments {
    /// What the node itself asks about.
    pub fn of(expr: &Expr) -> Self {
        let here = |asks: bool| asks.then_some(expr.span);
        let reads = expr.reads();
        Moments {
            before: here(matches!(expr.kind, ExprKind::Before(_))),
            turn_start: here(matches!(expr.kind, ExprKind::TurnStart(_))),
            turn: here(matches!(expr.kind, ExprKind::Builtin(..)) && reads.any(Reads::TURN)),
            mover: here(matches!(expr.kind, ExprKind::Builtin(..)) && reads.any(Reads::MOVER)),
        }
    }

    /// What two ask about together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Moments {
            before: self.before.or(other.before),
            turn_start: self.turn_start.or(other.turn_start),
            turn: self.turn.or(other.turn),
            mover: self.mover.or(other.mover),
        }
    }
}
