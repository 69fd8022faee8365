//! Groups and lines: where they are found, how many there are, how large, and one after another.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Operand, Shapes, Who};
use super::scope::Hoisted;
use crate::plan::op::{Op, Reg};
use crate::plan::op_list::ListOp;
use crate::plan::op_loop::LoopOp;
use rulebook_language::model::{Builtin, Expr, ExprKind, Joint, PatternId, PatternKind};
use rulebook_language::topology::{DirectionId, RelationId};
use rulebook_language::util::Id;

impl Builder<'_> {
    /// An expression as groups or lines.
    pub fn shapes_of(&mut self, expr: &Expr) -> Lowered<Shapes> {
        match self.lower(expr)? {
            Operand::Shapes(shapes) => Ok(shapes),
            _ => Err(self.internal(expr)),
        }
    }

    /// The groups or lines of a pattern.
    pub fn shapes(&mut self, pattern: PatternId, of: Option<&Expr>, through: Option<&Expr>) -> Lowered<Operand> {
        let pattern = &self.game.patterns[pattern];
        let through = match through {
            Some(cell) => Some(self.cell(cell)?),
            None => None,
        };
        let members = self.set(&pattern.members)?;
        let mut owners: Vec<Who> = Vec::new();
        match of {
            Some(player) => owners.push(self.player(player)?),
            None if pattern.by_owner => owners.extend(self.game.players.ids().map(Who::Known)),
            None => {}
        }
        let mut sources = Vec::new();
        for owner in owners {
            let owned = self.owned_by(owner);
            sources.push(self.common(members, owned));
        }
        if sources.is_empty() {
            sources.push(members);
        }
        if pattern.by_kind {
            let planes: Vec<Reg> = match self.layout.kinds {
                0 => vec![self.occupied()],
                _ => {
                    let kinds: Vec<u32> = self.game.kinds.ids().filter_map(|kind| self.layout.kind(kind)).collect();
                    kinds.into_iter().map(|offset| self.plane(offset)).collect()
                }
            };
            let of_kinds = sources.iter().flat_map(|source| planes.iter().map(|plane| (*source, *plane)));
            sources = of_kinds.collect::<Vec<_>>().into_iter().map(|(a, b)| self.common(a, b)).collect();
        }
        let line = match pattern.sort {
            PatternKind::Line { length, exactly } => Some((length, exactly)),
            _ => None,
        };
        let looped = pattern.sort == PatternKind::Loop;
        let (relation, given) = (pattern.relation, pattern.given);
        Ok(Operand::Shapes(Shapes { sources, relation, given, line, looped, through }))
    }

    /// The sets in which a set hangs together.
    pub fn parts(&mut self, of: &Expr, joint: Joint) -> Lowered<Operand> {
        let Joint { relation, given } = joint;
        let sources = vec![self.set(of)?];
        Ok(Operand::Shapes(Shapes { sources, relation, given, line: None, looped: false, through: None }))
    }

    /// The cells of both sets.
    fn common(&mut self, a: Reg, b: Reg) -> Reg {
        let d = self.code.set_reg();
        self.code.op(Op::And { d, a, b });
        d
    }

    /// The cells of all the groups or lines.
    pub fn union_of_shapes(&mut self, shapes: &Shapes, at: &Expr) -> Lowered<Reg> {
        if let Some(all) = self.rows(shapes) {
            return Ok(all);
        }
        let all = self.code.set_reg();
        self.code.op(Op::Clear { d: all });
        if shapes.looped {
            for source in &shapes.sources {
                let cells = self.code.set_reg();
                let (relation, cell) = (shapes.relation.0, shapes.through);
                let search = self.code.search_reg(relation);
                self.code.op(Op::Loop(LoopOp::Cells { d: cells, search, a: *source, relation, cell }));
                self.code.op(Op::Or { d: all, a: all, b: cells });
            }
            return Ok(all);
        }
        match (shapes.line, shapes.through) {
            (None, None) => {
                shapes.sources.iter().for_each(|source| self.code.op(Op::Or { d: all, a: all, b: *source }))
            }
            (None, Some(cell)) => {
                let group = self.group_at(shapes, cell)?;
                self.code.op(Op::Copy { d: all, a: group });
            }
            (Some(_), _) => self.each_start(shapes, at, &mut |builder, starts, direction, length| {
                let mut cells = starts;
                builder.code.op(Op::Or { d: all, a: all, b: cells });
                for _ in 1..length {
                    cells = builder.stepped(cells, direction);
                    builder.code.op(Op::Or { d: all, a: all, b: cells });
                }
                Ok(())
            })?,
        }
        Ok(all)
    }

    /// How many groups or lines there are.
    pub fn count_shapes(&mut self, shapes: &Shapes, at: &Expr) -> Lowered<Reg> {
        let d = self.code.number_reg();
        let zero = self.code.constant_number(0);
        self.code.op(Op::Move { d, a: zero });
        let relation = shapes.relation.0;
        if shapes.looped {
            self.each_loop(shapes, &mut |builder, _| {
                builder.code.op(Op::Increment { d });
                Ok(())
            })?;
            return Ok(d);
        }
        match (shapes.line, shapes.through) {
            (None, None) if shapes.given.is_some() => self.each_shape(shapes, at, &mut |builder, _| {
                builder.code.op(Op::Increment { d });
                Ok(())
            })?,
            (None, None) => shapes.sources.iter().for_each(|a| self.code.op(Op::CountGroups { d, a: *a, relation })),
            (None, Some(cell)) => {
                for a in &shapes.sources {
                    let inside = self.code.number_reg();
                    self.code.op(Op::Contains { d: inside, a: *a, cell });
                    self.code.op(Op::Add { d, a: d, b: inside });
                }
            }
            (Some(_), _) => self.each_start_simple(shapes, &mut |builder, starts, _, _| {
                let some = builder.code.number_reg();
                builder.code.op(Op::Count { d: some, a: starts });
                builder.code.op(Op::Add { d, a: d, b: some });
            }),
        }
        Ok(d)
    }

    /// The same as a number.
    pub fn count_of_shapes(&mut self, shapes: &Shapes, at: &Expr) -> Lowered<Operand> {
        let d = self.count_shapes(shapes, at)?;
        Ok(self.whole(d, 0, 1 << 20))
    }

    /// The groups that an expression counts, if that is what it does.
    pub fn counted_groups(&mut self, expr: &Expr) -> Lowered<Option<Shapes>> {
        let ExprKind::Builtin(Builtin::GroupCount, args) = &expr.kind else { return Ok(None) };
        let [groups] = args.as_slice() else { return Ok(None) };
        let shapes = self.shapes_of(groups)?;
        Ok(shapes.are_whole_groups().then_some(shapes))
    }

    /// How many groups more `now` counts than `before` did before the effects, where the one counts groups and the other the same
    /// then: the cells that the effects changed tell it.
    pub fn groups_gained(&mut self, now: &Expr, before: &Expr) -> Lowered<Option<Reg>> {
        let Some(Hoisted::Groups(then)) = self.scope.hoisted(before).cloned() else { return Ok(None) };
        let Some(now) = self.counted_groups(now)? else { return Ok(None) };
        if now.relation != then.relation || now.sources.len() != then.sources.len() {
            return Ok(None);
        }
        let mut sum: Option<Reg> = None;
        for (a, b) in now.sources.into_iter().zip(then.sources) {
            let d = self.code.number_reg();
            self.code.op(Op::GroupsGained { d, a, b, relation: now.relation.0 });
            sum = Some(match sum {
                Some(others) => {
                    let both = self.code.number_reg();
                    self.code.op(Op::Add { d: both, a: others, b: d });
                    both
                }
                None => d,
            });
        }
        Ok(sum)
    }

    /// The sizes of the groups or lines, largest first.
    pub fn sizes(&mut self, shapes: &Shapes, at: &Expr) -> Lowered<Reg> {
        let list = self.code.list_reg();
        self.code.op(Op::List(ListOp::Clear { list }));
        if shapes.are_whole_groups() {
            for a in &shapes.sources {
                self.code.op(Op::List(ListOp::Sizes { list, a: *a, relation: shapes.relation.0 }));
            }
        } else {
            self.each_shape(shapes, at, &mut |builder, group| {
                let size = builder.code.number_reg();
                builder.code.op(Op::Count { d: size, a: group });
                builder.code.op(Op::List(ListOp::Push { list, a: size }));
                Ok(())
            })?;
        }
        self.code.op(Op::List(ListOp::Sort { list }));
        Ok(list)
    }

    /// Code for every group or line in turn, which it is given as a set.
    pub fn each_shape(
        &mut self,
        shapes: &Shapes,
        at: &Expr,
        body: &mut dyn FnMut(&mut Self, Reg) -> Lowered<()>,
    ) -> Lowered<()> {
        if shapes.line.is_some() {
            return self.each_start(shapes, at, &mut |builder, starts, direction, length| {
                let from = builder.code.set_reg();
                builder.code.op(Op::Copy { d: from, a: starts });
                let cell = builder.code.number_reg();
                let top = builder.code.here();
                let exit = builder.code.jump(Op::NextCell { d: cell, from, exit: 0 });
                let line = builder.code.set_reg();
                builder.code.op(Op::Single { d: line, cell });
                let way = builder.code.constant_number(i64::from(direction.0));
                let at_cell = builder.code.number_reg();
                builder.code.op(Op::Move { d: at_cell, a: cell });
                for _ in 1..length {
                    builder.code.op(Op::Step { d: at_cell, cell: at_cell, direction: way });
                    builder.code.op(Op::Insert { d: line, cell: at_cell });
                }
                body(builder, line)?;
                builder.code.op(Op::Jump { to: top });
                builder.code.land(&[exit]);
                Ok(())
            });
        }
        if shapes.looped {
            return self.each_loop(shapes, body);
        }
        if let Some(given) = shapes.given {
            return self.each_joined_part(shapes, given, body);
        }
        for source in &shapes.sources {
            if shapes.through.is_none()
                && let Some(groups) = self.constant_groups(*source, shapes.relation)
            {
                for group in groups {
                    let (set, d) = (self.code.const_set(group), self.code.set_reg());
                    self.code.op(Op::ConstSet { d, set });
                    body(self, d)?;
                }
                continue;
            }
            let group = self.code.set_reg();
            if let Some(cell) = shapes.through {
                self.code.op(Op::GroupAt { d: group, set: *source, relation: shapes.relation.0, cell });
                let empty = self.code.number_reg();
                self.code.op(Op::IsEmpty { d: empty, a: group });
                let skip = self.code.jump(Op::JumpIf { a: empty, to: 0 });
                body(self, group)?;
                self.code.land(&[skip]);
                continue;
            }
            let from = self.code.set_reg();
            self.code.op(Op::Copy { d: from, a: *source });
            let top = self.code.here();
            let exit = self.code.jump(Op::NextGroup { d: group, from, relation: shapes.relation.0, exit: 0 });
            body(self, group)?;
            self.code.op(Op::Jump { to: top });
            self.code.land(&[exit]);
        }
        Ok(())
    }

    fn each_loop(&mut self, shapes: &Shapes, body: &mut dyn FnMut(&mut Self, Reg) -> Lowered<()>) -> Lowered<()> {
        let relation = shapes.relation.0;
        for source in &shapes.sources {
            let search = self.code.search_reg(relation);
            self.code.op(Op::Loop(LoopOp::Begin { search, a: *source, relation, cell: shapes.through }));
            let d = self.code.set_reg();
            let top = self.code.here();
            let exit = self.code.jump(Op::NextLoop { d, search, relation, exit: 0 });
            body(self, d)?;
            self.code.op(Op::Jump { to: top });
            self.code.land(&[exit]);
        }
        Ok(())
    }

    fn stepped(&mut self, a: Reg, direction: DirectionId) -> Reg {
        let directions = self.direction_list([direction.index()].into_iter());
        let d = self.code.set_reg();
        self.code.op(Op::StepAll { d, directions, a });
        d
    }

    /// The directions that lines lie in. Each line is met once: of a direction and its opposite, one.
    pub fn line_ways(&self, relation: RelationId) -> Vec<DirectionId> {
        let board = &self.game.board;
        let all = board.relation_directions(relation);
        let once = |d: &DirectionId| *d <= board.opposite(*d) || !all.contains(&board.opposite(*d));
        all.iter().copied().filter(once).collect()
    }

    fn each_start_simple(&mut self, shapes: &Shapes, body: &mut dyn FnMut(&mut Self, Reg, DirectionId, u16)) {
        let Some((length, exactly)) = shapes.line else { return };
        let ways = self.line_ways(shapes.relation);
        for source in shapes.sources.clone() {
            for way in &ways {
                let starts = self.starts(source, *way, length, exactly, shapes.through);
                body(self, starts, *way, length);
            }
        }
    }

    /// Code for each direction of the lines, given the cells at which lines in that direction begin.
    fn each_start(
        &mut self,
        shapes: &Shapes,
        at: &Expr,
        body: &mut dyn FnMut(&mut Self, Reg, DirectionId, u16) -> Lowered<()>,
    ) -> Lowered<()> {
        let mut result = Ok(());
        self.each_start_simple(shapes, &mut |builder, starts, way, length| {
            if result.is_ok() {
                result = body(builder, starts, way, length);
            }
        });
        self.within_limits(at.span)?;
        result
    }

    /// The cells from which `length` cells of `source` follow in a row.
    fn starts(&mut self, source: Reg, way: DirectionId, length: u16, exactly: bool, through: Option<Reg>) -> Reg {
        let back = self.game.board.opposite(way);
        let mut shifted = source;
        let mut starts = source;
        for _ in 1..length {
            shifted = self.stepped(shifted, back);
            let d = self.code.set_reg();
            self.code.op(Op::And { d, a: starts, b: shifted });
            starts = d;
        }
        if exactly {
            // No cell of the source before the first or after the last.
            let after = self.stepped(shifted, back);
            let before = self.stepped(source, way);
            for b in [after, before] {
                let d = self.code.set_reg();
                self.code.op(Op::Sub { d, a: starts, b });
                starts = d;
            }
        }
        if let Some(cell) = through {
            let mut at = self.code.set_reg();
            self.code.op(Op::Single { d: at, cell });
            let all = self.code.set_reg();
            self.code.op(Op::Copy { d: all, a: at });
            for _ in 1..length {
                at = self.stepped(at, back);
                self.code.op(Op::Or { d: all, a: all, b: at });
            }
            let d = self.code.set_reg();
            self.code.op(Op::And { d, a: starts, b: all });
            starts = d;
        }
        starts
    }
}
