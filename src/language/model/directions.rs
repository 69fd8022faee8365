//! Sets of directions of which a condition holds.

use super::builtins::Builtin;
use super::checker::Checker;
use super::constant::Constant;
use super::expr::{Expr, ExprKind, Type};
use super::ids::LocalId;
use crate::source::Span;
use crate::syntax::ast::{self, Name};
use crate::topology::DirectionId;

impl Checker<'_> {
    /// `{ d in orthogonals : c + d in empty }`: the directions of a set of which a condition holds. A board has few directions, so it is
    /// asked of each by itself, and nothing but the checker has to know of such sets.
    pub fn directions_such(&mut self, name: &Name, over: Expr, condition: &ast::Expr, span: Span) -> Expr {
        let nothing = Expr { kind: ExprKind::Error, ty: Type::Unknown, span };
        if over.ty == Type::Unknown {
            return nothing;
        }
        if let Some(taken) = self.taken_apart(name, &over, condition, span) {
            return taken;
        }
        let members: Option<Vec<DirectionId>> = match self.constant(&over) {
            Some(Constant::Directions(members)) => Some(members),
            _ => None,
        };
        let all = || self.parts.board.iter().flat_map(|board| board.directions()).collect();
        let asked: Vec<DirectionId> = members.clone().unwrap_or_else(all);
        let some = |ways: Vec<DirectionId>| Expr { kind: ExprKind::Directions(ways), ty: Type::Directions, span };
        let (mut always, mut parts) = (Vec::new(), Vec::new());
        // Once at least, for what is wrong with it.
        for way in asked.iter().copied().map(Some).chain(asked.is_empty().then_some(None)) {
            let depth = self.scope.depth();
            let local = self.bind(name, Type::Direction);
            let mut holds = self.expect(condition, Type::Truth);
            self.leave(depth);
            if holds.ty == Type::Unknown {
                return nothing;
            }
            let Some(way) = way else { continue };
            let one = || Expr { kind: ExprKind::Direction(way), ty: Type::Direction, span };
            holds.put_in(local, &ExprKind::Direction(way));
            if members.is_none() {
                let is_member = self.builtin(Builtin::ContainsDirection, vec![one(), over.clone()], over.span);
                holds = self.builtin(Builtin::And, vec![is_member, holds], span);
            }
            match self.constant(&holds) {
                Some(Constant::Truth(true)) => always.push(way),
                Some(Constant::Truth(false)) => {}
                _ => {
                    let kind = ExprKind::If(Box::new(holds), Box::new(some(vec![way])), Box::new(some(Vec::new())));
                    parts.push(Expr { kind, ty: Type::Directions, span });
                }
            }
        }
        let first = (!always.is_empty() || parts.is_empty()).then(|| some(always));
        let joined = first
            .into_iter()
            .chain(parts)
            .reduce(|all, part| self.builtin(Builtin::UnionOfDirections, vec![all, part], span));
        joined.unwrap_or(nothing)
    }

    /// The same of a set that is one of two by a condition, or two joined: of each of the two.
    fn taken_apart(&mut self, name: &Name, over: &Expr, condition: &ast::Expr, span: Span) -> Option<Expr> {
        if self.constant(over).is_some() {
            return None;
        }
        match &over.kind {
            ExprKind::If(asked, then, otherwise) => {
                let then = self.directions_such(name, (**then).clone(), condition, span);
                let otherwise = self.directions_such(name, (**otherwise).clone(), condition, span);
                let ty = if then.ty == Type::Unknown { Type::Unknown } else { otherwise.ty };
                let kind = ExprKind::If(asked.clone(), Box::new(then), Box::new(otherwise));
                Some(Expr { kind, ty, span })
            }
            ExprKind::Builtin(Builtin::UnionOfDirections, parts) => {
                let such = |part: &Expr| self.directions_such(name, part.clone(), condition, span);
                let parts: Vec<Expr> = parts.iter().map(such).collect();
                Some(self.builtin(Builtin::UnionOfDirections, parts, span))
            }
            ExprKind::Call(definition, args) => {
                let definition = self.parts.definitions.get(*definition)?;
                let (mut body, params) = (definition.body.clone(), definition.params.clone());
                params.iter().zip(args).for_each(|(param, arg)| body.put_in(*param, &arg.kind));
                Some(self.directions_such(name, body, condition, span))
            }
            _ => None,
        }
    }
}

impl Expr {
    /// Puts something in the place of a name.
    fn put_in(&mut self, name: LocalId, value: &ExprKind) {
        match &mut self.kind {
            ExprKind::Local(local) if *local == name => self.kind = value.clone(),
            _ => self.parts_mut().into_iter().for_each(|part| part.put_in(name, value)),
        }
    }
}
