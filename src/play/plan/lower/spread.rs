//! Sets that spread, and groups whose joints depend on the position: floods, as loops.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Operand, Shapes};
use crate::plan::op::{Op, Reg};
use rulebook_language::model::{Expr, ExprKind, JoiningId, Joint, LocalId};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Id;

/// What is added to what is reached.
#[derive(Clone, Copy)]
struct Growth<'e> {
    own: LocalId,
    member: Option<LocalId>,
    to: &'e Expr,
}

impl Builder<'_> {
    /// A set that spreads.
    pub fn spread(&mut self, expr: &Expr) -> Lowered<Operand> {
        let ExprKind::Spread { own, member, from, to } = &expr.kind else { return Err(self.internal(expr)) };
        self.within_limits(expr.span)?;
        let from = self.set(from)?;
        Ok(Operand::Set(match (own, member) {
            (Some(own), member) => self.grown(from, Growth { own: *own, member: *member, to })?,
            (None, Some(member)) => self.spread_by_member(from, *member, to)?,
            (None, None) => return Err(self.internal(expr)),
        }))
    }

    /// The least number of steps from a set to another.
    pub fn steps_between(&mut self, from: &Expr, to: &Expr, joint: Joint) -> Lowered<Operand> {
        let (from, target) = (self.set(from)?, self.set(to)?);
        let joints = self.joints(joint.given)?;
        let [d, one] = [self.code.number_reg(), self.code.constant_number(1)];
        let zero = self.code.constant_number(0);
        self.code.op(Op::Move { d, a: zero });
        let (reached, fresh) = self.begun(from);
        let top = self.code.here();
        let met = self.code.set_reg();
        self.code.op(Op::And { d: met, a: fresh, b: target });
        let found = self.jump_if_some(met);
        let lost = self.jump_if_none(fresh);
        let near = match joint.given {
            Some(_) => self.joined_with(fresh, &joints),
            None => {
                let d = self.code.set_reg();
                self.code.op(Op::NearAll { d, relation: joint.relation.0, a: fresh });
                d
            }
        };
        self.take_on(near, None, reached, fresh);
        self.code.op(Op::Add { d, a: d, b: one });
        self.code.op(Op::Jump { to: top });
        self.code.land(&[lost]);
        let nowhere = self.code.constant_number(-1);
        self.code.op(Op::Move { d, a: nowhere });
        self.code.land(&[found]);
        Ok(self.whole(d, -1, self.game.board.slots() as i128))
    }

    /// The cells from which a step in each direction joins, worked out.
    fn joints(&mut self, given: Option<JoiningId>) -> Lowered<Vec<(DirectionId, Reg)>> {
        let game = self.game;
        let ways = given.and_then(|given| game.joinings.get(given)).map_or(&[][..], |joining| &joining.ways);
        ways.iter().map(|(way, from)| Ok((*way, self.set(from)?))).collect()
    }

    /// The cells that are joined with those of a set.
    fn joined_with(&mut self, a: Reg, joints: &[(DirectionId, Reg)]) -> Reg {
        let mut all: Option<Reg> = None;
        for (way, b) in joints {
            let (from, to) = (self.code.set_reg(), self.code.set_reg());
            self.code.op(Op::And { d: from, a, b: *b });
            let directions = self.direction_list(std::iter::once(way.index()));
            self.code.op(Op::StepAll { d: to, directions, a: from });
            all = Some(match all {
                None => to,
                Some(others) => {
                    let d = self.code.set_reg();
                    self.code.op(Op::Or { d, a: others, b: to });
                    d
                }
            });
        }
        all.unwrap_or_else(|| self.set_of([]))
    }

    fn jump_if_none(&mut self, a: Reg) -> u32 {
        let d = self.code.number_reg();
        self.code.op(Op::IsEmpty { d, a });
        self.code.jump(Op::JumpIf { a: d, to: 0 })
    }

    fn jump_if_some(&mut self, a: Reg) -> u32 {
        let d = self.code.number_reg();
        self.code.op(Op::IsEmpty { d, a });
        self.code.jump(Op::JumpUnless { a: d, to: 0 })
    }

    /// Two copies of a set: of what is reached, and of what was reached last.
    fn begun(&mut self, from: Reg) -> (Reg, Reg) {
        let (reached, fresh) = (self.code.set_reg(), self.code.set_reg());
        self.code.op(Op::Copy { d: reached, a: from });
        self.code.op(Op::Copy { d: fresh, a: from });
        (reached, fresh)
    }

    /// What of a set was not reached becomes what was reached last.
    fn take_on(&mut self, near: Reg, within: Option<Reg>, reached: Reg, fresh: Reg) {
        let mut new = near;
        if let Some(b) = within {
            let d = self.code.set_reg();
            self.code.op(Op::And { d, a: new, b });
            new = d;
        }
        let d = self.code.set_reg();
        self.code.op(Op::Sub { d, a: new, b: reached });
        self.code.op(Op::Copy { d: fresh, a: d });
        self.code.op(Op::Or { d: reached, a: reached, b: fresh });
    }

    /// Each member is asked once.
    fn spread_by_member(&mut self, from: Reg, member: LocalId, to: &Expr) -> Lowered<Reg> {
        let (reached, fresh) = self.begun(from);
        let cell = self.code.number_reg();
        let top = self.code.here();
        let exit = self.code.jump(Op::NextCell { d: cell, from: fresh, exit: 0 });
        self.scope.bind(member, Operand::Cell(cell));
        let node = self.enter_member(member, to.span);
        let near = self.set(to)?;
        self.leave_node(node);
        let d = self.code.set_reg();
        self.code.op(Op::Sub { d, a: near, b: reached });
        self.code.op(Op::Or { d: fresh, a: fresh, b: d });
        self.code.op(Op::Or { d: reached, a: reached, b: d });
        self.code.op(Op::Jump { to: top });
        self.code.land(&[exit]);
        Ok(reached)
    }

    /// What is reached so far decides what is added: it is asked until it adds nothing.
    fn grown(&mut self, from: Reg, growth: Growth<'_>) -> Lowered<Reg> {
        let Growth { own, member, to } = growth;
        let reached = self.code.set_reg();
        self.code.op(Op::Copy { d: reached, a: from });
        let top = self.code.here();
        let (before, now) = (self.code.set_reg(), self.code.set_reg());
        self.code.op(Op::Copy { d: before, a: reached });
        self.code.op(Op::Copy { d: now, a: reached });
        self.scope.bind(own, Operand::Set(before));
        match member {
            None => {
                let more = self.set(to)?;
                self.code.op(Op::Or { d: now, a: now, b: more });
            }
            Some(member) => {
                let (rest, cell) = (self.code.set_reg(), self.code.number_reg());
                self.code.op(Op::Copy { d: rest, a: before });
                let next = self.code.here();
                let exit = self.code.jump(Op::NextCell { d: cell, from: rest, exit: 0 });
                self.scope.bind(member, Operand::Cell(cell));
                let more = self.set(to)?;
                self.code.op(Op::Or { d: now, a: now, b: more });
                self.code.op(Op::Jump { to: next });
                self.code.land(&[exit]);
            }
        }
        let same = self.code.number_reg();
        self.code.op(Op::SameSet { d: same, a: now, b: before });
        self.code.op(Op::Copy { d: reached, a: now });
        self.code.op(Op::JumpUnless { a: same, to: top });
        Ok(reached)
    }

    /// The part of a set that hangs together with some of its cells.
    fn joined_part(&mut self, from: Reg, within: Reg, joints: &[(DirectionId, Reg)]) -> Reg {
        let start = self.code.set_reg();
        self.code.op(Op::And { d: start, a: from, b: within });
        let (reached, fresh) = self.begun(start);
        let top = self.code.here();
        let exit = self.jump_if_none(fresh);
        let near = self.joined_with(fresh, joints);
        self.take_on(near, Some(within), reached, fresh);
        self.code.op(Op::Jump { to: top });
        self.code.land(&[exit]);
        reached
    }

    /// The parts of sets that hang together with some cells by what the position joins.
    pub fn joined_parts(&mut self, from: Reg, within: &[Reg], given: JoiningId) -> Lowered<Vec<Reg>> {
        let joints = self.joints(Some(given))?;
        Ok(within.iter().map(|set| self.joined_part(from, *set, &joints)).collect())
    }

    /// Code for every part of the sets of shapes that hangs together by what the position joins, as [`Builder::each_shape`].
    pub fn each_joined_part(
        &mut self,
        shapes: &Shapes,
        given: JoiningId,
        body: &mut dyn FnMut(&mut Self, Reg) -> Lowered<()>,
    ) -> Lowered<()> {
        let joints = self.joints(Some(given))?;
        for source in &shapes.sources {
            if let Some(cell) = shapes.through {
                let start = self.code.set_reg();
                self.code.op(Op::Single { d: start, cell });
                let group = self.joined_part(start, *source, &joints);
                let none = self.jump_if_none(group);
                body(self, group)?;
                self.code.land(&[none]);
                continue;
            }
            let (from, start, cell) = (self.code.set_reg(), self.code.set_reg(), self.code.number_reg());
            self.code.op(Op::Copy { d: from, a: *source });
            let top = self.code.here();
            let exit = self.code.jump(Op::NextCell { d: cell, from, exit: 0 });
            self.code.op(Op::Single { d: start, cell });
            let group = self.joined_part(start, *source, &joints);
            self.code.op(Op::Sub { d: from, a: from, b: group });
            body(self, group)?;
            self.code.op(Op::Jump { to: top });
            self.code.land(&[exit]);
        }
        Ok(())
    }
}
