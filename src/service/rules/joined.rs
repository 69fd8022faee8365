//! What several parts join in the same way.

use rulebook_language::model::{Builtin, Expr, ExprKind};

/// The parts of conditions, or of sets, that are joined in the same way, one in another.
pub fn flattened(builtin: Builtin, all: &[Expr]) -> Vec<&Expr> {
    let parts = all.iter().flat_map(|expr| match &expr.kind {
        ExprKind::Builtin(own, inner) if *own == builtin => flattened(builtin, inner),
        _ => vec![expr],
    });
    parts.collect()
}
