//! Neighbours of one owner: what an exchange of two pieces does to their number, from what it requires.
//!
//! Counts of neighbours are sums of unknowns, one for each cell and owner. The change of the number of pairs is such a sum D, and
//! a requirement says of another that F > 0. If D - n * F cannot be less than 0, for some n > 0, whatever stands on the cells,
//! then D > 0 as well.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::known::{Delta, FAR, World};
use crate::audit::interpret::{Contents, EMPTY, Interpreter, Known, NOBODY, State, Value};
use rulebook_language::model::{
    Builtin, Effect, Expr, ExprKind, Primitive, TransferMode, Type, all_primitives, primitives,
};
use rulebook_language::topology::{CellId, RelationId};
use rulebook_language::util::Rational;

/// A sum of unknowns, each of which is 1 if its cell holds a piece of its owner, else 0.
#[derive(Clone, Debug)]
struct Form {
    constant: Rational,
    unknowns: BTreeMap<(CellId, u32), Rational>,
}

impl Form {
    fn constant(constant: Rational) -> Self {
        Form { constant, unknowns: BTreeMap::new() }
    }

    /// This and so many times the other.
    fn plus(mut self, other: &Form, times: Rational) -> Option<Form> {
        self.constant = self.constant.plus(other.constant.times(times)?)?;
        for (unknown, factor) in &other.unknowns {
            let old = self.unknowns.get(unknown).copied().unwrap_or(Rational::ZERO);
            self.unknowns.insert(*unknown, old.plus(factor.times(times)?)?);
        }
        Some(self)
    }

    fn times(&self, n: Rational) -> Option<Form> {
        Form::constant(Rational::ZERO).plus(self, n)
    }
}

impl Interpreter<'_> {
    /// How far the number of related pairs of one owner's pieces goes in a move that led to this world.
    pub fn pairs(&self, world: &World, effects: &[Effect], relation: RelationId) -> Delta {
        if !all_primitives(effects).into_iter().any(Primitive::is_of_pieces) {
            return Delta::default();
        }
        self.exchanged(world, effects, relation).unwrap_or(Delta::ANY)
    }

    fn exchanged(&self, world: &World, effects: &[Effect], relation: RelationId) -> Option<Delta> {
        let mut all = all_primitives(effects).into_iter();
        let Some(Primitive::Transfer { from: a, to: b, mode: TransferMode::Exchange }) = all.next() else {
            return None;
        };
        if all.any(Primitive::is_of_pieces) || self.game.max_height > 1 {
            return None;
        }
        let mut world = world.clone();
        let before = world.before.clone()?;
        let place = |world: &World, cell: &Expr| match &cell.kind {
            ExprKind::Local(local) => match world.locals.get(local)? {
                Value::Cell { among, nowhere: false, .. } => among.single(),
                _ => None,
            },
            _ => None,
        };
        let (a, b) = (place(&world, a)?, place(&world, b)?);
        let owner = |cell| Some(self.codes.owners_of(before.at(cell))).filter(|mask| mask.count_ones() == 1);
        let (p, q) = (owner(a).filter(|p| *p != NOBODY)?, owner(b).filter(|q| *q != NOBODY)?);
        if a == b || p == q {
            return Some(Delta::default());
        }
        // Beside the two cells, before and after hold the same, and what is known of one is known of the other.
        let mut then = world.known.clone();
        then.set(a, before.at(a));
        then.set(b, before.at(b));
        world.before = Some(Rc::new(then));
        let mut change = Form::constant(Rational::ZERO);
        for (around, other, gains, loses) in [(b, a, p, q), (a, b, q, p)] {
            for cell in self.game.board.neighbours(relation, around).iter().filter(|cell| **cell != other) {
                let owned = |mask: u32| self.indicator(&world.known, *cell, self.codes.owned(mask));
                change = change.plus(&owned(gains)?, Rational::ONE)?;
                change = change.plus(&owned(loses)?, Rational::ONE.negated()?)?;
            }
        }
        let mut parts: Vec<&Expr> = primitives(effects)
            .filter_map(|primitive| match primitive {
                Primitive::Require(condition) => Some(condition),
                _ => None,
            })
            .collect();
        let mut best = None;
        while let Some(part) = parts.pop() {
            match &part.kind {
                ExprKind::Builtin(Builtin::And, both) => parts.extend(both),
                ExprKind::Builtin(order @ (Builtin::Less | Builtin::LessOrEqual), sides) => {
                    let [low, high] = sides.as_slice() else { continue };
                    if low.ty != Type::Number {
                        continue;
                    }
                    let (Some(low), Some(high)) = (self.form(&mut world, low), self.form(&mut world, high)) else {
                        continue;
                    };
                    let required = high.plus(&low, Rational::ONE.negated()?)?;
                    let strict = i64::from(*order == Builtin::Less);
                    let follows = [(1, 2), (1, 1), (2, 1), (4, 1)].into_iter().any(|(n, d)| {
                        let times = Rational::new(-n, d);
                        let rest = times.and_then(|times| change.clone().plus(&required, times));
                        rest.and_then(|rest| self.least(&world.known, &rest)).is_some_and(|n| n >= Rational::ZERO)
                    });
                    if follows {
                        best = best.max(Some(strict));
                    }
                }
                _ => {}
            }
        }
        best.map(|least| Delta::new(least, FAR))
    }

    /// The least value of a sum, whatever stands on the cells.
    fn least(&self, known: &Known, form: &Form) -> Option<Rational> {
        let mut cells: BTreeMap<CellId, Vec<(u32, Rational)>> = BTreeMap::new();
        for ((cell, owner), factor) in &form.unknowns {
            cells.entry(*cell).or_default().push((*owner, *factor));
        }
        let mut total = form.constant;
        for (cell, factors) in cells {
            let owners = self.codes.owners_of(known.at(cell));
            let of =
                |owner: u32| factors.iter().find(|(o, _)| *o == owner).map_or(Rational::ZERO, |(_, factor)| *factor);
            let nobody = (owners & NOBODY != 0).then_some(Rational::ZERO);
            let each = (0..31).filter(|owner| owners >> owner & 1 == 1).map(of);
            total = total.plus(each.chain(nobody).min()?)?;
        }
        Some(total)
    }

    /// 1 if a cell holds one of these, else 0.
    fn indicator(&self, known: &Known, cell: CellId, of: Contents) -> Option<Form> {
        let here = known.at(cell);
        if here & of == 0 {
            return Some(Form::constant(Rational::ZERO));
        }
        if here & !of == 0 {
            return Some(Form::constant(Rational::ONE));
        }
        if of & EMPTY != 0 {
            return Form::constant(Rational::ONE).plus(&self.indicator(known, cell, !of)?, Rational::ONE.negated()?);
        }
        let mut form = Form::constant(Rational::ZERO);
        let owners = self.codes.owners_of(here);
        if here & of & self.codes.neutral != 0 {
            return None;
        }
        for owner in (0..31).filter(|owner| owners >> owner & 1 == 1) {
            let pieces = here & self.codes.owned(1 << owner);
            if pieces & !of == 0 {
                form.unknowns.insert((cell, owner), Rational::ONE);
            } else if pieces & of != 0 {
                return None;
            }
        }
        Some(form)
    }

    /// A number as a sum of unknowns.
    fn form(&self, world: &mut State, expr: &Expr) -> Option<Form> {
        if !self.burn(8) {
            return None;
        }
        if let Some(known) = self.range(world, expr).known() {
            return Some(Form::constant(known));
        }
        match &expr.kind {
            ExprKind::Call(id, args) => {
                self.called(world, *id, args, |inner, world, body| inner.form(world, body)).flatten()
            }
            ExprKind::Before(of) => {
                world.before.as_ref()?;
                self.at_before(world, |world| self.form(world, of))
            }
            ExprKind::If(condition, then, otherwise) => match self.truth(world, condition)? {
                true => self.form(world, then),
                false => self.form(world, otherwise),
            },
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::Add, [a, b]) => self.form(world, a)?.plus(&self.form(world, b)?, Rational::ONE),
                (Builtin::Subtract, [a, b]) => {
                    self.form(world, a)?.plus(&self.form(world, b)?, Rational::ONE.negated()?)
                }
                (Builtin::Negate, [a]) => self.form(world, a)?.times(Rational::ONE.negated()?),
                (Builtin::Multiply, [a, b]) => match (self.range(world, a).known(), self.range(world, b).known()) {
                    (Some(n), _) => self.form(world, b)?.times(n),
                    (_, Some(n)) => self.form(world, a)?.times(n),
                    _ => None,
                },
                (Builtin::Divide, [a, b]) => {
                    let n = self.range(world, b).known().and_then(|n| Rational::ONE.over(n))?;
                    self.form(world, a)?.times(n)
                }
                (Builtin::Count, [set]) => {
                    let board: Vec<CellId> = self.board.iter().collect();
                    self.counted(world, set, board)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The number of cells of a set among some.
    fn counted(&self, world: &mut State, set: &Expr, among: Vec<CellId>) -> Option<Form> {
        if let Some(contents) = self.exact(world, set) {
            let mut form = Form::constant(Rational::ZERO);
            for cell in among {
                form = form.plus(&self.indicator(&world.known, cell, contents)?, Rational::ONE)?;
            }
            return Some(form);
        }
        if let ExprKind::Builtin(builtin @ (Builtin::Intersection | Builtin::Difference), parts) = &set.kind {
            let [a, b] = parts.as_slice() else { return None };
            let both = *builtin == Builtin::Intersection;
            for (fixed, open) in [(b, a), (a, b)] {
                let (must, may) = self.cells(world, fixed);
                if must == may && (both || std::ptr::eq(fixed, b)) {
                    let kept = among.into_iter().filter(|cell| may.contains(*cell) == both).collect();
                    return self.counted(world, open, kept);
                }
            }
        }
        None
    }
}
