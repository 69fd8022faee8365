//! Walking through expressions.

use rustc_hash::FxHashSet;

use super::expr::{Expr, ExprKind};
use super::ids::LocalId;

/// The parts of a kind of expression in order, by reference or to be changed.
macro_rules! parts {
    ($kind:expr, $iter:ident, $deref:ident $(, $mut:ident)?) => {
        match $kind {
            ExprKind::Call(_, args) | ExprKind::Builtin(_, args) | ExprKind::Counter(_, args) => args.$iter().collect(),
            ExprKind::Pieces { kind, owner } | ExprKind::Piece { kind, owner } => {
                std::iter::once(& $($mut)? **kind).chain(owner.$deref()).collect()
            }
            ExprKind::Neighbours(_, of) | ExprKind::Not(of) | ExprKind::Before(of) | ExprKind::TurnStart(of) => {
                vec![of]
            }
            ExprKind::Pattern { of, through, .. } => of.$deref().into_iter().chain(through.$deref()).collect(),
            ExprKind::If(condition, then, otherwise) => vec![condition, then, otherwise],
            ExprKind::Quantified { over, condition, .. } | ExprKind::Filter { over, condition, .. } => {
                vec![over, condition]
            }
            ExprKind::Fold { over, condition, body, .. } => {
                std::iter::once(& $($mut)? **over).chain(condition.$deref()).chain([& $($mut)? **body]).collect()
            }
            ExprKind::Spread { from, to, .. } | ExprKind::Distance { from, to, .. } => vec![from, to],
            ExprKind::Parts { of, .. } => vec![of],
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
            | ExprKind::Marked(_)
            | ExprKind::LastPick(..)
            | ExprKind::LastTo(_)
            | ExprKind::Error => Vec::new(),
        }
    };
}

impl Expr {
    /// The expression's own parts, in order.
    pub fn parts(&self) -> Vec<&Expr> {
        parts!(&self.kind, iter, as_deref)
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        parts!(&mut self.kind, iter_mut, as_deref_mut, mut)
    }

    /// Calls `see` with this expression and everything in it, outermost first.
    pub fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Expr)) {
        see(self);
        for part in self.parts() {
            part.visit(see);
        }
    }

    /// Puts one name in the place of another.
    pub fn rename(&mut self, from: LocalId, to: LocalId) {
        match &mut self.kind {
            ExprKind::Local(local) if *local == from => *local = to,
            _ => self.parts_mut().into_iter().for_each(|part| part.rename(from, to)),
        }
    }

    /// The names that it binds itself.
    pub fn binds(&self) -> impl Iterator<Item = LocalId> + use<> {
        let bound = match &self.kind {
            ExprKind::Quantified { local, .. } | ExprKind::Filter { local, .. } | ExprKind::Fold { local, .. } => {
                [Some(*local), None]
            }
            ExprKind::Spread { own, member, .. } => [*own, *member],
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
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::Pieces { .. }
            | ExprKind::Piece { .. }
            | ExprKind::Neighbours(..)
            | ExprKind::Pattern { .. }
            | ExprKind::Parts { .. }
            | ExprKind::Distance { .. }
            | ExprKind::Counter(..)
            | ExprKind::Marked(_)
            | ExprKind::Not(_)
            | ExprKind::If(..)
            | ExprKind::Before(_)
            | ExprKind::TurnStart(_)
            | ExprKind::LastPick(..)
            | ExprKind::LastTo(_)
            | ExprKind::Error => [None, None],
        };
        bound.into_iter().flatten()
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
