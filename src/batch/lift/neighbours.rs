//! Neighbours of one cell, one after another: what is done for one of them may depend on what was done for those before it.

use rustc_hash::FxHashSet;

use super::effects::Making;
use super::lifter::{Beside, Lifted, Lifter};
use super::value::{Cell, LiftedValue, Truth};
use crate::op::{Op, Reg};
use rulebook_language::model::{Builtin, Constant, Effect, Expr, ExprKind, LocalId, Type, constant};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Id;

/// How far it is looked back at what a set was made of.
const DEPTH: usize = 8;

/// A step from a cell: by so many slots, and where it can lead, as words.
type Step = (i32, Vec<u64>);

impl<'g> Lifter<'g> {
    /// Makes effects for the members of a set of neighbours of one cell, in the order in which one reads the board; `false` where the set
    /// is of another form, or their order is not the same everywhere.
    pub fn make_one_by_one(
        &mut self,
        local: LocalId,
        (over, set, condition): (&'g Expr, Reg, Option<&'g Expr>),
        body: &'g [Effect],
        making: &Making,
    ) -> Lifted<bool> {
        let Some((of, ways)) = self.neighbours_of_one(over)? else { return Ok(false) };
        let Some(steps) = self.steps_as_read(&ways) else { return Ok(false) };
        self.beside.insert(of, Beside { of, by: 0 });
        for (by, to) in steps {
            let keep = self.const_set(to);
            let there = self.value_of(Op::Shift { d: 0, a: of, by: by as i16, keep });
            let member = self.intersection(there, set);
            if self.is_never_any(member) {
                continue;
            }
            self.beside.insert(member, Beside { of, by });
            self.bound.insert(local, LiftedValue::Cell(Cell::One(member)));
            let is_there = Truth::Mask(self.value_of(Op::Some { d: 0, a: member }));
            self.meant.push((member, there));
            let made = self.make_for_one(is_there, condition, body, making);
            self.meant.pop();
            made?;
        }
        Ok(true)
    }

    /// Makes effects where a member is there and meets a condition.
    pub fn make_for_one(
        &mut self,
        is_there: Truth,
        condition: Option<&'g Expr>,
        body: &'g [Effect],
        making: &Making,
    ) -> Lifted<()> {
        let holds = condition.map_or(Ok(Truth::Known(true)), |condition| self.truth(condition))?;
        let holds = self.both(is_there, holds);
        let where_made = self.both(making.where_made, holds);
        if where_made == Truth::Known(false) {
            return Ok(());
        }
        self.make_all(body, &Making { where_made, ..making.clone() })
    }

    /// The one cell of which a set has neighbours alone, and in which directions they lie.
    fn neighbours_of_one(&mut self, set: &'g Expr) -> Lifted<Option<(Reg, Vec<DirectionId>)>> {
        let (of, ways) = match &set.kind {
            ExprKind::Neighbours(relation, of) => (&**of, self.game.board.relation_directions(*relation).to_vec()),
            ExprKind::Builtin(Builtin::StepAll, args) => {
                let [of, ways] = args.as_slice() else { return Ok(None) };
                match constant(ways, Some(&self.game.board), &self.game.definitions) {
                    Some(Constant::Directions(ways)) => (of, ways),
                    _ => return Ok(None),
                }
            }
            ExprKind::Builtin(Builtin::Intersection, sides) => {
                for side in sides {
                    if let found @ Some(_) = self.neighbours_of_one(side)? {
                        return Ok(found);
                    }
                }
                return Ok(None);
            }
            ExprKind::Builtin(Builtin::Difference, sides) => {
                return sides.first().map_or(Ok(None), |side| self.neighbours_of_one(side));
            }
            ExprKind::Filter { over, .. } => return self.neighbours_of_one(over),
            _ => return Ok(None),
        };
        let of = match &of.kind {
            ExprKind::Builtin(Builtin::OneCell, args) => args.first().unwrap_or(of),
            _ => of,
        };
        if of.ty != Type::Cell {
            return Ok(None);
        }
        Ok(match self.lift(of)? {
            LiftedValue::Cell(Cell::One(reg)) => Some((reg, ways)),
            _ => None,
        })
    }

    /// Steps in some directions, those of as many slots together, in the order in which one reads the cells that they lead to; nothing
    /// where that depends on the cell.
    fn steps_as_read(&self, ways: &[DirectionId]) -> Option<Vec<Step>> {
        let board = &self.game.board;
        let mut ranks = vec![0; board.slots()];
        board.cells().enumerate().for_each(|(rank, cell)| ranks[cell.index()] = rank);
        let mut before: FxHashSet<(i32, i32)> = FxHashSet::default();
        let mut steps: Vec<Step> = Vec::new();
        for cell in board.cells() {
            let mut read: Vec<(usize, i32)> = Vec::new();
            for next in ways.iter().filter_map(|way| board.step(cell, *way)) {
                let by = board.ring().distance(next.index() as i32 - cell.index() as i32);
                read.push((ranks[next.index()], by));
                let place = steps.iter().position(|(known, _)| *known == by).unwrap_or_else(|| {
                    steps.push((by, vec![0; board.words()]));
                    steps.len() - 1
                });
                steps[place].1[next.index() / 64] |= 1 << (next.index() % 64);
            }
            read.sort_unstable();
            read.dedup();
            for (at, (_, first)) in read.iter().enumerate() {
                before.extend(read[at + 1..].iter().map(|(_, later)| (*first, *later)));
            }
        }
        let mut ordered = Vec::new();
        while !steps.is_empty() {
            let is_first = |(by, _): &Step| !steps.iter().any(|(other, _)| before.contains(&(*other, *by)));
            ordered.push(steps.remove(steps.iter().position(is_first)?));
        }
        Some(ordered)
    }

    /// Whether a set has no member in any position.
    fn is_never_any(&mut self, set: Reg) -> bool {
        self.possible(set).iter().all(|word| *word == 0)
    }

    /// Where a set lies, if it has one cell or none and was found by steps from one.
    fn place_of(&self, set: Reg, depth: usize) -> Option<Beside> {
        let depth = depth.checked_sub(1)?;
        if let Some(known) = self.beside.get(&set) {
            return Some(*known);
        }
        match self.made_by(set)? {
            Op::Shift { a, by, .. } => {
                let Beside { of, by: before } = self.place_of(a, depth)?;
                Some(Beside { of, by: self.game.board.ring().distance(before + i32::from(by)) })
            }
            Op::And { a, b, .. } => self.place_of(a, depth).or_else(|| self.place_of(b, depth)),
            Op::Where { a, .. } | Op::Sub { a, .. } => self.place_of(a, depth),
            _ => None,
        }
    }

    /// Whether two sets have one cell or none, and never the same one.
    pub fn lie_apart(&self, a: Reg, b: Reg) -> bool {
        if self.beside.is_empty() {
            return false;
        }
        match (self.place_of(a, DEPTH), self.place_of(b, DEPTH)) {
            (Some(a), Some(b)) => a.of == b.of && a.by != b.by,
            _ => false,
        }
    }

    /// Whether two cells, of which one is the member that effects are made for, are the same, if that is known: it is there.
    pub fn same_neighbour(&self, a: Reg, b: Reg) -> Option<bool> {
        let is_meant = |one: Reg, other: Reg| self.meant.iter().any(|(member, step)| *member == one && *step == other);
        let is_member = |one: Reg| self.meant.iter().any(|(member, _)| *member == one);
        if is_meant(a, b) || is_meant(b, a) {
            return Some(true);
        }
        ((is_member(a) || is_member(b)) && self.lie_apart(a, b)).then_some(false)
    }
}
