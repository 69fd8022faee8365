//! What expressions use beside their parts.

use rulebook_language::model::{Expr, ExprKind, Game};

/// Whether something in an expression, or in the definitions and patterns that it uses, is so.
pub fn any<'g>(game: &'g Game, expr: &'g Expr, is: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    let mut open = vec![expr];
    let mut next = 0;
    while let Some(expr) = open.get(next).copied().filter(|_| !found) {
        next += 1;
        expr.visit(&mut |inner| {
            found |= is(inner);
            // Each once: a definition that uses another twice, and so on, would take for ever.
            if let Some(body) = body(game, inner)
                && !open.iter().any(|known| std::ptr::eq(*known, body))
            {
                open.push(body);
            }
        });
    }
    found
}

/// The body of the definition, or the members of the pattern, that an expression uses itself.
pub fn body<'g>(game: &'g Game, expr: &Expr) -> Option<&'g Expr> {
    match &expr.kind {
        ExprKind::Call(id, _) => game.definitions.get(*id).map(|definition| &definition.body),
        ExprKind::Pattern { pattern, .. } => game.patterns.get(*pattern).map(|pattern| &pattern.members),
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
        | ExprKind::Builtin(..)
        | ExprKind::Pieces { .. }
        | ExprKind::Piece { .. }
        | ExprKind::Neighbours(..)
        | ExprKind::Counter(..)
        | ExprKind::Marked(_)
        | ExprKind::Not(_)
        | ExprKind::If(..)
        | ExprKind::Quantified { .. }
        | ExprKind::Filter { .. }
        | ExprKind::Fold { .. }
        | ExprKind::Before(_)
        | ExprKind::TurnStart(_)
        | ExprKind::LastPick(..)
        | ExprKind::LastTo(_)
        | ExprKind::Error => None,
    }
}
