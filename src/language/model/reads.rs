//! What expressions depend on.

use super::expr::{Expr, ExprKind};
use super::row::Reads;

impl Expr {
    /// What it depends on itself: its parts are left aside, and so are the names, definitions and groups that it uses.
    pub fn reads(&self) -> Reads {
        match &self.kind {
            ExprKind::Builtin(builtin, _) => builtin.row().reads,
            ExprKind::Pieces { .. } | ExprKind::Pattern { .. } => Reads::PIECES,
            ExprKind::Counter(..) => Reads::COUNTERS,
            ExprKind::Marked(_) => Reads::MARKS,
            ExprKind::Before(_) | ExprKind::TurnStart(_) | ExprKind::LastPick(..) | ExprKind::LastTo(_) => {
                Reads::EARLIER
            }
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Cell(_)
            | ExprKind::Player(_)
            | ExprKind::Kind(_)
            | ExprKind::Kinds(_)
            | ExprKind::Direction(_)
            | ExprKind::Directions(_)
            | ExprKind::Region(_)
            | ExprKind::Word(_)
            | ExprKind::Local(_)
            | ExprKind::Call(..)
            | ExprKind::Piece { .. }
            | ExprKind::Neighbours(..)
            | ExprKind::Not(_)
            | ExprKind::If(..)
            | ExprKind::Quantified { .. }
            | ExprKind::Filter { .. }
            | ExprKind::Fold { .. }
            | ExprKind::Spread { .. }
            | ExprKind::Distance { .. }
            | ExprKind::Parts { .. } => Reads::NOTHING,
            ExprKind::Error => Reads::EVERYTHING,
        }
    }
}
