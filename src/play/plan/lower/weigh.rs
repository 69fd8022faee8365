//! What an expression takes to work out, roughly: so that what is cheap is asked first.

use rulebook_language::model::row::Reads;
use rulebook_language::model::{Builtin, Expr, ExprKind, Game, PatternKind, Type};

/// What finding groups takes.
const GROUPS: u64 = 64;
/// What looking for loops, or for whether anybody can move, takes.
const SEARCH: u64 = 1 << 16;
/// How many parts are looked at: a bound for files made to take long.
const MAX_PARTS: u32 = 1 << 10;

/// The work of an expression, in operations of a board of medium size.
pub fn weight(game: &Game, expr: &Expr) -> u64 {
    Scales { game, left: MAX_PARTS }.weigh(expr)
}

struct Scales<'g> {
    game: &'g Game,
    left: u32,
}

impl Scales<'_> {
    fn weigh(&mut self, expr: &Expr) -> u64 {
        if self.left == 0 {
            return SEARCH;
        }
        self.left -= 1;
        let game = self.game;
        match &expr.kind {
            ExprKind::Quantified { over, condition, .. } | ExprKind::Filter { over, condition, .. } => {
                let each = self.weigh(condition);
                self.weigh(over).saturating_add(members(over).saturating_mul(each))
            }
            ExprKind::Fold { over, condition, body, .. } => {
                let each = condition.as_deref().map_or(0, |condition| self.weigh(condition));
                let each = each.saturating_add(self.weigh(body));
                self.weigh(over).saturating_add(members(over).saturating_mul(each))
            }
            kind => {
                // The kind of pieces that is named takes no work.
                let named = match kind {
                    ExprKind::Pieces { kind, .. } | ExprKind::Piece { kind, .. } => kind.named_kind().is_some(),
                    _ => false,
                };
                let parts = expr.parts().into_iter().skip(usize::from(named));
                let parts = parts.fold(1u64, |sum, part| sum.saturating_add(self.weigh(part)));
                parts.saturating_add(match kind {
                    ExprKind::Call(id, _) => self.weigh(&game.definitions[*id].body),
                    ExprKind::Pattern { pattern, .. } => {
                        let members = self.weigh(&game.patterns[*pattern].members);
                        let looped = game.patterns[*pattern].sort == PatternKind::Loop;
                        members.saturating_add(if looped { SEARCH } else { GROUPS })
                    }
                    ExprKind::Builtin(builtin, _) if builtin.row().reads.any(Reads::ACTIONS) => SEARCH,
                    ExprKind::Builtin(builtin, _) => builtin.row().work,
                    _ => 0,
                })
            }
        }
    }
}

/// How many members a set has, roughly.
fn members(over: &Expr) -> u64 {
    match &over.kind {
        ExprKind::Neighbours(_, of) if of.ty == Type::Cell => 5,
        ExprKind::Builtin(Builtin::Intersection, sets) => sets.iter().map(members).min().unwrap_or(1),
        ExprKind::Builtin(Builtin::SetOf | Builtin::OneCell, of) => of.len() as u64,
        _ => 12,
    }
}
