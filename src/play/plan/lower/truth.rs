//! Conditions: jumps where they decide something, 0 or 1 where they are a value.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Operand, Who};
use super::probes::is_composed;
use super::weigh::weight;
use crate::plan::op::{Op, Reg};
use crate::plan::op_list::ListOp;
use crate::plan::probe::NodeKind;
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, Type};
use rulebook_language::topology::RelationId;

impl Builder<'_> {
    /// Code that jumps where the condition comes to `on`, and goes on where it does not. The jumps are to be landed.
    pub fn branch(&mut self, expr: &Expr, on: bool) -> Lowered<Vec<u32>> {
        if !self.is_probing() || !(is_composed(expr) || self.known(expr).is_some()) {
            return self.at_line(expr.span, |builder| builder.branches(expr, on));
        }
        let form = self.form(expr);
        let node = self.enter(NodeKind::Expr(form), expr.span);
        let jumps = self.branches(expr, on)?;
        Ok(self.decided(node, jumps, on))
    }

    fn branches(&mut self, expr: &Expr, on: bool) -> Lowered<Vec<u32>> {
        if let Some(Constant::Truth(truth)) = self.known(expr) {
            return Ok(if truth == on { vec![self.code.jump(Op::Jump { to: 0 })] } else { Vec::new() });
        }
        match &expr.kind {
            ExprKind::Not(inner) => self.branch(inner, !on),
            ExprKind::Builtin(builtin @ (Builtin::And | Builtin::Or), args) if args.len() == 2 => {
                // `and` is decided by a false operand, `or` by a true one.
                let deciding = *builtin == Builtin::Or;
                let (first, second) = self.lighter_first(args);
                let mut jumps = self.branch(first, deciding)?;
                if deciding == on {
                    jumps.extend(self.branch(second, on)?);
                    return Ok(jumps);
                }
                let more = self.branch(second, on)?;
                self.code.land(&jumps);
                Ok(more)
            }
            ExprKind::Call(id, args) => {
                self.within_limits(expr.span)?;
                let definition = &self.game.definitions[*id];
                self.bind_params(&definition.params, args)?;
                self.branch(&definition.body, on)
            }
            ExprKind::Quantified { every, local, over, condition } => {
                let decided = self.quantify(*every, *local, over, condition)?;
                if *every == on {
                    // All members were gone through: nothing decided against.
                    let jump = self.code.jump(Op::Jump { to: 0 });
                    self.code.land(&decided);
                    return Ok(vec![jump]);
                }
                Ok(decided)
            }
            _ => {
                let a = self.truth(expr)?;
                Ok(vec![self.code.jump(if on { Op::JumpIf { a, to: 0 } } else { Op::JumpUnless { a, to: 0 } })])
            }
        }
    }

    /// The operands of `and` or `or`, the lighter one first: the other is often not needed then. An explanation goes through
    /// them as they are written.
    fn lighter_first<'e>(&self, args: &'e [Expr]) -> (&'e Expr, &'e Expr) {
        let (first, second) = (&args[0], &args[1]);
        if !self.is_probing() && weight(self.game, second) < weight(self.game, first) {
            (second, first)
        } else {
            (first, second)
        }
    }

    /// The condition as 0 or 1 by way of jumps.
    pub fn truth_value(&mut self, expr: &Expr) -> Lowered<Operand> {
        let jumps = match &expr.kind {
            ExprKind::Builtin(builtin, args) if !matches!(builtin, Builtin::And | Builtin::Or) => {
                return Ok(Operand::Truth(self.simple(*builtin, args, expr)?));
            }
            // Who asks for the value says what it came to.
            _ => self.branches(expr, false)?,
        };
        let d = self.code.number_reg();
        let one = self.code.constant_number(1);
        self.code.op(Op::Move { d, a: one });
        let over = self.code.jump(Op::Jump { to: 0 });
        self.code.land(&jumps);
        let zero = self.code.constant_number(0);
        self.code.op(Op::Move { d, a: zero });
        self.code.land(&[over]);
        Ok(Operand::Truth(d))
    }

    /// The condition in a register.
    pub fn truth(&mut self, expr: &Expr) -> Lowered<Reg> {
        match self.lower(expr)? {
            Operand::Truth(reg) => Ok(reg),
            _ => Err(self.internal(expr)),
        }
    }

    fn not(&mut self, a: Reg) -> Reg {
        let d = self.code.number_reg();
        self.code.op(Op::Not { d, a });
        d
    }

    /// d = whether two registers hold the same, and not nothing.
    fn same_and_some(&mut self, d: Reg, a: Reg, b: Reg) {
        let same = self.code.number_reg();
        self.code.op(Op::Equal { d: same, a, b });
        let zero = self.code.constant_number(0);
        let some = self.code.number_reg();
        self.code.op(Op::LessOrEqual { d: some, a: zero, b: a });
        self.code.op(Op::AndMask { d, a: same, b: some });
    }

    /// Whether two masks have a member in common.
    fn have_some_in_common(&mut self, a: Reg, b: Reg) -> Reg {
        let both = self.code.number_reg();
        self.code.op(Op::AndMask { d: both, a, b });
        let none = self.not(both);
        self.not(none)
    }

    /// Whether two sets have no member in common.
    fn have_none_in_common(&mut self, a: Reg, b: Reg) -> Reg {
        let both = self.code.set_reg();
        self.code.op(Op::And { d: both, a, b });
        let d = self.code.number_reg();
        self.code.op(Op::IsEmpty { d, a: both });
        d
    }

    /// A builtin that gives a truth value.
    fn simple(&mut self, builtin: Builtin, args: &[Expr], at: &Expr) -> Lowered<Reg> {
        let d = self.code.number_reg();
        match (builtin, args) {
            (Builtin::Less | Builtin::LessOrEqual, [a, b]) => return self.less(builtin == Builtin::Less, a, b, at),
            (Builtin::Equal, [a, b]) => return self.equal(a, b, at),
            (Builtin::NotEqual, [a, b]) => {
                let equal = self.equal(a, b, at)?;
                return Ok(self.not(equal));
            }
            (Builtin::Contains, [cell, set]) => {
                let cell = self.cell(cell)?;
                let a = self.set(set)?;
                self.code.op(Op::Contains { d, a, cell });
            }
            (Builtin::ContainsDirection, [one, set]) => {
                let (one, set) = (self.directions(one)?, self.directions(set)?);
                return Ok(self.have_some_in_common(one, set));
            }
            (Builtin::ContainsKind, [one, set]) => {
                let (one, set) = (self.kinds(one)?, self.kinds(set)?);
                return Ok(self.have_some_in_common(one, set));
            }
            (Builtin::NotEmpty | Builtin::IsEmpty, [set]) => {
                let a = self.set(set)?;
                self.code.op(Op::IsEmpty { d, a });
                if builtin == Builtin::NotEmpty {
                    return Ok(self.not(d));
                }
            }
            (Builtin::SubsetOf, [a, b]) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                self.code.op(Op::Subset { d, a, b });
            }
            (Builtin::Joins, [groups, sets @ ..]) => {
                let shapes = self.shapes_of(groups)?;
                let sets = sets.iter().map(|set| self.set(set)).collect::<Lowered<Vec<_>>>()?;
                let none = self.code.constant_number(0);
                self.code.op(Op::Move { d, a: none });
                let mut found = Vec::new();
                match sets.as_slice() {
                    // Whatever meets the one set is found together, which is cheaper than to look at groups that have changed; of
                    // three sets it would matter which group meets which.
                    [first, second] if shapes.are_groups() => {
                        let joined = match shapes.given {
                            Some(given) => self.joined_parts(*first, &shapes.sources, given)?,
                            None => {
                                shapes.sources.iter().map(|set| self.meeting(*set, *first, shapes.relation)).collect()
                            }
                        };
                        for met in joined {
                            let empty = self.have_none_in_common(met, *second);
                            found.push(self.code.jump(Op::JumpUnless { a: empty, to: 0 }));
                        }
                    }
                    _ => self.each_shape_until(&shapes, at, &mut |builder, group| {
                        let mut misses = Vec::new();
                        for set in &sets {
                            let empty = builder.have_none_in_common(group, *set);
                            misses.push(builder.code.jump(Op::JumpIf { a: empty, to: 0 }));
                        }
                        found.push(builder.code.jump(Op::Jump { to: 0 }));
                        builder.code.land(&misses);
                        Ok(())
                    })?,
                }
                let over = self.code.jump(Op::Jump { to: 0 });
                self.code.land(&found);
                let one = self.code.constant_number(1);
                self.code.op(Op::Move { d, a: one });
                self.code.land(&[over]);
            }
            (Builtin::NoMove, _) => self.code.op(Op::NoMove { d }),
            (Builtin::CanMove, [player]) => {
                let who = self.player(player)?;
                let player = self.who_reg(who);
                self.code.op(Op::CanMove { d, player, in_move: !self.judging, only: None });
            }
            (Builtin::CanMake, [Expr { kind: ExprKind::Word(name), .. }, player]) => {
                let who = self.player(player)?;
                let player = self.who_reg(who);
                let only = self.game.moves.iter_ids().find(|(_, rule)| rule.name == *name).map(|(id, _)| id);
                self.code.op(Op::CanMove { d, player, in_move: !self.judging, only });
            }
            (Builtin::NobodyCanMove, _) => self.code.op(Op::NobodyCanMove { d }),
            (Builtin::AllPassed, _) => {
                let passes = self.code.number_reg();
                self.code.op(Op::Load { d: passes, offset: self.layout.system.passes });
                let players = self.code.constant_number(self.game.players.len() as i64);
                self.code.op(Op::LessOrEqual { d, a: players, b: passes });
            }
            _ => return Err(self.internal(at)),
        }
        Ok(d)
    }

    /// Two numbers of groups of which one is from before the effects, as what one has more than the other, and zero.
    fn gained(&mut self, a: &Expr, b: &Expr) -> Lowered<Option<(Reg, Reg)>> {
        let zero = self.code.constant_number(0);
        if let Some(gained) = self.groups_gained(a, b)? {
            return Ok(Some((gained, zero)));
        }
        Ok(self.groups_gained(b, a)?.map(|gained| (zero, gained)))
    }

    fn less(&mut self, strict: bool, a: &Expr, b: &Expr, at: &Expr) -> Lowered<Reg> {
        if let Some((a, b)) = self.gained(a, b)? {
            let d = self.code.number_reg();
            self.code.op(if strict { Op::Less { d, a, b } } else { Op::LessOrEqual { d, a, b } });
            return Ok(d);
        }
        if let Some(reached) = self.enough(strict, a, b)? {
            return Ok(reached);
        }
        let (first, second) = (self.lower(a)?, self.lower(b)?);
        let d = self.code.number_reg();
        match (first, second) {
            (Operand::Number(a), Operand::Number(b)) => {
                let (a, b) = self.aligned(a, b, at)?;
                self.code.op(if strict {
                    Op::Less { d, a: a.reg, b: b.reg }
                } else {
                    Op::LessOrEqual { d, a: a.reg, b: b.reg }
                });
                Ok(d)
            }
            (Operand::List(a, p), Operand::List(b, q)) => {
                let (a, b) = self.aligned_lists((a, p), (b, q), at)?;
                if strict {
                    self.code.op(Op::List(ListOp::Less { d, a, b }));
                    return Ok(d);
                }
                self.code.op(Op::List(ListOp::Less { d, a: b, b: a }));
                Ok(self.not(d))
            }
            _ => Err(self.internal(at)),
        }
    }

    fn equal(&mut self, a: &Expr, b: &Expr, at: &Expr) -> Lowered<Reg> {
        if let Some((a, b)) = self.gained(a, b)? {
            let d = self.code.number_reg();
            self.code.op(Op::Equal { d, a, b });
            return Ok(d);
        }
        let (first, second) = (self.lower(a)?, self.lower(b)?);
        let d = self.code.number_reg();
        match (first, second) {
            (Operand::Number(a), Operand::Number(b)) => {
                let (a, b) = self.aligned(a, b, at)?;
                self.code.op(Op::Equal { d, a: a.reg, b: b.reg });
            }
            (Operand::List(a, p), Operand::List(b, q)) => {
                let (a, b) = self.aligned_lists((a, p), (b, q), at)?;
                self.code.op(Op::List(ListOp::Equal { d, a, b }));
            }
            (Operand::Player(Who::Known(a)), Operand::Player(Who::Known(b))) => {
                return Ok(self.code.constant_number(i64::from(a == b)));
            }
            (Operand::Player(a), Operand::Player(b)) => {
                let (a, b) = (self.who_reg(a), self.who_reg(b));
                // Nobody is not the same as nobody: two empty cells have no common owner.
                self.same_and_some(d, a, b);
            }
            // No kind is not the same as no kind, either; one that is named is some.
            (Operand::Kind(first), Operand::Kind(second)) if self.known(a).is_none() && self.known(b).is_none() => {
                self.same_and_some(d, first, second);
            }
            (Operand::Truth(a), Operand::Truth(b))
            | (Operand::Cell(a), Operand::Cell(b))
            | (Operand::Kind(a), Operand::Kind(b))
            | (Operand::Kinds(a), Operand::Kinds(b))
            | (Operand::Direction(a), Operand::Direction(b))
            | (Operand::Directions(a), Operand::Directions(b)) => self.code.op(Op::Equal { d, a, b }),
            (first, second) if a.ty == Type::Cells || b.ty == Type::Cells => {
                let (a, b) = (self.operand_set(first, a)?, self.operand_set(second, b)?);
                self.code.op(Op::SameSet { d, a, b });
            }
            _ => return Err(self.internal(at)),
        }
        Ok(d)
    }

    /// The groups of a set that have a cell of another, together.
    fn meeting(&mut self, a: Reg, b: Reg, relation: RelationId) -> Reg {
        let d = self.code.set_reg();
        self.code.op(Op::GroupsMeeting { d, relation: relation.0, a, b });
        d
    }

    fn operand_set(&mut self, operand: Operand, at: &Expr) -> Lowered<Reg> {
        match operand {
            Operand::Set(set) => Ok(set),
            Operand::Shapes(shapes) => self.union_of_shapes(&shapes, at),
            _ => Err(self.internal(at)),
        }
    }

    /// Two lists with one scale.
    fn aligned_lists(&mut self, a: (Reg, i64), b: (Reg, i64), at: &Expr) -> Lowered<(Reg, Reg)> {
        if a.1 != b.1 {
            let (larger, smaller) = if a.1 > b.1 { (a, b) } else { (b, a) };
            if larger.1 % smaller.1 != 0 {
                return Err(self.unsupported(at, "a comparison of lists of such fractions"));
            }
            let by = self.code.constant_number(larger.1 / smaller.1);
            self.code.op(Op::List(ListOp::Scale { list: smaller.0, by }));
        }
        Ok((a.0, b.0))
    }
}
