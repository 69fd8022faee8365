//! Whether one cell is in a set, and what follows for the position where it is or is not.

use std::ops::ControlFlow;

use super::cells::CellSet;
use super::contents::{Contents, EMPTY};
use super::evaluate::Interpreter;
use super::set::Set;
use super::state::State;
use super::value::Value;
use rulebook_language::model::{Builtin, Expr, ExprKind, Type};
use rulebook_language::topology::CellId;

impl Interpreter<'_> {
    /// Whether a cell is in a set, asked of this cell alone.
    pub fn has(&self, state: &mut State, set: &Expr, cell: CellId) -> Option<bool> {
        if !self.burn(1) {
            return None;
        }
        if let Some(contents) = self.exact(state, set) {
            let here = state.known.at(cell);
            return if here & contents == 0 { Some(false) } else { (here & !contents == 0).then_some(true) };
        }
        match &set.kind {
            ExprKind::Call(id, args) => {
                self.called(state, *id, args, |inner, state, body| inner.has(state, body, cell)).flatten()
            }
            ExprKind::If(condition, then, otherwise) => match self.truth(state, condition) {
                Some(true) => self.has(state, then, cell),
                Some(false) => self.has(state, otherwise, cell),
                None => {
                    let first = self.has(state, then, cell)?;
                    (self.has(state, otherwise, cell) == Some(first)).then_some(first)
                }
            },
            ExprKind::Filter { local, over, condition } => {
                let within = self.has(state, over, cell);
                if within == Some(false) {
                    return within;
                }
                state.locals.insert(*local, self.this(cell));
                match self.truth(state, condition) {
                    Some(true) => within,
                    truth => truth,
                }
            }
            ExprKind::Builtin(Builtin::Union | Builtin::SetOf, sets) => self.has_any(state, sets, cell, true),
            ExprKind::Builtin(Builtin::Intersection, sets) => self.has_any(state, sets, cell, false),
            ExprKind::Builtin(Builtin::Difference, sets) => {
                let [from, gone] = sets.as_slice() else { return None };
                match (self.has(state, from, cell), self.has(state, gone, cell)) {
                    (Some(false), _) | (_, Some(true)) => Some(false),
                    (Some(true), Some(false)) => Some(true),
                    _ => None,
                }
            }
            _ => {
                let set = self.cell_set(state, set);
                if set.must.contains(cell) {
                    return Some(true);
                }
                let held = state.known.at(cell) & set.holding.contents != 0;
                (!held || !set.may.contains(cell)).then_some(false)
            }
        }
    }

    /// Whether a cell is in any of some sets, or (of `any` false) in all.
    fn has_any(&self, state: &mut State, sets: &[Expr], cell: CellId, any: bool) -> Option<bool> {
        let answer = sets.iter().try_fold(Some(!any), |so_far, set| match self.has(state, set, cell) {
            Some(truth) if truth == any => ControlFlow::Break(Some(any)),
            Some(_) => ControlFlow::Continue(so_far),
            None => ControlFlow::Continue(None),
        });
        match answer {
            ControlFlow::Break(answer) | ControlFlow::Continue(answer) => answer,
        }
    }

    /// The value that is this cell.
    pub fn this(&self, cell: CellId) -> Value {
        Value::cell(Set::of(self.words(), [cell]), false)
    }

    /// Some members of a set of cells, so many at least.
    pub fn some_of(&self, state: &mut State, set: &Expr, least: usize) -> Value {
        match self.value(state, set) {
            Value::Cells(set) => {
                let least = if set.is_empty() { 0 } else { least };
                Value::Cells(CellSet { least, ..set.part() })
            }
            _ => self.any(Type::Cells),
        }
    }

    /// Takes it that a cell is in a set; false if it cannot be.
    pub fn refine_inside(&self, state: &mut State, set: &Expr, cell: CellId) -> bool {
        match self.has(state, set, cell) {
            Some(true) => return true,
            Some(false) => return self.exhausted(),
            None => {}
        }
        match &set.kind {
            ExprKind::Call(id, args) => self
                .called(state, *id, args, |inner, state, body| inner.refine_inside(state, body, cell))
                .unwrap_or(true),
            ExprKind::If(condition, then, otherwise) => match self.truth(state, condition) {
                Some(true) => self.refine_inside(state, then, cell),
                Some(false) => self.refine_inside(state, otherwise, cell),
                None => self
                    .refine_either(state, [then, otherwise], |inner, state, set| inner.refine_inside(state, set, cell)),
            },
            ExprKind::Filter { local, over, condition } => {
                if !self.refine_inside(state, over, cell) {
                    return false;
                }
                state.locals.insert(*local, self.this(cell));
                // What is known of this member is known of no other.
                let facts = state.facts.clone();
                let possible = self.refine(state, condition, true);
                state.facts = facts;
                possible
            }
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::Intersection, sets) => sets.iter().all(|set| self.refine_inside(state, set, cell)),
                (Builtin::Union, [a, b]) => {
                    self.refine_either(state, [a, b], |inner, state, set| inner.refine_inside(state, set, cell))
                }
                (Builtin::Difference, [a, b]) => {
                    self.refine_inside(state, a, cell) && self.refine_outside(state, b, cell)
                }
                // Every cell of such a set is one of the cells that the line leads through.
                (Builtin::Ray | Builtin::Flanked, [_, _, through, ..]) => self.refine_inside(state, through, cell),
                (Builtin::Sight, _) => state.known.refine(cell, self.codes.all & !EMPTY),
                _ => self.refine_contents(state, set, cell),
            },
            ExprKind::Marked(mark) => {
                state.known.mark(*mark, cell, true);
                true
            }
            _ => self.refine_contents(state, set, cell),
        }
    }

    fn refine_contents(&self, state: &mut State, set: &Expr, cell: CellId) -> bool {
        match self.exact(state, set) {
            Some(contents) => state.known.refine(cell, contents),
            None => true,
        }
    }

    /// Takes it that one of two is so; false if neither can be.
    pub(super) fn refine_either(
        &self,
        state: &mut State,
        [a, b]: [&Expr; 2],
        refine: impl Fn(&Self, &mut State, &Expr) -> bool,
    ) -> bool {
        if !self.burn(state.known.contents.len()) {
            return true;
        }
        let mut other = state.clone();
        match (refine(self, state, a), refine(self, &mut other, b)) {
            (true, true) => state.join(&other),
            (false, true) => *state = other,
            (true, false) => {}
            (false, false) => return false,
        }
        true
    }

    /// The contents that put a cell into a set, where contents alone decide it.
    pub fn exact(&self, state: &mut State, set: &Expr) -> Option<Contents> {
        match &set.kind {
            ExprKind::Pieces { kind, owner } => {
                let of_kind = self.codes.kinds(1 << kind.named_kind()?.0);
                let Some(owner) = owner else { return Some(of_kind) };
                let (owned, known) = self.pieces_of(self.players(state, owner));
                known.then_some(of_kind & owned)
            }
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::OwnedBy, [who]) => {
                    let (owned, known) = self.pieces_of(self.players(state, who));
                    known.then_some(owned)
                }
                (Builtin::Union, [a, b]) => Some(self.exact(state, a)? | self.exact(state, b)?),
                (Builtin::Intersection, [a, b]) => Some(self.exact(state, a)? & self.exact(state, b)?),
                (Builtin::Difference, [a, b]) => Some(self.exact(state, a)? & !self.exact(state, b)?),
                _ => self.word_contents(*builtin),
            },
            ExprKind::Call(id, args) if args.is_empty() => {
                let definition = self.game.definitions.get(*id)?;
                self.exact(state, &definition.body)
            }
            _ => None,
        }
    }

    /// Takes it that a cell is not in a set; false if it cannot be.
    pub(super) fn refine_outside(&self, state: &mut State, set: &Expr, cell: CellId) -> bool {
        if let Some(exact) = self.exact(state, set) {
            return state.known.refine(cell, self.codes.all & !exact);
        }
        match &set.kind {
            ExprKind::Call(id, args) => self
                .called(state, *id, args, |inner, state, body| inner.refine_outside(state, body, cell))
                .unwrap_or(true),
            ExprKind::If(condition, then, otherwise) => match self.truth(state, condition) {
                Some(true) => self.refine_outside(state, then, cell),
                Some(false) => self.refine_outside(state, otherwise, cell),
                None => true,
            },
            ExprKind::Builtin(Builtin::Union | Builtin::SetOf, parts) => {
                parts.iter().all(|part| self.refine_outside(state, part, cell))
            }
            // None of the cells is there from which a step leads to it.
            ExprKind::Builtin(Builtin::StepAll, args) => {
                let [from, along] = args.as_slice() else { return true };
                let directions = self.directions(state, along).unwrap_or_default();
                directions.iter().all(|direction| {
                    let back = self.game.board.step(cell, self.game.board.opposite(*direction));
                    let back = back.filter(|back| self.game.board.step(*back, *direction) == Some(cell));
                    back.is_none_or(|back| self.refine_outside(state, from, back))
                })
            }
            // It is in all of them but one, and so not in that one.
            ExprKind::Builtin(Builtin::Intersection, parts) => {
                let mut others = parts.iter().filter(|part| self.has(state, part, cell) != Some(true)).peekable();
                match (others.next(), others.next()) {
                    (Some(other), None) => self.refine_outside(state, other, cell),
                    _ => true,
                }
            }
            ExprKind::Marked(mark) => {
                state.known.mark(*mark, cell, false);
                true
            }
            _ => true,
        }
    }
}
