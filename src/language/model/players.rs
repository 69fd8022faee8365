//! Sets of players: all of them, or those of whom a condition holds. What goes through such a set goes through all players and asks,
//! so that `everyone` is the only set that anything else has to know.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Fold, Type};
use super::ids::LocalId;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, Quantifier};

/// A typed expression.
fn made(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// All players.
fn everyone(span: Span) -> Expr {
    made(ExprKind::Builtin(Builtin::Everyone, Vec::new()), Type::Players, span)
}

fn truth(truth: bool, span: Span) -> Expr {
    made(ExprKind::Truth(truth), Type::Truth, span)
}

/// The players of whom a condition holds.
pub fn players_such(local: LocalId, condition: Expr, span: Span) -> Expr {
    let ty = if condition.ty == Type::Unknown { Type::Unknown } else { Type::Players };
    let (over, condition) = (Box::new(everyone(span)), Box::new(condition));
    made(ExprKind::Filter { local, over, condition }, ty, span)
}

/// No player.
pub fn no_players(local: LocalId, span: Span) -> Expr {
    players_such(local, truth(false, span), span)
}

impl Checker<'_> {
    /// What is asked of a player to be in a set; nothing of all players.
    fn asked(&self, set: Expr, of: LocalId) -> Option<Expr> {
        match set.kind {
            ExprKind::Filter { local, mut condition, .. } => {
                condition.rename(local, of);
                Some(*condition)
            }
            _ => None,
        }
    }

    /// A player as a set of one; nobody as none.
    pub fn one_player(&mut self, player: Expr) -> Expr {
        let (local, span) = (self.scope.unnamed(), player.span);
        let own = made(ExprKind::Local(local), Type::Player, span);
        players_such(local, self.builtin(Builtin::Equal, vec![own, player], span), span)
    }

    /// `{Red, Blue}`.
    pub fn players_in_braces(&mut self, items: Vec<Expr>, span: Span) -> Expr {
        let local = self.scope.unnamed();
        let items = items.into_iter().map(|item| self.coerce(item, Type::Players)).collect::<Vec<_>>();
        if items.iter().any(|item| item.ty == Type::Unknown) {
            return made(ExprKind::Error, Type::Unknown, span);
        }
        let each = items.into_iter().map(|item| {
            let at = item.span;
            self.asked(item, local).unwrap_or_else(|| truth(true, at))
        });
        let any = each.collect::<Vec<_>>().into_iter().reduce(|a, b| self.builtin(Builtin::Or, vec![a, b], span));
        players_such(local, any.unwrap_or_else(|| truth(false, span)), span)
    }

    /// Two sets of players joined by `|`, `-` or `&`.
    pub fn joined_players(&mut self, operator: Binary, first: Expr, second: Expr, span: Span) -> Expr {
        let (first, second) = (self.coerce(first, Type::Players), self.coerce(second, Type::Players));
        if first.ty == Type::Unknown || second.ty == Type::Unknown {
            return made(ExprKind::Error, Type::Unknown, span);
        }
        let local = self.scope.unnamed();
        let (at, end) = (first.span, second.span);
        let first = self.asked(first, local).unwrap_or_else(|| truth(true, at));
        let second = self.asked(second, local).unwrap_or_else(|| truth(true, end));
        let condition = match operator {
            Binary::Union => self.builtin(Builtin::Or, vec![first, second], span),
            Binary::Intersection => self.builtin(Builtin::And, vec![first, second], span),
            Binary::Minus => {
                let not = made(ExprKind::Not(Box::new(second)), Type::Truth, end);
                match first.kind {
                    ExprKind::Truth(true) => not,
                    _ => self.builtin(Builtin::And, vec![first, not], span),
                }
            }
            _ => {
                let said = Diagnostic::new(Code::TypeMismatch, span, "players are joined with `|`, not added");
                return self.error(said.help("write `|` for those of both sets"));
            }
        };
        players_such(local, condition, span)
    }

    /// `if condition then S else T`.
    pub fn either_players(&mut self, condition: Expr, then: Expr, otherwise: Expr, span: Span) -> Expr {
        if [&condition, &then, &otherwise].iter().any(|part| part.ty == Type::Unknown) {
            return made(ExprKind::Error, Type::Unknown, span);
        }
        let local = self.scope.unnamed();
        let (at, end) = (then.span, otherwise.span);
        let then = self.asked(then, local).unwrap_or_else(|| truth(true, at));
        let otherwise = self.asked(otherwise, local).unwrap_or_else(|| truth(true, end));
        let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        players_such(local, made(kind, Type::Truth, span), span)
    }

    /// `player in set`.
    pub fn is_among_players(&mut self, player: Expr, set: Expr, span: Span) -> Expr {
        let (player, set) = (self.coerce(player, Type::Player), self.coerce(set, Type::Players));
        if player.ty == Type::Unknown || set.ty == Type::Unknown {
            return made(ExprKind::Error, Type::Unknown, span);
        }
        let local = self.scope.unnamed();
        let own = made(ExprKind::Local(local), Type::Player, player.span);
        let same = self.builtin(Builtin::Equal, vec![own, player], span);
        let condition = match self.asked(set, local) {
            Some(asked) => self.builtin(Builtin::And, vec![same, asked], span),
            None => same,
        };
        self.some_player(local, condition, span)
    }

    fn some_player(&self, local: LocalId, condition: Expr, span: Span) -> Expr {
        let (over, condition) = (Box::new(everyone(span)), Box::new(condition));
        made(ExprKind::Quantified { every: false, local, over, condition }, Type::Truth, span)
    }

    /// `some S`, `no S`.
    pub fn is_some_player(&mut self, set: Expr, some: bool, span: Span) -> Expr {
        let (local, at) = (self.scope.unnamed(), set.span);
        let condition = self.asked(set, local).unwrap_or_else(|| truth(true, at));
        let there = self.some_player(local, condition, span);
        if some { there } else { made(ExprKind::Not(Box::new(there)), Type::Truth, span) }
    }

    /// `count(S)`.
    pub fn count_of_players(&mut self, set: Expr, span: Span) -> Expr {
        let local = self.scope.unnamed();
        let condition = self.asked(set, local).map(Box::new);
        let (over, body) = (Box::new(everyone(span)), Box::new(truth(true, span)));
        made(ExprKind::Fold { how: Fold::Count, local, over, condition, body }, Type::Number, span)
    }

    /// `owned(S)`: the cells with the pieces of all of them.
    pub fn owned_by_players(&mut self, set: Expr, span: Span) -> Expr {
        let local = self.scope.unnamed();
        let own = made(ExprKind::Local(local), Type::Player, set.span);
        let body = self.builtin(Builtin::OwnedBy, vec![own], span);
        let condition = self.asked(set, local).map(Box::new);
        let (over, body) = (Box::new(everyone(span)), Box::new(body));
        made(ExprKind::Fold { how: Fold::Union, local, over, condition, body }, Type::Cells, span)
    }

    /// What is gone through in the place of a set, and what is asked of each member that has this name.
    pub fn gone_through(over: Expr, local: LocalId) -> (Expr, Option<Expr>) {
        match over {
            Expr { kind: ExprKind::Filter { local: own, over, mut condition }, ty: Type::Players, .. } => {
                condition.rename(own, local);
                (*over, Some(*condition))
            }
            _ => (over, None),
        }
    }

    /// The condition of a loop with what is asked of each member before it.
    pub fn narrowed(&self, asked: Option<Expr>, condition: Option<Expr>) -> Option<Expr> {
        match (asked, condition) {
            (Some(asked), Some(condition)) => {
                let span = condition.span;
                Some(self.builtin(Builtin::And, vec![asked, condition], span))
            }
            (asked, condition) => asked.or(condition),
        }
    }

    /// The same of a quantifier: `every` asks only of members.
    pub fn narrowed_by(&self, quantifier: Quantifier, asked: Option<Expr>, condition: Expr) -> Expr {
        match (quantifier, asked) {
            (_, None) => condition,
            (Quantifier::Every, Some(asked)) => {
                let (span, at) = (condition.span, asked.span);
                let not = made(ExprKind::Not(Box::new(asked)), Type::Truth, at);
                self.builtin(Builtin::Or, vec![not, condition], span)
            }
            (_, Some(asked)) => {
                let span = condition.span;
                self.builtin(Builtin::And, vec![asked, condition], span)
            }
        }
    }

    /// What a `let` names: no set of players, which is a condition and no value.
    pub fn named_value(&mut self, value: &ast::Expr) -> Expr {
        let value = self.expr(value);
        if value.ty != Type::Players {
            return value;
        }
        let said = Diagnostic::new(Code::TypeMismatch, value.span, "a set of players has no name");
        let said = said.label("a `let` names a value");
        self.error(said.help("write the set where it is used, or define a `condition` of a player"))
    }
}
