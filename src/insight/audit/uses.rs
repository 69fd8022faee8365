//! What expressions use beside their parts.

use rulebook_language::model::{Expr, ExprKind, Game, JoiningId};

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
            for body in bodies(game, inner) {
                if !open.iter().any(|known| std::ptr::eq(*known, body)) {
                    open.push(body);
                }
            }
        });
    }
    found
}

/// What an expression uses itself: the body of a definition, the members of a pattern, what joins its cells.
pub fn bodies<'g>(game: &'g Game, expr: &Expr) -> Vec<&'g Expr> {
    let joints = |given: Option<JoiningId>| {
        let joining = given.and_then(|given| game.joinings.get(given));
        joining.into_iter().flat_map(|joining| joining.ways.iter().map(|(_, from)| from))
    };
    match &expr.kind {
        ExprKind::Call(id, _) => game.definitions.get(*id).map(|definition| &definition.body).into_iter().collect(),
        ExprKind::Parts { joint, .. } | ExprKind::Distance { joint, .. } => joints(joint.given).collect(),
        ExprKind::Pattern { pattern, .. } => match game.patterns.get(*pattern) {
            Some(pattern) => std::iter::once(&pattern.members).chain(joints(pattern.given)).collect(),
            None => Vec::new(),
        },
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
        | ExprKind::Spread { .. }
        | ExprKind::Before(_)
        | ExprKind::TurnStart(_)
        | ExprKind::LastPick(..)
        | ExprKind::LastTo(_)
        | ExprKind::Error => Vec::new(),
    }
}
