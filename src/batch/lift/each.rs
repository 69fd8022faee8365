//! What is done for each member of a set, one after another. For cells it is done for all of them together, where what is done for one
//! does not depend on what was done for another, else for the neighbours of one cell alone.

use super::effects::Making;
use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::value::{Cell, Cells, LiftedValue, Truth};
use crate::op::{Op, Reg};
use rulebook_language::model::row::Reads;
use rulebook_language::model::{
    Builtin, Content, Effect, Expr, ExprKind, LocalId, PatternId, PatternKind, Primitive, constant,
};

/// The member that effects are for, by the names that stand for it, and for its group.
struct Member {
    cells: Vec<LocalId>,
    groups: Vec<LocalId>,
    pattern: PatternId,
}

impl<'g> Lifter<'g> {
    /// Makes effects for each member of a set that meets a condition.
    pub fn make_each(
        &mut self,
        (local, over, condition): (LocalId, &'g Expr, Option<&'g Expr>),
        body: &'g [Effect],
        making: &Making,
    ) -> Lifted<()> {
        let members = self.lift(over)?;
        if let LiftedValue::Cells(_) | LiftedValue::Cell(_) = members {
            let set = self.cells_of(members)?;
            let set = self.dense(&set)?;
            let is_made = self.make_together((local, set, condition), body, making)?
                || self.make_one_by_one(local, (over, set, condition), body, making)?;
            return if is_made { Ok(()) } else { Err(TOGETHER) };
        }
        for (member, can) in self.members(members)? {
            self.bound.insert(local, member);
            self.make_for_one(can, condition, body, making)?;
        }
        Ok(())
    }

    /// Makes effects for all cells of a set at once; `false` where what is done for one may depend on what was done for another.
    fn make_together(
        &mut self,
        (local, set, condition): (LocalId, Reg, Option<&'g Expr>),
        body: &'g [Effect],
        making: &Making,
    ) -> Lifted<bool> {
        let [Effect { does, .. }] = body else { return Ok(false) };
        if let [Primitive::Set { counter, of, value }] = does.as_slice()
            && of.iter().all(|of| is_local(of, local))
            && self.is_of_cells(*counter)
        {
            return self.count_each((local, set, condition), (*counter, value), making).map(|()| true);
        }
        let [Primitive::Assign { cells, content }] = does.as_slice() else { return Ok(false) };
        let is_known = match group_of(cells, local) {
            None => is_local(cells, local) && condition.is_none(),
            Some(pattern) => {
                let member = Member { cells: vec![local], groups: Vec::new(), pattern };
                is_of_nobody(content)
                    && self.groups_are_apart(pattern, set)?
                    && condition.is_none_or(|condition| self.is_its_own(condition, &member))
            }
        };
        // What comes to the cells is the same for all of them, and does not depend on what was done before.
        let mut is_same = true;
        for part in does[0].parts().into_iter().filter(|part| !std::ptr::eq(*part, cells)) {
            part.visit(&mut |part| is_same &= !matches!(part.kind, ExprKind::Local(known) if known == local));
            is_same &= !self.reads_board(part);
        }
        if !is_known || !is_same {
            return Ok(false);
        }
        let meant = self.members_meant((local, set, condition), making)?;
        self.bound.insert(local, LiftedValue::Cell(Cell::One(meant)));
        let cells = self.affected(cells, making)?;
        self.assign(cells, content, making).map(|()| true)
    }

    /// The members of a set that meet a condition, in the lanes in which effects are made.
    pub fn members_meant(
        &mut self,
        (local, set, condition): (LocalId, Reg, Option<&'g Expr>),
        making: &Making,
    ) -> Lifted<Reg> {
        let meant = match condition {
            Some(condition) => self.filtered(local, &Cells::of(set), condition)?,
            None => Cells::of(set),
        };
        let meant = self.dense(&meant)?;
        Ok(match making.where_made {
            Truth::Mask(mask) => self.value_of(Op::Where { d: 0, a: meant, mask }),
            _ => meant,
        })
    }

    /// Whether the groups of some cells are all one player's and what stands on a cell says whether it is in one: then no two of them touch.
    fn groups_are_apart(&mut self, pattern: PatternId, cells: Reg) -> Lifted<bool> {
        let shape = &self.game.patterns[pattern];
        if shape.sort != PatternKind::Group || !shape.by_owner || shape.by_kind || !is_content(&shape.members) {
            return Ok(false);
        }
        for player in 0..self.game.players.len() {
            let plane = self.now(player)?;
            if self.within(cells, plane) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an expression depends on a member's group, its neighbours and what never changes alone: not on what happens to other
    /// groups of the same pattern and player, which are nowhere beside it.
    fn is_its_own(&self, expr: &Expr, member: &Member) -> bool {
        if is_member(expr, member) || constant(expr, Some(&self.game.board), &self.game.definitions).is_some() {
            return true;
        }
        match &expr.kind {
            // What is bound outside has its value; what is inside is made of what is asked here.
            ExprKind::Local(_) => true,
            ExprKind::Call(id, args) => {
                let definition = &self.game.definitions[*id];
                let (mut cells, mut groups) = (member.cells.clone(), member.groups.clone());
                for (param, arg) in definition.params.iter().zip(args) {
                    match &arg.kind {
                        ExprKind::Local(local) if member.cells.contains(local) => cells.push(*param),
                        _ if is_member(arg, member) => groups.push(*param),
                        _ if self.is_its_own(arg, member) => {}
                        _ => return false,
                    }
                }
                self.is_its_own(&definition.body, &Member { cells, groups, pattern: member.pattern })
            }
            ExprKind::Builtin(Builtin::Intersection, sides) => match sides.as_slice() {
                [a, b] => {
                    let beside = |near: &Expr, other: &Expr| self.is_beside(near, member) && is_content(other);
                    beside(a, b) || beside(b, a) || (self.is_its_own(a, member) && self.is_its_own(b, member))
                }
                _ => false,
            },
            ExprKind::Builtin(builtin, args) => {
                builtin.row().reads == Reads::NOTHING && args.iter().all(|arg| self.is_its_own(arg, member))
            }
            ExprKind::Not(_) | ExprKind::Neighbours(..) => {
                expr.parts().into_iter().all(|part| self.is_its_own(part, member))
            }
            _ => false,
        }
    }

    /// Whether a set is that of the neighbours of a member's group, by the relation that joins it.
    fn is_beside(&self, set: &Expr, member: &Member) -> bool {
        let relation = self.game.patterns[member.pattern].relation;
        matches!(&set.kind, ExprKind::Neighbours(by, of) if *by == relation && is_member(of, member))
    }
}

/// Whether an expression is the group of a member.
fn is_member(expr: &Expr, member: &Member) -> bool {
    match &expr.kind {
        ExprKind::Local(local) => member.groups.contains(local),
        ExprKind::Pattern { pattern, through: Some(cell), .. } => {
            *pattern == member.pattern && matches!(cell.kind, ExprKind::Local(local) if member.cells.contains(&local))
        }
        ExprKind::Builtin(Builtin::OneCell | Builtin::UnionOfGroups, of) => of.iter().all(|of| is_member(of, member)),
        _ => false,
    }
}

/// Whether a set says of every cell by what stands there whether it is a member.
fn is_content(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Builtin(builtin, args) => {
            use Builtin as B;
            match builtin {
                B::Empty | B::Occupied | B::Mine | B::Enemies | B::Neutral => true,
                B::Union | B::Intersection | B::Difference => args.iter().all(is_content),
                _ => false,
            }
        }
        ExprKind::Pieces { .. } | ExprKind::Marked(_) => true,
        _ => false,
    }
}

/// Whether what comes to cells is nobody's, whatever stood there.
fn is_of_nobody(content: &Content) -> bool {
    match content {
        Content::Nothing => true,
        Content::Piece { count: None, piece } => matches!(piece.kind, ExprKind::Piece { owner: None, .. }),
        _ => false,
    }
}

/// Whether an expression is a name.
fn is_local(expr: &Expr, local: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Local(known) => *known == local,
        ExprKind::Builtin(Builtin::OneCell, of) => of.iter().all(|of| is_local(of, local)),
        _ => false,
    }
}

/// The pattern of which an expression is the group of a name's cell.
fn group_of(expr: &Expr, local: LocalId) -> Option<PatternId> {
    match &expr.kind {
        ExprKind::Pattern { pattern, through: Some(cell), .. } if is_local(cell, local) => Some(*pattern),
        ExprKind::Builtin(Builtin::OneCell | Builtin::UnionOfGroups, of) => match of.as_slice() {
            [of] => group_of(of, local),
            _ => None,
        },
        _ => None,
    }
}

const TOGETHER: NotBatchable = not_batchable("effects for each of several cells that depend on one another");
