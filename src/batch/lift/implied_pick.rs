//! A cell that follows from what a move picks.

use rulebook_language::model::{Builtin, Expr, ExprKind, LocalId, Move, Picking, Primitive, Type, primitives};

/// The cell that follows from a move's pick as the one cell of a set: written beside the pick, behind all others, it is as good as picked.
pub fn follows(rule: &Move) -> Option<LocalId> {
    let [(shown, _)] = rule.shown.as_slice() else { return None };
    let is_cell = |step: &&Picking| matches!(step, Picking::Pick { from, .. } if from.ty == Type::Cells);
    let mut cells = rule.picking.iter().filter(is_cell);
    let is_it = |step: &Picking| {
        matches!(step, Picking::Let { local, value } if local == shown
            && matches!(value.kind, ExprKind::Builtin(Builtin::The, _)))
    };
    let is_changed = |cell: &Expr| matches!(cell.kind, ExprKind::Local(local) if local == *shown);
    let changes = primitives(&rule.effects).flat_map(Primitive::cells).any(is_changed);
    (cells.next().is_some() && cells.next().is_none() && changes && rule.picking.iter().any(is_it)).then_some(*shown)
}
