//! `turned(d, n)`: a direction turned on the spot. It is a definition like any that a sheet could write.

use super::builtins::Builtin;
use super::checker::Checker;
use super::constant::Constant;
use super::expr::{Definition, Expr, ExprKind, Type};
use super::ids::{DefinitionId, LocalId};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast;
use crate::topology::DirectionId;
use crate::util::Rational;

impl Checker<'_> {
    /// `turned(d, n)`: the direction so many steps clockwise from d.
    pub fn turned(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let [direction, steps] = args else { return None };
        let (direction, steps) = (self.expect(direction, Type::Direction), self.expect(steps, Type::Number));
        let rings = self.parts.board.as_ref()?.turns();
        if rings.is_empty() {
            let message = "the directions of this board do not turn: they have no place around a cell";
            return Some(self.error(Diagnostic::new(Code::TypeMismatch, span, message).help(
                "say what each becomes, as in `direction right(d: direction) = if d is along1 then along2 else along1`",
            )));
        }
        let known = match self.constant(&steps) {
            Some(Constant::Number(number)) => number.to_whole(),
            _ => None,
        };
        let after =
            |at: usize, ring: &[DirectionId], by: i64| ring[(at as i64 + by).rem_euclid(ring.len() as i64) as usize];
        if let (Some(by), Some(Constant::Direction(direction))) = (known, self.constant(&direction)) {
            let turned =
                rings.iter().find_map(|ring| Some(after(ring.iter().position(|known| *known == direction)?, ring, by)));
            let kind = ExprKind::Direction(turned.unwrap_or(direction));
            return Some(Expr { kind, ty: Type::Direction, span });
        }
        let id = self.turning(&rings, known, &after, span);
        let args = if known.is_some() { vec![direction] } else { vec![direction, steps] };
        let parts: Vec<&Expr> = args.iter().collect();
        Some(self.made(ExprKind::Call(id, args.clone()), Type::Direction, &parts, span))
    }

    /// The definition of a turn by a known number of steps, or by any.
    fn turning(
        &mut self,
        rings: &[Vec<DirectionId>],
        known: Option<i64>,
        after: &dyn Fn(usize, &[DirectionId], i64) -> DirectionId,
        span: Span,
    ) -> DefinitionId {
        // No name that a file can use.
        let name = known.map_or("turned by steps".to_owned(), |by| format!("turned by {by}"));
        if let Some((id, _)) = self.parts.definitions.iter_ids().find(|(_, definition)| definition.name == name) {
            return id;
        }
        let (from, by) = (self.scope.unnamed(), self.scope.unnamed());
        let local = |local: LocalId, ty| Expr { kind: ExprKind::Local(local), ty, span };
        let direction = |direction| Expr { kind: ExprKind::Direction(direction), ty: Type::Direction, span };
        let number = |n: i64| Expr { kind: ExprKind::Number(Rational::whole(n)), ty: Type::Number, span };
        let choose = |condition, then, otherwise| {
            let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
            Expr { kind, ty: Type::Direction, span }
        };
        let mut body = local(from, Type::Direction);
        for ring in rings.iter().rev() {
            for (at, one) in ring.iter().enumerate().rev() {
                let turned = match known {
                    Some(by) => direction(after(at, ring, by)),
                    None => {
                        let steps = || {
                            let args = vec![local(by, Type::Number), number(ring.len() as i64)];
                            self.builtin(Builtin::Mod, args, span)
                        };
                        (1..ring.len() as i64).rev().fold(direction(*one), |otherwise, count| {
                            let is_so = self.builtin(Builtin::Equal, vec![steps(), number(count)], span);
                            choose(is_so, direction(after(at, ring, count)), otherwise)
                        })
                    }
                };
                let is_it = self.builtin(Builtin::Equal, vec![local(from, Type::Direction), direction(*one)], span);
                body = choose(is_it, turned, body);
            }
        }
        let params = if known.is_some() { vec![from] } else { vec![from, by] };
        self.parts.definitions.push(Definition { name, params, body, known: None })
    }
}
