//! Groups that are gone through until one decides. Where it depends on nothing but a group's cells whether it does, a group that did
//! not decide before does not now: only those are looked at that are groups for the first time. What is remembered is a fact about
//! a set of cells, whatever the position is; so there is nothing to take back with a move.

use rustc_hash::FxHashSet;

use super::Lowered;
use super::builder::Builder;
use super::operand::{Operand, Shapes};
use super::scope::View;
use super::weigh::weight;
use crate::plan::op::{Op, Reg};
use crate::plan::op_list::ListOp;
use crate::plan::op_memo::MemoOp;
use crate::plan::optimize::{Class, OpEffect, Use, op_effect, registers, target};
use rulebook_language::model::{Expr, Type};
use rulebook_language::topology::{CellId, RelationId};
use rulebook_language::util::Id;

/// Groups that no position changes are written out one by one, if there are no more.
const MOST_WRITTEN_OUT: usize = 8;
/// What is so at the start of a turn is kept where it takes at least so many operations.
const KEPT: u64 = 48;

impl Builder<'_> {
    /// Code for every group or line in turn, as [`Builder::each_shape`] writes it, that jumps out of it as soon as one decides.
    pub fn each_shape_until(
        &mut self,
        shapes: &Shapes,
        at: &Expr,
        body: &mut dyn FnMut(&mut Self, Reg) -> Lowered<()>,
    ) -> Lowered<()> {
        if !shapes.are_whole_groups() || self.is_probing() {
            return self.each_shape(shapes, at, body);
        }
        let relation = shapes.relation.0;
        for source in &shapes.sources {
            if self.constant_groups(*source, shapes.relation).is_some() {
                let one = Shapes { sources: vec![*source], ..shapes.clone() };
                self.each_shape(&one, at, body)?;
                continue;
            }
            let (group, from) = (self.code.set_reg(), self.code.set_reg());
            let taken = self.code.here();
            self.code.op(Op::Copy { d: from, a: *source });
            let top = self.code.here();
            let exit = self.code.jump(Op::NextGroup { d: group, from, relation, exit: 0 });
            let begun = self.code.here();
            body(self, group)?;
            let memo = if self.asks_only(begun, group) { self.code.memo() } else { None };
            self.code.op(Op::Jump { to: top });
            self.code.land(&[exit]);
            if let Some(memo) = memo {
                self.code.replace(taken, Op::UnsettledGroups { d: from, a: *source, relation, memo });
                self.code.op(Op::Settle { a: *source, memo });
            }
        }
        Ok(())
    }

    /// What was so at the start of the turn. A condition that takes some work and asks nothing else is worked out once for a turn:
    /// candidates and the links of chains ask it again and again.
    pub fn at_turn_start(&mut self, inner: &Expr, at: &Expr) -> Lowered<Operand> {
        let is_kept = at.ty == Type::Truth
            && !self.is_probing()
            && inner.free_locals().is_empty()
            && weight(self.game, inner) >= KEPT;
        let memo = if is_kept { self.code.memo() } else { None };
        let Some(memo) = memo else { return self.in_view(View::TurnStart, inner) };
        let (d, zero) = (self.code.number_reg(), self.code.constant_number(0));
        let known = self.code.jump(Op::Memo(MemoOp::Recall { d, memo, exit: 0 }));
        let Operand::Truth(a) = self.in_view(View::TurnStart, inner)? else { return Err(self.internal(at)) };
        self.code.op(Op::Move { d, a });
        if self.asks_turn_start_only(known + 1) {
            self.code.op(Op::Memo(MemoOp::Keep { a: d, memo }));
            self.code.land(&[known]);
        } else {
            self.code.replace(known, Op::Move { d, a: zero });
        }
        Ok(Operand::Truth(d))
    }

    /// Whether the code from `begun` on reads nothing of the memory but the copy of the contents from the turn's start.
    fn asks_turn_start_only(&self, begun: u32) -> bool {
        let (start, end) = (self.layout.turn_start, self.layout.turn_start + self.layout.contents);
        let (_, body) = self.code.split_at(begun);
        body.iter().all(|op| {
            let mut op = *op;
            match op_effect(&op) {
                OpEffect::Light | OpEffect::Heavy => true,
                OpEffect::Reads => match op {
                    Op::Plane { offset, .. }
                    | Op::PlaneAt { offset, .. }
                    | Op::PlaneOf { offset, .. }
                    | Op::Load { offset, .. }
                    | Op::LoadAt { offset, .. } => (start..end).contains(&offset),
                    _ => false,
                },
                OpEffect::Writes => false,
                OpEffect::Fixed => {
                    target(&mut op).is_some()
                        || matches!(op, Op::CountGroups { .. } | Op::Increment { .. } | Op::List(_) | Op::Insert { .. })
                }
            }
        })
    }

    /// The groups of a set that no position changes, in the order in which they are gone through; nothing of other sets, and where
    /// they are many.
    pub fn constant_groups(&self, source: Reg, relation: RelationId) -> Option<Vec<Vec<u64>>> {
        if self.is_probing() {
            return None;
        }
        let (words, board) = (self.held_constant(source)?, &self.game.board);
        let has = |words: &[u64], cell: CellId| words[cell.index() / 64] >> (cell.index() % 64) & 1 == 1;
        let mut slots: Vec<CellId> = board.cells().filter(|cell| has(words, *cell)).collect();
        slots.sort_unstable();
        let mut groups: Vec<Vec<u64>> = Vec::new();
        for cell in &slots {
            if groups.iter().any(|group| has(group, *cell)) {
                continue;
            }
            if groups.len() == MOST_WRITTEN_OUT {
                return None;
            }
            let mut group = vec![0u64; words.len()];
            let mut open = vec![*cell];
            while let Some(at) = open.pop() {
                if has(&group, at) {
                    continue;
                }
                group[at.index() / 64] |= 1 << (at.index() % 64);
                let linked = |other: &CellId| {
                    board.neighbours(relation, at).contains(other) || board.neighbours(relation, *other).contains(&at)
                };
                open.extend(slots.iter().copied().filter(linked));
            }
            groups.push(group);
        }
        Some(groups)
    }

    /// The constant set that a register holds, if it never holds anything else.
    fn held_constant(&self, reg: Reg) -> Option<&[u64]> {
        let (ops, _) = self.code.split_at(self.code.here());
        let mut written = ops.iter().filter(|op| writes(op, Class::Set, reg));
        match (written.next(), written.next()) {
            (Some(Op::ConstSet { set, .. }), None) => Some(self.code.set_at(*set)),
            _ => None,
        }
    }

    /// Whether the code from `begun` on depends on nothing but the cells of a group.
    fn asks_only(&self, begun: u32, group: Reg) -> bool {
        let (before, body) = self.code.split_at(begun);
        let is_constant = |class, reg| {
            let mut writes = before.iter().filter(|op| writes(op, class, reg)).peekable();
            writes.peek().is_some() && writes.all(|op| matches!(op, Op::Const { .. } | Op::ConstSet { .. }))
        };
        let mut made: FxHashSet<(Class, Reg)> = FxHashSet::from_iter([(Class::Set, group)]);
        body.iter().all(|op| {
            let mut op = *op;
            if let Op::List(ListOp::Clear { list }) = op {
                made.insert((Class::List, list));
                return true;
            }
            let knows_nothing_else = match op_effect(&op) {
                OpEffect::Light | OpEffect::Heavy => true,
                OpEffect::Reads | OpEffect::Writes => false,
                OpEffect::Fixed => {
                    target(&mut op).is_some()
                        || matches!(op, Op::CountGroups { .. } | Op::Increment { .. } | Op::List(_))
                }
            };
            let mut made_here = true;
            registers(&mut op, &mut |how, class, reg| {
                made_here &= how == Use::Write || made.contains(&(class, *reg)) || is_constant(class, *reg);
                if how != Use::Read {
                    made.insert((class, *reg));
                }
            });
            knows_nothing_else && made_here
        })
    }
}

/// Whether an operation writes a register.
fn writes(op: &Op, class: Class, reg: Reg) -> bool {
    let (mut op, mut found) = (*op, false);
    registers(&mut op, &mut |how, of, written| found |= how != Use::Read && (of, *written) == (class, reg));
    found
}
