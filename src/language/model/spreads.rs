//! Sets that spread: the least set that has some cells and, with each of its members, what is said of it; how far it is to others so,
//! and the parts of a set.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::ids::LocalId;
use super::joint::Joint;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Said, Name};

impl Checker<'_> {
    /// `S spreading from x to T`, `S spreading to T`.
    pub fn spreading(&mut self, from: &ast::Expr, name: Option<&Name>, to: &ast::Expr, span: Span) -> Expr {
        let from = self.expect(from, Type::Cells);
        // In its own definition a region is what is reached so far.
        let own = self
            .scope
            .definition()
            .and_then(|(place, version)| self.rules.definitions.get(place)?.get(version).copied());
        let own = own.filter(|definition| definition.sort.text == "region" && definition.body.span == span);
        let depth = self.scope.depth();
        let reached =
            own.map(|definition| (self.scope.bind(&definition.name.text, Type::Cells), definition.name.clone()));
        let member = name.map(|name| self.bind(name, Type::Cell));
        let to = self.expect(to, Type::Cells);
        self.leave(depth);
        let own = match &reached {
            Some((local, _)) if to.free_locals().contains(local) => Some(*local),
            _ => None,
        };
        if let (Some(local), Some((_, name))) = (own, &reached)
            && let Some(at) = self.shrinks_with(&to, local, true)
        {
            let message =
                format!("with more cells in `{}` this could have fewer, and a set that spreads only grows", name.text);
            return self.error(
                Diagnostic::new(Code::TypeMismatch, at, message)
                    .label("must not lose anything by what is added")
                    .help(format!(
                        "`{}` may stand in sets that are joined or cut, in `some`, `in` and `count(...) >= n`, and not behind `-`, `not` or `no`",
                        name.text
                    )),
            );
        }
        if own.is_none() && member.is_none_or(|member| !to.free_locals().contains(&member)) && to.ty != Type::Unknown {
            let what = name.map_or("of what is reached so far".to_owned(), |name| format!("of `{}`", name.text));
            let said = Diagnostic::new(
                Code::TypeMismatch,
                to.span,
                format!("this does not speak {what}, so nothing spreads"),
            )
            .help("write `S spreading from c to T` with what is reached from a cell `c`, or join the sets: `S | T`");
            return self.error(said);
        }
        let known = from.ty != Type::Unknown && to.ty != Type::Unknown;
        let kind = ExprKind::Spread { own, member, from: Box::new(from), to: Box::new(to) };
        Expr { kind, ty: if known { Type::Cells } else { Type::Unknown }, span }
    }

    /// Where an expression could lose by what is added to a set; with `more` unset, where it could gain.
    fn shrinks_with(&self, expr: &Expr, set: LocalId, more: bool) -> Option<Span> {
        use Builtin as B;
        if !expr.free_locals().contains(&set) {
            return None;
        }
        let any = |parts: &[&Expr]| parts.iter().find_map(|part| self.shrinks_with(part, set, more));
        match &expr.kind {
            ExprKind::Local(_) => (!more).then_some(expr.span),
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (
                    B::Union
                    | B::Intersection
                    | B::SetOf
                    | B::And
                    | B::Or
                    | B::Count
                    | B::NotEmpty
                    | B::StepAll
                    | B::WalkAll
                    | B::Add
                    | B::OneCell
                    | B::Minimum
                    | B::Maximum
                    | B::SidesTouched,
                    _,
                ) => any(&args.iter().collect::<Vec<_>>()),
                (B::Contains | B::SubsetOf, [of, within]) => {
                    self.shrinks_with(within, set, more).or_else(|| self.shrinks_with(of, set, !more))
                }
                (B::Difference | B::Subtract | B::Less | B::LessOrEqual, [a, b]) => {
                    let (grows, shrinks) = if matches!(builtin, B::Less | B::LessOrEqual) { (b, a) } else { (a, b) };
                    self.shrinks_with(grows, set, more).or_else(|| self.shrinks_with(shrinks, set, !more))
                }
                (B::IsEmpty, [of]) => self.shrinks_with(of, set, !more),
                (B::Ray, [cell, ways, through]) => any(&[cell, ways, through]),
                _ => Some(expr.span),
            },
            ExprKind::Not(inner) => self.shrinks_with(inner, set, !more),
            ExprKind::Neighbours(_, of) => self.shrinks_with(of, set, more),
            ExprKind::If(condition, then, otherwise) => {
                let asks = condition.free_locals().contains(&set);
                if asks { Some(condition.span) } else { any(&[then, otherwise]) }
            }
            ExprKind::Filter { over, condition, .. } => any(&[over, condition]),
            ExprKind::Quantified { every, over, condition, .. } => {
                self.shrinks_with(over, set, more != *every).or_else(|| self.shrinks_with(condition, set, more))
            }
            ExprKind::Fold {
                how: super::expr::Fold::Union | super::expr::Fold::Count, over, condition, body, ..
            } => {
                any(&[over, body]).or_else(|| condition.as_ref().and_then(|asked| self.shrinks_with(asked, set, more)))
            }
            ExprKind::Call(id, args) => {
                let Some(definition) = self.parts.definitions.get(*id) else { return Some(expr.span) };
                definition.params.iter().zip(args).find_map(|(param, arg)| {
                    if !arg.free_locals().contains(&set) {
                        return None;
                    }
                    // What the definition makes more of, and what the argument does.
                    let same =
                        self.shrinks_with(arg, set, more).or_else(|| self.shrinks_with(&definition.body, *param, true));
                    same.map(|_| arg.span)
                })
            }
            ExprKind::Spread { from, to, .. } => any(&[from, to]),
            _ => Some(expr.span),
        }
    }

    /// `distance(a, S, R)`, `distance(a, S)`: the least number of steps by a relation from a cell to one of a set.
    pub fn distance_to(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (from, to, by) = match args {
            [from, to, by] => (from, to, Some(by)),
            [from, to] => (from, to, None),
            _ => return None,
        };
        let (from, to) = (self.expr(from), self.expr(to));
        if by.is_none() && to.ty != Type::Cells && to.ty != Type::Groups {
            let args = vec![self.coerce(from, Type::Cell), self.coerce(to, Type::Cell)];
            return Some(self.builtin(Builtin::Distance, args, span));
        }
        let joint = self.relation_given(by, name, "distance(a, goal, open)", false);
        let from = self.coerce(from, Type::Cells);
        let to = self.coerce(to, Type::Cells);
        let Some(joint) = joint else { return Some(Expr { kind: ExprKind::Error, ty: Type::Unknown, span }) };
        let known = from.ty != Type::Unknown && to.ty != Type::Unknown;
        let kind = ExprKind::Distance { from: Box::new(from), to: Box::new(to), joint };
        Some(Expr { kind, ty: if known { Type::Number } else { Type::Unknown }, span })
    }

    /// `parts(S)`, `parts(S, R)`: the sets in which a set hangs together.
    pub fn parts_of(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (of, by) = match args {
            [of] => (of, None),
            [of, by] => (of, Some(by)),
            _ => return None,
        };
        let of = self.expect(of, Type::Cells);
        let joint = self.relation_given(by, name, "parts(empty, open)", true);
        let Some(joint) = joint else { return Some(Expr { kind: ExprKind::Error, ty: Type::Unknown, span }) };
        let ty = if of.ty == Type::Unknown { Type::Unknown } else { Type::Groups };
        Some(Expr { kind: ExprKind::Parts { of: Box::new(of), joint }, ty, span })
    }

    /// The relation that an argument names; `adjacent` where there is none.
    fn relation_given(
        &mut self,
        by: Option<&ast::Expr>,
        function: &Name,
        example: &str,
        both_ways: bool,
    ) -> Option<Joint> {
        let Some(by) = by else {
            let relation = self.parts.board.as_ref()?.find_relation("adjacent")?;
            return Some(Joint { relation, given: None });
        };
        let Said::Name(text) = &by.kind else {
            let message = format!("`{}` takes the name of a relation here", function.text);
            let said = Diagnostic::new(Code::TypeArguments, by.span, message);
            self.say(said.help(format!(
                "write `{example}`; a condition on the cells is part of a relation: `relation open = orthogonal where b in empty`"
            )));
            return None;
        };
        self.joint(&Name { text: text.clone(), span: by.span }, both_ways)
    }
}
