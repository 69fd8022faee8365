//! Walking through expressions and effects.

use rustc_hash::FxHashSet;

use super::action::{Effect, Sow};
use super::builtins::Builtin;
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

impl Effect {
    /// Calls `see` with every expression of the effect; those of requirements only if asked for.
    pub fn visit<'e>(&'e self, with_requirements: bool, see: &mut dyn FnMut(&'e Expr)) {
        match self {
            Effect::Put { count, piece, on } => count.iter().chain([piece, on]).for_each(see),
            Effect::Remove(cells)
            | Effect::TurnOver(cells)
            | Effect::Promote(cells, _)
            | Effect::Mark { cells, .. } => see(cells),
            Effect::Exchange(a, b) | Effect::Shift { from: a, to: b } | Effect::MoveStack { from: a, to: b } => {
                [a, b].into_iter().for_each(see)
            }
            Effect::MoveTop { from: a, to: b, count } | Effect::Tuck { from: a, under: b, count } => {
                [a, b].into_iter().chain(count).for_each(see)
            }
            Effect::RemovePart { from, count, .. } => std::iter::once(from).chain(count).for_each(see),
            Effect::Sow(sow) => {
                let Sow { from, leaving, along, skipping, again, .. } = &**sow;
                [from, along].into_iter().chain(leaving).chain(skipping).chain(again).for_each(see);
            }
            Effect::Set { of, value, .. } => of.iter().chain([value]).for_each(see),
            Effect::For { over, condition, body, .. } => {
                std::iter::once(over).chain(condition).for_each(&mut *see);
                body.iter().for_each(|effect| effect.visit(with_requirements, see));
            }
            Effect::If { condition, then, otherwise } => {
                see(condition);
                then.iter().chain(otherwise).for_each(|effect| effect.visit(with_requirements, see));
            }
            Effect::Let(_, value) => see(value),
            Effect::Require(condition) => {
                if with_requirements {
                    see(condition);
                }
            }
        }
    }

    /// The single cells that the effect is on, where it is on single cells.
    pub fn cells(&self) -> Vec<&Expr> {
        match self {
            Effect::Put { on: set, .. }
            | Effect::Remove(set)
            | Effect::TurnOver(set)
            | Effect::Promote(set, _)
            | Effect::Mark { cells: set, .. } => match &set.kind {
                ExprKind::Builtin(Builtin::OneCell, one) => one.iter().collect(),
                _ => Vec::new(),
            },
            Effect::RemovePart { from, .. } => vec![from],
            Effect::Sow(sow) => vec![&sow.from],
            Effect::Exchange(a, b)
            | Effect::Shift { from: a, to: b }
            | Effect::MoveStack { from: a, to: b }
            | Effect::MoveTop { from: a, to: b, .. }
            | Effect::Tuck { from: a, under: b, .. } => vec![a, b],
            _ => Vec::new(),
        }
    }

    /// Whether it requires something, itself or within.
    pub fn requires(&self) -> bool {
        match self {
            Effect::Require(_) => true,
            Effect::For { body, .. } => body.iter().any(Effect::requires),
            Effect::If { then, otherwise, .. } => then.iter().chain(otherwise).any(Effect::requires),
            _ => false,
        }
    }
}
