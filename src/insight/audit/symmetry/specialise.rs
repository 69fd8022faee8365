//! Expressions as one player reads them.

use rulebook_language::model::{
    Builtin, Constant, Definition, DefinitionId, Expr, ExprKind, LocalId, PlayerId, Type, constant,
};
use rulebook_language::topology::Board;
use rulebook_language::util::Table;

/// The expression with that player in the place of `me`.
pub fn for_player(expr: &Expr, me: PlayerId, players: usize) -> Expr {
    let mut expr = expr.clone();
    specialise(&mut expr, me, players);
    expr
}

fn specialise(expr: &mut Expr, me: PlayerId, players: usize) {
    let span = expr.span;
    let player = |player| Expr { kind: ExprKind::Player(player), ty: Type::Player, span };
    let other = PlayerId(1 - me.0.min(1));
    match &expr.kind {
        ExprKind::Builtin(Builtin::Me, _) => expr.kind = ExprKind::Player(me),
        ExprKind::Builtin(Builtin::Opponent, _) if players == 2 => expr.kind = ExprKind::Player(other),
        ExprKind::Builtin(Builtin::Mine, _) => expr.kind = ExprKind::Builtin(Builtin::OwnedBy, vec![player(me)]),
        ExprKind::Builtin(Builtin::Enemies, _) if players == 2 => {
            expr.kind = ExprKind::Builtin(Builtin::OwnedBy, vec![player(other)]);
        }
        _ => expr.parts_mut().into_iter().for_each(|part| specialise(part, me, players)),
    }
}

/// Puts the cells in the place of every set that neither names nor a position change.
pub fn settle(expr: &mut Expr, board: &Board, definitions: &Table<DefinitionId, Definition>) {
    let is_set = expr.ty == Type::Cells && !matches!(expr.kind, ExprKind::Region(_));
    if is_set
        && expr.free_locals().is_empty()
        && let Some(Constant::Cells(cells)) = constant(expr, Some(board), definitions)
    {
        expr.kind = ExprKind::Region(cells);
        return;
    }
    expr.parts_mut().into_iter().for_each(|part| settle(part, board, definitions));
}

/// Puts expressions in the place of names.
pub fn substitute(expr: &mut Expr, values: &dyn Fn(LocalId) -> Option<ExprKind>) {
    if let ExprKind::Local(local) = &expr.kind {
        if let Some(kind) = values(*local) {
            expr.kind = kind;
        }
        return;
    }
    expr.parts_mut().into_iter().for_each(|part| substitute(part, values));
}

/// Puts nobody in the place of a name: what is compared with nobody is not the same.
pub fn substitute_nobody(expr: &mut Expr, local: LocalId) {
    let is_local = |part: &Expr| matches!(part.kind, ExprKind::Local(name) if name == local);
    if let ExprKind::Builtin(builtin @ (Builtin::Equal | Builtin::NotEqual), args) = &expr.kind
        && args.iter().any(is_local)
    {
        expr.kind = ExprKind::Truth(*builtin == Builtin::NotEqual);
        return;
    }
    expr.parts_mut().into_iter().for_each(|part| substitute_nobody(part, local));
}
