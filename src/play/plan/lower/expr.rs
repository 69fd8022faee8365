//! Expressions: the dispatch over their forms.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Operand, Who};
use super::scope::{Hoisted, View};
use crate::plan::op::{Op, Reg};
use crate::plan::probe::NodeKind;
use rulebook_language::model::{Constant, Expr, ExprKind, LocalId, MAX_PICKED_NUMBER, Type};
use rulebook_language::util::Id;

impl Builder<'_> {
    /// Code for an expression.
    pub fn lower(&mut self, expr: &Expr) -> Lowered<Operand> {
        if !self.is_probing() {
            return self.at_line(expr.span, |builder| builder.plainly(expr));
        }
        let form = self.form(expr);
        let node = self.enter(NodeKind::Expr(form), expr.span);
        let operand = self.plainly(expr)?;
        self.came_to(node, &operand);
        Ok(operand)
    }

    fn plainly(&mut self, expr: &Expr) -> Lowered<Operand> {
        if let Some(value) = self.known(expr) {
            return Ok(self.value(value));
        }
        match &expr.kind {
            ExprKind::Local(local) => match self.scope.operand(*local) {
                Some(operand) => Ok(operand.clone()),
                None => Err(self.internal(expr)),
            },
            ExprKind::Call(id, args) => {
                self.within_limits(expr.span)?;
                let definition = &self.game.definitions[*id];
                self.bind_params(&definition.params, args)?;
                self.lower(&definition.body)
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, expr),
            ExprKind::Pieces { kind, owner } => self.pieces(kind, owner.as_deref()),
            ExprKind::Neighbours(relation, of) => {
                let d = self.code.set_reg();
                match self.lower(of)? {
                    Operand::Cell(cell) => self.code.op(Op::Near { d, relation: relation.0, cell }),
                    Operand::Set(a) => self.code.op(Op::NearAll { d, relation: relation.0, a }),
                    _ => return Err(self.internal(expr)),
                }
                Ok(Operand::Set(d))
            }
            ExprKind::Pattern { pattern, of, through } => self.shapes(*pattern, of.as_deref(), through.as_deref()),
            ExprKind::Parts { of, joint } => self.parts(of, *joint),
            ExprKind::Spread { .. } => self.spread(expr),
            ExprKind::Distance { from, to, joint } => self.steps_between(from, to, *joint),
            ExprKind::Counter(counter, of) => self.counter(*counter, of),
            ExprKind::Marked(mark) => {
                let offset = self.layout.mark(*mark);
                Ok(Operand::Set(self.plane(offset)))
            }
            ExprKind::Not(_) | ExprKind::Quantified { .. } => self.truth_value(expr),
            ExprKind::If(condition, then, otherwise) => self.conditional(condition, then, otherwise, expr),
            ExprKind::Filter { local, over, condition } => self.filter(*local, over, condition, expr.ty),
            ExprKind::Fold { how, local, over, condition, body } => {
                self.fold(*how, *local, over, condition.as_deref(), body, expr)
            }
            ExprKind::Before(inner) => match self.scope.hoisted(expr).cloned() {
                Some(Hoisted::Value(operand, node)) => {
                    self.recall(node);
                    Ok(operand)
                }
                Some(Hoisted::Groups(shapes)) => self.count_of_shapes(&shapes, expr),
                None => self.in_view(View::Before, inner),
            },
            ExprKind::TurnStart(inner) => self.at_turn_start(inner, expr),
            ExprKind::LastPick(rule, pick) => {
                let offset = self.layout.last_pick(*rule, *pick);
                let d = self.one_less(offset);
                Ok(self.as_type(d, expr.ty))
            }
            ExprKind::LastTo(rule) => {
                let offset = self.layout.last_to(*rule);
                Ok(Operand::Player(Who::Reg(self.one_less(offset))))
            }
            _ => Err(self.internal(expr)),
        }
    }

    /// Binds parameters. All arguments first: an argument may call the same definition.
    pub fn bind_params(&mut self, params: &[LocalId], args: &[Expr]) -> Lowered<()> {
        let operands = args.iter().map(|arg| self.lower(arg)).collect::<Lowered<Vec<_>>>()?;
        self.scope.bind_all(params.iter().copied().zip(operands));
        Ok(())
    }

    /// A number register as an operand of a type.
    pub fn as_type(&self, reg: Reg, ty: Type) -> Operand {
        match ty {
            Type::Direction => Operand::Direction(reg),
            Type::Player => Operand::Player(Who::Reg(reg)),
            Type::Kind => Operand::Kind(reg),
            Type::Truth => Operand::Truth(reg),
            Type::Number => self.whole(reg, -1, MAX_PICKED_NUMBER.into()),
            _ => Operand::Cell(reg),
        }
    }

    /// The number at `offset` less one.
    pub fn one_less(&mut self, offset: u32) -> Reg {
        let stored = self.code.number_reg();
        self.code.op(Op::Load { d: stored, offset });
        let one = self.code.constant_number(1);
        let d = self.code.number_reg();
        self.code.op(Op::Subtract { d, a: stored, b: one });
        d
    }

    /// An expression in another view.
    pub fn in_view(&mut self, view: View, inner: &Expr) -> Lowered<Operand> {
        let outer = self.scope.look(view);
        let operand = self.lower(inner);
        self.scope.look(outer);
        operand
    }

    /// A value that no position changes.
    pub fn value(&mut self, value: Constant) -> Operand {
        match value {
            Constant::Number(number) => Operand::Number(self.rational(number)),
            Constant::Truth(truth) => Operand::Truth(self.code.constant_number(i64::from(truth))),
            Constant::Cell(cell) => Operand::Cell(self.code.constant_number(cell.map_or(-1, |cell| i64::from(cell.0)))),
            Constant::Cells(cells) => Operand::Set(self.set_of(cells)),
            Constant::Player(player) => Operand::Player(Who::Known(player)),
            Constant::Direction(direction) => Operand::Direction(self.code.constant_number(i64::from(direction.0))),
            Constant::Directions(directions) => {
                let mask = directions.iter().filter(|d| d.0 < 64).fold(0u64, |mask, d| mask | 1 << d.0);
                Operand::Directions(self.code.constant_number(mask as i64))
            }
            Constant::Kind(kind) => Operand::Kind(self.code.constant_number(kind.index() as i64)),
            Constant::Kinds(kinds) => Operand::Kinds(self.kinds_mask(kinds)),
        }
    }

    /// `if condition then a else b`: both into one register.
    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, expr: &Expr) -> Lowered<Operand> {
        if let Some(Constant::Truth(truth)) = self.known(condition) {
            return self.lower(if truth { then } else { otherwise });
        }
        let to_else = self.branch(condition, false)?;
        let first = self.lower(then)?;
        let (first, target) = self.fresh(first, expr)?;
        let to_end = self.code.jump(Op::Jump { to: 0 });
        self.code.land(&to_else);
        let second = self.lower(otherwise)?;
        let (second, source) = self.fresh(second, expr)?;
        let result = match (first, second) {
            (Operand::Number(a), Operand::Number(b)) => {
                // Both branches must leave the same scale behind: the first branch's code is already written, so both are
                // brought to the common scale after the choice is made, by a register for each.
                return self.join_numbers(a, b, to_end, expr);
            }
            (Operand::List(_, a), Operand::List(_, b)) if a != b => return Err(self.internal(expr)),
            (first, _) => first,
        };
        match (target, source) {
            (Slot::Number(d), Slot::Number(a)) => self.code.op(Op::Move { d, a }),
            (Slot::Set(d), Slot::Set(a)) => self.code.op(Op::Copy { d, a }),
            _ => return Err(self.internal(expr)),
        }
        self.code.land(&[to_end]);
        Ok(result)
    }

    /// The operand in a register that nothing else reads.
    fn fresh(&mut self, operand: Operand, expr: &Expr) -> Lowered<(Operand, Slot)> {
        let number = |builder: &mut Self, a: Reg| {
            let d = builder.code.number_reg();
            builder.code.op(Op::Move { d, a });
            d
        };
        Ok(match operand {
            Operand::Number(num) => {
                let d = number(self, num.reg);
                (Operand::Number(super::operand::Num { reg: d, ..num }), Slot::Number(d))
            }
            Operand::Truth(a) => {
                let d = number(self, a);
                (Operand::Truth(d), Slot::Number(d))
            }
            Operand::Cell(a) => {
                let d = number(self, a);
                (Operand::Cell(d), Slot::Number(d))
            }
            Operand::Kind(a) => {
                let d = number(self, a);
                (Operand::Kind(d), Slot::Number(d))
            }
            Operand::Kinds(a) => {
                let d = number(self, a);
                (Operand::Kinds(d), Slot::Number(d))
            }
            Operand::Direction(a) => {
                let d = number(self, a);
                (Operand::Direction(d), Slot::Number(d))
            }
            Operand::Directions(a) => {
                let d = number(self, a);
                (Operand::Directions(d), Slot::Number(d))
            }
            Operand::Player(who) => {
                let a = self.who_reg(who);
                let d = number(self, a);
                (Operand::Player(Who::Reg(d)), Slot::Number(d))
            }
            Operand::Set(a) => {
                let d = self.code.set_reg();
                self.code.op(Op::Copy { d, a });
                (Operand::Set(d), Slot::Set(d))
            }
            Operand::Shapes(_) | Operand::List(..) | Operand::Players(_) | Operand::Range(..) => {
                return Err(self.unsupported(expr, "a choice between lists or groups"));
            }
        })
    }

    /// A diagnostic for what the checker should have refused.
    pub fn internal(&self, expr: &Expr) -> Box<rulebook_language::diagnostic::Diagnostic> {
        self.unsupported(expr, "this expression here")
    }

    /// A diagnostic for what cannot be compiled.
    pub fn unsupported(&self, expr: &Expr, what: &str) -> Box<rulebook_language::diagnostic::Diagnostic> {
        Box::new(
            rulebook_language::diagnostic::Diagnostic::new(
                rulebook_language::diagnostic::Code::LimitNotYet,
                expr.span,
                format!("{what} cannot be played yet"),
            )
            .label("understood, but not in this version")
            .help("say it another way, for instance through a definition of its own"),
        )
    }
}

/// A register of either kind.
pub enum Slot {
    /// Of numbers.
    Number(Reg),
    /// Of sets.
    Set(Reg),
}
