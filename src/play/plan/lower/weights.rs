//! Conditions on a loop that compare numbers of its cells, as in `2 * count(r & enemy) > count(r)`: each cell has a weight, and
//! whether some loop meets the condition is whether some loop weighs enough. That is answered without going through the loops.

use super::Lowered;
use super::builder::Builder;
use super::operand::Num;
use crate::plan::op::{Op, Reg};
use crate::plan::op_loop::LoopOp;
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, LocalId, PatternKind, Type};

/// The greatest weight by which one part counts, so that a loop's weight stays within a number.
const MOST_WEIGHT: i64 = 1 << 40;
/// How far from 0 what does not depend on the loop may lie.
const MOST_REST: i128 = 1 << 60;

/// The most parts of one number: definitions may double at every step.
const MOST_PARTS: usize = 64;

/// A number that is the weight of a loop and something that does not depend on the loop.
#[derive(Default)]
struct Weight {
    /// The cells of the loop in a set (all of them where none is given) count so much each.
    cells: Vec<(Option<Reg>, i64)>,
    /// Numbers that count so many times.
    rest: Vec<(Num, i64)>,
    /// A number.
    plus: i64,
}

/// Which cells of the loop.
enum Share {
    All,
    In(Reg),
}

/// The names of the loop at hand: what ranges over the loops, and parameters that it was given for.
type Names = Vec<LocalId>;

fn mentions(expr: &Expr, names: &Names) -> bool {
    expr.free_locals().iter().any(|local| names.contains(local))
}

impl Builder<'_> {
    /// Code that jumps as soon as a loop decides (for `every`, one that fails the condition, else one that meets it), if the condition
    /// weighs cells.
    pub fn weigh_loops(
        &mut self,
        every: bool,
        local: LocalId,
        over: &Expr,
        condition: &Expr,
    ) -> Lowered<Option<Vec<u32>>> {
        let ExprKind::Pattern { pattern, .. } = &over.kind else { return Ok(None) };
        // Who asks why is shown the loop that decides.
        if self.is_probing() || self.game.patterns[*pattern].sort != PatternKind::Loop {
            return Ok(None);
        }
        let begun = self.code.here();
        let shapes = self.shapes_of(over)?;
        let mut weight = Weight::default();
        if !self.deciding(condition, !every, &mut vec![local], &mut weight)? || weight.is_too_large() {
            // What was written for it would be of no use.
            self.code.take_back(begun);
            return Ok(None);
        }
        let relation = shapes.relation.0;
        let search = self.code.search_reg(relation);
        self.code.op(Op::Loop(LoopOp::Weightless { search }));
        for (cells, by) in weight.cells {
            let a = match cells {
                Some(cells) => cells,
                None => self.set_of(self.game.board.cells().collect::<Vec<_>>()),
            };
            let by = self.code.constant_number(by);
            self.code.op(Op::Loop(LoopOp::Weigh { search, a, by }));
        }
        let mut than = self.code.constant_number(-weight.plus);
        for (num, by) in weight.rest {
            let by = self.code.constant_number(by);
            let (product, d) = (self.code.number_reg(), self.code.number_reg());
            self.code.op(Op::Multiply { d: product, a: num.reg, b: by });
            self.code.op(Op::Subtract { d, a: than, b: product });
            than = d;
        }
        let mut decided = Vec::new();
        for a in shapes.sources {
            let d = self.code.number_reg();
            self.code.op(Op::Loop(LoopOp::Heavier { d, search, a, relation, cell: shapes.through, than }));
            decided.push(self.code.jump(Op::JumpIf { a: d, to: 0 }));
        }
        Ok(Some(decided))
    }

    /// Whether the condition comes to `on` exactly if a number is above 0 that is the weight of a loop and a rest. Adds that number.
    fn deciding(&mut self, condition: &Expr, on: bool, names: &mut Names, weight: &mut Weight) -> Lowered<bool> {
        match &condition.kind {
            ExprKind::Not(inner) => self.deciding(inner, !on, names, weight),
            ExprKind::If(asked, then, otherwise) => match self.known(asked) {
                Some(Constant::Truth(true)) => self.deciding(then, on, names, weight),
                Some(Constant::Truth(false)) => self.deciding(otherwise, on, names, weight),
                _ => Ok(false),
            },
            ExprKind::Call(id, args) => {
                let definition = &self.game.definitions[*id];
                Ok(self.bind_or_name(&definition.params, args, names)?
                    && self.deciding(&definition.body, on, names, weight)?)
            }
            ExprKind::Builtin(builtin @ (Builtin::Less | Builtin::LessOrEqual), args) => {
                let [a, b] = &args[..] else { return Ok(false) };
                if a.ty != Type::Number || b.ty != Type::Number {
                    return Ok(false);
                }
                // a < b is b - a > 0, a <= b is b + 1 - a > 0, and so on: the numbers are whole.
                let (less, more) = if on { (a, b) } else { (b, a) };
                weight.plus += i64::from((*builtin == Builtin::LessOrEqual) == on);
                Ok(self.weight_of(more, 1, names, weight)? && self.weight_of(less, -1, names, weight)?)
            }
            _ => Ok(false),
        }
    }

    /// Binds the parameters of a definition, or makes them names of the loop where they are given it.
    fn bind_or_name(&mut self, params: &[LocalId], args: &[Expr], names: &mut Names) -> Lowered<bool> {
        let mut bound = Vec::new();
        let mut named = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            match arg.kind {
                ExprKind::Local(local) if names.contains(&local) => named.push(*param),
                _ if mentions(arg, names) => return Ok(false),
                _ => bound.push((*param, self.lower(arg)?)),
            }
        }
        self.scope.bind_all(bound);
        names.extend(named);
        Ok(true)
    }

    /// Whether a number is the weight of a loop and a rest. Adds it, `by` times.
    fn weight_of(&mut self, number: &Expr, by: i64, names: &mut Names, weight: &mut Weight) -> Lowered<bool> {
        if by.abs() > MOST_WEIGHT || weight.cells.len() + weight.rest.len() > MOST_PARTS {
            return Ok(false);
        }
        if !mentions(number, names) {
            let num = self.number(number)?;
            weight.rest.push((num, by));
            return Ok(num.scale == 1);
        }
        match &number.kind {
            ExprKind::Builtin(Builtin::Count, args) => {
                let [set] = &args[..] else { return Ok(false) };
                let Some(share) = self.share(set, names)? else { return Ok(false) };
                let cells = match share {
                    Share::All => None,
                    Share::In(set) => Some(set),
                };
                weight.cells.push((cells, by));
                Ok(true)
            }
            ExprKind::Builtin(Builtin::Negate, args) => self.weight_of(&args[0], -by, names, weight),
            ExprKind::Builtin(builtin @ (Builtin::Add | Builtin::Subtract), args) => {
                let second = if *builtin == Builtin::Add { by } else { -by };
                Ok(self.weight_of(&args[0], by, names, weight)? && self.weight_of(&args[1], second, names, weight)?)
            }
            ExprKind::Builtin(Builtin::Multiply, args) => {
                let [a, b] = &args[..] else { return Ok(false) };
                let (times, number) = if mentions(a, names) { (b, a) } else { (a, b) };
                let Some(Constant::Number(times)) = self.known(times) else { return Ok(false) };
                let Some(by) = by.checked_mul(times.numerator()) else { return Ok(false) };
                Ok(times.denominator() == 1 && self.weight_of(number, by, names, weight)?)
            }
            ExprKind::If(asked, then, otherwise) => match self.known(asked) {
                Some(Constant::Truth(true)) => self.weight_of(then, by, names, weight),
                Some(Constant::Truth(false)) => self.weight_of(otherwise, by, names, weight),
                _ => Ok(false),
            },
            ExprKind::Call(id, args) => {
                let definition = &self.game.definitions[*id];
                Ok(self.bind_or_name(&definition.params, args, names)?
                    && self.weight_of(&definition.body, by, names, weight)?)
            }
            _ => Ok(false),
        }
    }

    /// Which cells of the loop a set that mentions it is, if it is some of them.
    fn share(&mut self, set: &Expr, names: &mut Names) -> Lowered<Option<Share>> {
        match &set.kind {
            ExprKind::Local(local) if names.contains(local) => Ok(Some(Share::All)),
            ExprKind::Builtin(builtin @ (Builtin::Intersection | Builtin::Difference), args) => {
                let [a, b] = &args[..] else { return Ok(None) };
                let (of_loop, other) = if mentions(a, names) { (a, b) } else { (b, a) };
                let is_first = std::ptr::eq(of_loop, a);
                if mentions(other, names) || (*builtin == Builtin::Difference && !is_first) {
                    return Ok(None);
                }
                let Some(share) = self.share(of_loop, names)? else { return Ok(None) };
                let b = self.set(other)?;
                let d = self.code.set_reg();
                match (share, builtin) {
                    (Share::All, Builtin::Intersection) => self.code.op(Op::Copy { d, a: b }),
                    (Share::In(a), Builtin::Intersection) => self.code.op(Op::And { d, a, b }),
                    (Share::In(a), _) => self.code.op(Op::Sub { d, a, b }),
                    (Share::All, _) => {
                        let a = self.set_of(self.game.board.cells().collect::<Vec<_>>());
                        self.code.op(Op::Sub { d, a, b });
                    }
                }
                Ok(Some(Share::In(d)))
            }
            ExprKind::Call(id, args) => {
                let definition = &self.game.definitions[*id];
                if self.bind_or_name(&definition.params, args, names)? {
                    self.share(&definition.body, names)
                } else {
                    Ok(None)
                }
            }
            _ => Ok(None),
        }
    }
}

impl Weight {
    /// Whether the number could pass the bounds of a register.
    fn is_too_large(&self) -> bool {
        let rest =
            self.rest.iter().map(|(num, by)| num.low.abs().max(num.high.abs()).saturating_mul(i128::from(by.abs())));
        rest.fold(i128::from(self.plus.abs()), i128::saturating_add) > MOST_REST
    }
}
