//! Walking through expressions.

use rustc_hash::FxHashSet;

use super::expr::{Expr, ExprKind};
use super::ids::LocalId;

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
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Cell(_)
            | ExprKind::Player(_)
            | ExprKind::Kind(_)
            | ExprKind::Direction(_)
            | ExprKind::Directions(_)
            | ExprKind::Region(_)
            | ExprKind::Word(_)
            | ExprKind::Local(_)
            | ExprKind::Marked(_)
            | ExprKind::LastPick(..)
            | ExprKind::LastTo(_)
            | ExprKind::Error => Vec::new(),
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
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Cell(_)
            | ExprKind::Player(_)
            | ExprKind::Kind(_)
            | ExprKind::Direction(_)
            | ExprKind::Directions(_)
            | ExprKind::Region(_)
            | ExprKind::Word(_)
            | ExprKind::Local(_)
            | ExprKind::Marked(_)
            | ExprKind::LastPick(..)
            | ExprKind::LastTo(_)
            | ExprKind::Error => Vec::new(),
        }
    }

    /// Calls `see` with this expression and everything in it, outermost first.
    pub fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        see(self);
        for part in self.parts() {
            part.visit(see);
        }
    }

    /// The name that it binds itself.
    pub fn binds(&self) -> Option<LocalId> {
        match &self.kind {
            ExprKind::Quantified { local, .. } | ExprKind::Filter { local, .. } | ExprKind::Fold { local, .. } => {
                Some(*local)
            }
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Cell(_)
            | ExprKind::Player(_)
            | ExprKind::Kind(_)
            | ExprKind::Direction(_)
            | ExprKind::Directions(_)
            | ExprKind::Region(_)
            | ExprKind::Word(_)
            | ExprKind::Local(_)
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::Pieces { .. }
            | ExprKind::Piece { .. }
            | ExprKind::Neighbours(..)
            | ExprKind::Pattern { .. }
            | ExprKind::Counter(..)
            | ExprKind::Marked(_)
            | ExprKind::Not(_)
            | ExprKind::If(..)
            | ExprKind::Before(_)
            | ExprKind::TurnStart(_)
            | ExprKind::LastPick(..)
            | ExprKind::LastTo(_)
            | ExprKind::Error => None,
        }
    }

    /// The names that are used in it and not bound in it.
    pub fn free_locals(&self) -> FxHashSet<LocalId> {
        let (mut used, mut bound) = (FxHashSet::default(), FxHashSet::default());
        self.visit(&mut |expr| {
            bound.extend(expr.binds());
            if let ExprKind::Local(local) = expr.kind {
                used.insert(local);
            }
        });
        // Every binding has an id of its own, so a name bound anywhere in the expression is not free in it.
        used.difference(&bound).copied().collect()
    }
}
