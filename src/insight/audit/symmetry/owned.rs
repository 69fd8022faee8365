//! What a condition says of the cells that its names stand for.

use rulebook_language::model::{Builtin, Expr, ExprKind, Game, LocalId};

/// The names of cells on which a player's piece stands where the condition holds.
pub fn owned(condition: &Expr, game: &Game) -> Vec<LocalId> {
    let ExprKind::Builtin(builtin, args) = &condition.kind else { return Vec::new() };
    let name = |expr: &Expr| match expr.kind {
        ExprKind::Local(local) => vec![local],
        _ => Vec::new(),
    };
    // A kind is that of a piece: the kind of an empty cell equals none and is in no set.
    let of_kind = |expr: &Expr| match &expr.kind {
        ExprKind::Builtin(Builtin::KindOf, of) if game.kinds.iter().all(|kind| !kind.neutral) => {
            of.iter().flat_map(name).collect()
        }
        _ => Vec::new(),
    };
    match (builtin, args.as_slice()) {
        (Builtin::And, parts) => parts.iter().flat_map(|part| owned(part, game)).collect(),
        (Builtin::ContainsKind, [kind, _]) => of_kind(kind),
        (Builtin::Equal, [a, b]) => [of_kind(a), of_kind(b)].concat(),
        (Builtin::Contains, [cell, set]) if is_of_somebody(set) => name(cell),
        _ => Vec::new(),
    }
}

/// Whether players' pieces stand on all cells of a set.
pub fn is_of_somebody(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Builtin(Builtin::OwnedBy, _) => true,
        ExprKind::Pieces { owner, .. } => owner.is_some(),
        ExprKind::Builtin(Builtin::Intersection, parts) => parts.iter().any(is_of_somebody),
        ExprKind::Filter { over, .. } => is_of_somebody(over),
        _ => false,
    }
}
