//! The parts of an expression, those of the definitions that it uses among them.

use rulebook_language::model::{Builtin, Expr, ExprKind, Game};

/// Whether some part of an expression, or of a definition that it uses, is of a form.
pub fn has_part(game: &Game, expr: &Expr, is: &dyn Fn(&ExprKind) -> bool) -> bool {
    let mut has = false;
    expr.visit(&mut |part| {
        has |= match &part.kind {
            ExprKind::Call(id, _) => has_part(game, &game.definitions[*id].body, is),
            kind => is(kind),
        };
    });
    has
}

/// Whether an expression, or a definition that it uses, asks for one of some builtins.
pub fn asks_for(game: &Game, expr: &Expr, builtins: &[Builtin]) -> bool {
    has_part(game, expr, &|kind| matches!(kind, ExprKind::Builtin(builtin, _) if builtins.contains(builtin)))
}
