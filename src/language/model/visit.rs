//! Walking through expressions.

use rustc_hash::FxHashSet;

use super::expr::{Expr, ExprKind, LocalId};

impl Expr {
    /// The expression's own parts, in order.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => args.iter().collect(),
            ExprKind::Pieces { owner, .. } | ExprKind::Piece { owner, .. } => owner.as_deref().into_iter().collect(),
            ExprKind::Neighbours(_, of) | ExprKind::Not(of) | ExprKind::Before(of) | ExprKind::TurnStart(of) => {
                vec![of]
            }
            ExprKind::Pattern { of, through, .. } => of.as_deref().into_iter().chain(through.as_deref()).collect(),
            ExprKind::Counter(_, of) => of.as_deref().into_iter().collect(),
            ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
            ExprKind::Quantified { over, condition, .. } | ExprKind::Filter { over, condition, .. } => {
                vec![over, condition]
            }
            ExprKind::Fold { over, condition, body, .. } => {
                std::iter::once(&**over).chain(condition.as_deref()).chain([&**body]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => args.iter_mut().collect(),
            ExprKind::Pieces { owner, .. } | ExprKind::Piece { owner, .. } => {
                owner.as_deref_mut().into_iter().collect()
            }
            ExprKind::Neighbours(_, of) | ExprKind::Not(of) | ExprKind::Before(of) | ExprKind::TurnStart(of) => {
                vec![of]
            }
            ExprKind::Pattern { of, through, .. } => {
                of.as_deref_mut().into_iter().chain(through.as_deref_mut()).collect()
            }
            ExprKind::Counter(_, of) => of.as_deref_mut().into_iter().collect(),
            ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
            ExprKind::Quantified { over, condition, .. } | ExprKind::Filter { over, condition, .. } => {
                vec![over, condition]
            }
            ExprKind::Fold { over, condition, body, .. } => {
                std::iter::once(&mut **over).chain(condition.as_deref_mut()).chain([&mut **body]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Calls `see` with this expression and everything in it, outermost first.
    pub fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        see(self);
        for part in self.parts() {
            part.visit(see);
        }
    }

    /// The names that are used in it and not bound in it.
    pub fn free_locals(&self) -> FxHashSet<LocalId> {
        let (mut used, mut bound) = (FxHashSet::default(), FxHashSet::default());
        self.visit(&mut |expr| match &expr.kind {
            ExprKind::Local(local) => {
                used.insert(*local);
            }
            ExprKind::Quantified { local, .. } | ExprKind::Filter { local, .. } | ExprKind::Fold { local, .. } => {
                bound.insert(*local);
            }
            _ => {}
        });
        // Every binding has an id of its own, so a name bound anywhere in the expression is not free in it.
        used.difference(&bound).copied().collect()
    }
}
