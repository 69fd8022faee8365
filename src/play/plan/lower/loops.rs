//! Going through the members of a set: quantifiers, comprehensions, sums.

use super::Lowered;
use super::builder::Builder;
use super::candidates::conjuncts;
use super::lift::Lifting;
use super::number::MAX_RANGE;
use super::operand::{Num, Operand, Who};
use crate::plan::op::{Op, Reg};
use crate::plan::op_list::ListOp;
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, Fold, LocalId, Type};

impl Builder<'_> {
    /// Code for every member of a set in turn, bound to `local`.
    pub fn each(&mut self, local: LocalId, over: &Expr, body: &mut dyn FnMut(&mut Self) -> Lowered<()>) -> Lowered<()> {
        match self.lower(over)? {
            Operand::Set(set) => {
                let from = self.code.set_reg();
                self.code.op(Op::Copy { d: from, a: set });
                let d = self.code.number_reg();
                let top = self.code.here();
                let exit = self.code.jump(Op::NextCell { d, from, exit: 0 });
                self.scope.bind(local, Operand::Cell(d));
                self.member(local, over, body)?;
                self.code.op(Op::Jump { to: top });
                self.code.land(&[exit]);
            }
            operand @ (Operand::Directions(mask) | Operand::Kinds(mask)) => {
                let from = self.code.number_reg();
                self.code.op(Op::Move { d: from, a: mask });
                let d = self.code.number_reg();
                let top = self.code.here();
                let exit = self.code.jump(Op::NextDirection { d, from, exit: 0 });
                let is_kind = matches!(operand, Operand::Kinds(_));
                self.scope.bind(local, if is_kind { Operand::Kind(d) } else { Operand::Direction(d) });
                self.member(local, over, body)?;
                self.code.op(Op::Jump { to: top });
                self.code.land(&[exit]);
            }
            Operand::Players(players) => {
                for player in players {
                    self.scope.bind(local, Operand::Player(Who::Known(player)));
                    self.member(local, over, body)?;
                }
            }
            Operand::Range(low, high) => {
                let d = self.code.number_reg();
                self.code.op(Op::Move { d, a: low.reg });
                let one = self.code.constant_number(1);
                let top = self.code.here();
                let exit = self.past(d, high.reg);
                self.scope.bind(local, Operand::Number(Num { reg: d, high: high.high.max(low.low), ..low }));
                self.member(local, over, body)?;
                self.code.op(Op::Add { d, a: d, b: one });
                self.code.op(Op::Jump { to: top });
                self.code.land(&[exit]);
            }
            Operand::Shapes(shapes) => self.each_shape(&shapes, over, &mut |builder, group| {
                builder.scope.bind(local, Operand::Set(group));
                builder.member(local, over, body)
            })?,
            _ => return Err(self.internal(over)),
        }
        Ok(())
    }

    /// A jump where the number in `d` is past that in `high`.
    pub fn past(&mut self, d: Reg, high: Reg) -> u32 {
        let within = self.code.number_reg();
        self.code.op(Op::LessOrEqual { d: within, a: d, b: high });
        self.code.jump(Op::JumpUnless { a: within, to: 0 })
    }

    /// What is done for a member that was just bound.
    fn member(&mut self, local: LocalId, over: &Expr, body: &mut dyn FnMut(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let node = self.enter_member(local, over.span);
        body(self)?;
        self.leave_node(node);
        Ok(())
    }

    /// Code that goes through a set and jumps as soon as a member decides: for `every`, one that fails the condition, else one
    /// that meets it. It goes on where none decides.
    pub fn quantify(&mut self, every: bool, local: LocalId, over: &Expr, condition: &Expr) -> Lowered<Vec<u32>> {
        if let Some(decided) = self.weigh_loops(every, local, over, condition)? {
            return Ok(decided);
        }
        if let Some(found) = self.members(local, over, condition)? {
            let (set, none) = (self.code.set_reg(), self.code.number_reg());
            let all = if every { self.set(over)? } else { found };
            self.code.op(if every { Op::Sub { d: set, a: all, b: found } } else { Op::Copy { d: set, a: all } });
            self.code.op(Op::IsEmpty { d: none, a: set });
            return Ok(vec![self.code.jump(Op::JumpUnless { a: none, to: 0 })]);
        }
        if let (false, Some((alone, rest))) = (every, self.alone(local, condition)) {
            return self.only_one(local, over, alone, &rest);
        }
        let mut decided = Vec::new();
        if over.ty == Type::Groups && !self.is_probing() {
            let shapes = self.shapes_of(over)?;
            self.each_shape_until(&shapes, over, &mut |builder, group| {
                builder.scope.bind(local, Operand::Set(group));
                decided.extend(builder.branch(condition, !every)?);
                Ok(())
            })?;
            return Ok(decided);
        }
        self.each(local, over, &mut |builder| {
            decided.extend(builder.branch(condition, !every)?);
            Ok(())
        })?;
        Ok(decided)
    }

    /// The cells of a set that meet a condition, worked out for all of them at once where there is a form for it.
    fn members(&mut self, local: LocalId, over: &Expr, condition: &Expr) -> Lowered<Option<Reg>> {
        // Of one cell, its own code asks less.
        let one = matches!(over.kind, ExprKind::Builtin(Builtin::OneCell | Builtin::SetOf, _));
        if one || over.ty != Type::Cells || self.is_probing() {
            return Ok(None);
        }
        let mut lifting = Lifting::of_members(local);
        if !self.can_lift(&mut lifting, condition)? {
            return Ok(None);
        }
        let among = self.set(over)?;
        self.lift(&mut lifting, condition, among)
    }

    /// Where a condition on a cell is that a set, which does not depend on the cell, is that cell alone, and more: the set, and the rest.
    fn alone<'e>(&self, local: LocalId, condition: &'e Expr) -> Option<(&'e Expr, Vec<&'e Expr>)> {
        if self.is_probing() {
            return None;
        }
        let mut rest = Vec::new();
        conjuncts(condition, &mut rest);
        let alone = |part: &'e Expr| {
            let ExprKind::Builtin(Builtin::Equal, args) = &part.kind else { return None };
            let [a, b] = args.as_slice() else { return None };
            let is_cell = |set: &Expr| match &set.kind {
                ExprKind::Builtin(Builtin::OneCell | Builtin::SetOf, one) if one.len() == 1 => {
                    holds_local(&one[0], local)
                }
                _ => false,
            };
            let free = |set: &Expr| set.ty == Type::Cells && !set.free_locals().contains(&local);
            if is_cell(a) && free(b) {
                Some(b)
            } else if is_cell(b) && free(a) {
                Some(a)
            } else {
                None
            }
        };
        let (place, set) = rest.iter().enumerate().find_map(|(place, part)| Some((place, alone(part)?)))?;
        rest.remove(place);
        Some((set, rest))
    }

    /// Jumps where a set is one cell of another, of which the rest of a condition holds.
    fn only_one(&mut self, local: LocalId, over: &Expr, alone: &Expr, rest: &[&Expr]) -> Lowered<Vec<u32>> {
        let (cell, inside) = (self.code.number_reg(), self.code.number_reg());
        let set = self.set(alone)?;
        self.code.op(Op::The { d: cell, a: set });
        let a = self.set(over)?;
        self.code.op(Op::Contains { d: inside, a, cell });
        if rest.is_empty() {
            return Ok(vec![self.code.jump(Op::JumpIf { a: inside, to: 0 })]);
        }
        let mut misses = vec![self.code.jump(Op::JumpUnless { a: inside, to: 0 })];
        self.scope.bind(local, Operand::Cell(cell));
        for part in rest {
            misses.extend(self.branch(part, false)?);
        }
        let found = self.code.jump(Op::Jump { to: 0 });
        self.code.land(&misses);
        Ok(vec![found])
    }

    /// The cells, or kinds, of a set that meet a condition.
    pub fn filter(&mut self, local: LocalId, over: &Expr, condition: &Expr, ty: Type) -> Lowered<Operand> {
        if ty == Type::Kinds {
            let kept = self.code.number_reg();
            let none = self.code.constant_number(0);
            self.code.op(Op::Move { d: kept, a: none });
            self.each(local, over, &mut |builder| {
                let misses = builder.branch(condition, false)?;
                if let Some(Operand::Kind(kind)) = builder.scope.operand(local) {
                    let kind = *kind;
                    let one = builder.mask_of(kind);
                    builder.code.op(Op::OrMask { d: kept, a: kept, b: one });
                }
                builder.code.land(&misses);
                Ok(())
            })?;
            return Ok(Operand::Kinds(kept));
        }
        if let Some(found) = self.members(local, over, condition)? {
            return Ok(Operand::Set(found));
        }
        let kept = self.code.set_reg();
        self.code.op(Op::Clear { d: kept });
        self.each(local, over, &mut |builder| {
            let misses = builder.branch(condition, false)?;
            if let Some(Operand::Cell(cell)) = builder.scope.operand(local) {
                let cell = *cell;
                builder.code.op(Op::Insert { d: kept, cell });
            }
            builder.code.land(&misses);
            Ok(())
        })?;
        Ok(Operand::Set(kept))
    }

    /// `a < b`, or `a <= b`, where one is a known number and the other counts members: no more are counted than decide it.
    pub fn enough(&mut self, strict: bool, a: &Expr, b: &Expr) -> Lowered<Option<Reg>> {
        let is_count = |expr: &Expr| {
            matches!(expr.kind, ExprKind::Fold { how: Fold::Count, condition: Some(_), .. }) && expr.ty == Type::Number
        };
        let (counted, known, is_above) = if is_count(b) { (b, a, true) } else { (a, b, false) };
        if !is_count(counted) || self.is_probing() {
            return Ok(None);
        }
        let Some(Constant::Number(number)) = self.known(known) else { return Ok(None) };
        let ExprKind::Fold { local, over, condition: Some(condition), .. } = &counted.kind else { return Ok(None) };
        // At least so many: above the number, or not below it.
        let least = number.to_whole().map(|number| number.saturating_add(i64::from(strict == is_above)));
        let Some(least) = least.filter(|least| (1..=MAX_RANGE).contains(least)) else { return Ok(None) };
        if let Some(a) = self.members(*local, over, condition)? {
            let (count, d) = (self.code.number_reg(), self.code.number_reg());
            let least = self.code.constant_number(least);
            self.code.op(Op::Count { d: count, a });
            self.code.op(if is_above {
                Op::LessOrEqual { d, a: least, b: count }
            } else {
                Op::Less { d, a: count, b: least }
            });
            return Ok(Some(d));
        }
        let (d, total) = (self.code.number_reg(), self.code.number_reg());
        let (zero, least) = (self.code.constant_number(0), self.code.constant_number(least));
        self.code.op(Op::Move { d: total, a: zero });
        let mut reached = Vec::new();
        self.each(*local, over, &mut |builder| {
            let misses = builder.branch(condition, false)?;
            builder.code.op(Op::Increment { d: total });
            let enough = builder.code.number_reg();
            builder.code.op(Op::LessOrEqual { d: enough, a: least, b: total });
            reached.push(builder.code.jump(Op::JumpIf { a: enough, to: 0 }));
            builder.code.land(&misses);
            Ok(())
        })?;
        let (yes, no) =
            (self.code.constant_number(i64::from(is_above)), self.code.constant_number(i64::from(!is_above)));
        self.code.op(Op::Move { d, a: no });
        let over = self.code.jump(Op::Jump { to: 0 });
        self.code.land(&reached);
        self.code.op(Op::Move { d, a: yes });
        self.code.land(&[over]);
        Ok(Some(d))
    }

    /// A number, or a list, made from the members of a set.
    pub fn fold(
        &mut self,
        how: Fold,
        local: LocalId,
        over: &Expr,
        condition: Option<&Expr>,
        body: &Expr,
        at: &Expr,
    ) -> Lowered<Operand> {
        if how == Fold::Union {
            return self.union(local, over, condition, body);
        }
        if let (Fold::Count, Some(condition)) = (how, condition)
            && let Some(a) = self.members(local, over, condition)?
        {
            let d = self.code.number_reg();
            self.code.op(Op::Count { d, a });
            return Ok(self.whole(d, 0, 1 << 20));
        }
        let total = self.code.number_reg();
        let zero = self.code.constant_number(0);
        self.code.op(Op::Move { d: total, a: zero });
        // Max and min need to know whether there was a member before.
        let seen = self.code.number_reg();
        self.code.op(Op::Move { d: seen, a: zero });
        let list = self.code.list_reg();
        self.code.op(Op::List(ListOp::Clear { list }));
        let mut member: Option<Num> = None;
        self.each(local, over, &mut |builder| {
            let misses = match condition {
                Some(condition) => builder.branch(condition, false)?,
                None => Vec::new(),
            };
            if how == Fold::Count {
                builder.code.op(Op::Increment { d: total });
            } else {
                let num = builder.number(body)?;
                if member.is_some_and(|known| known.scale != num.scale) {
                    return Err(builder.unsupported(at, "such fractions in one sum"));
                }
                let (low, high) =
                    member.map_or((num.low, num.high), |known| (known.low.min(num.low), known.high.max(num.high)));
                member = Some(Num { low, high, ..num });
                builder.gather(how, num.reg, total, seen, list);
            }
            builder.code.land(&misses);
            Ok(())
        })?;
        if how == Fold::Count {
            return Ok(self.whole(total, 0, 1 << 20));
        }
        let Num { scale, low, high, .. } = member.unwrap_or(Num { reg: total, scale: 1, low: 0, high: 0 });
        if how == Fold::List {
            self.code.op(Op::List(ListOp::Sort { list }));
            return Ok(Operand::List(list, scale));
        }
        // No set has more members than there are cells, and no game more groups.
        let most = if how == Fold::Sum { i128::from(MAX_RANGE) } else { 1 };
        let (low, high) = (low.min(0) * most, high.max(0) * most);
        if low < -(1 << 61) || high > 1 << 61 {
            return Err(self.unsupported(at, "a sum that can grow so large"));
        }
        Ok(Operand::Number(Num { reg: total, scale, low, high }))
    }

    /// All cells of the sets that members of a set give.
    fn union(&mut self, local: LocalId, over: &Expr, condition: Option<&Expr>, body: &Expr) -> Lowered<Operand> {
        let plain = condition.is_none() && matches!(body.kind, ExprKind::Local(known) if known == local);
        if plain && over.ty == Type::Groups {
            let shapes = self.shapes_of(over)?;
            return Ok(Operand::Set(self.union_of_shapes(&shapes, over)?));
        }
        let all = self.code.set_reg();
        self.code.op(Op::Clear { d: all });
        self.each(local, over, &mut |builder| {
            let misses = match condition {
                Some(condition) => builder.branch(condition, false)?,
                None => Vec::new(),
            };
            let b = builder.set(body)?;
            builder.code.op(Op::Or { d: all, a: all, b });
            builder.code.land(&misses);
            Ok(())
        })?;
        Ok(Operand::Set(all))
    }

    fn gather(&mut self, how: Fold, a: Reg, total: Reg, seen: Reg, list: Reg) {
        match how {
            Fold::Sum => self.code.op(Op::Add { d: total, a: total, b: a }),
            Fold::List => self.code.op(Op::List(ListOp::Push { list, a })),
            _ => {
                let not_first = self.code.jump(Op::JumpIf { a: seen, to: 0 });
                self.code.op(Op::Move { d: total, a });
                self.code.op(Op::Increment { d: seen });
                self.code.land(&[not_first]);
                self.code.op(if how == Fold::Max {
                    Op::Greatest { d: total, a: total, b: a }
                } else {
                    Op::Least { d: total, a: total, b: a }
                });
            }
        }
    }
}

/// Whether an expression is a name, as a cell or as the set of that cell.
fn holds_local(expr: &Expr, local: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Local(name) => *name == local,
        ExprKind::Builtin(Builtin::OneCell, one) if one.len() == 1 => holds_local(&one[0], local),
        _ => false,
    }
}
