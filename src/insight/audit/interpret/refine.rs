//! What follows for a state from a condition that holds in it, or does not.

use std::rc::Rc;

use super::builtins::is_whole;
use super::cells::{CellSet, Holding};
use super::contents::{Contents, EMPTY, NOBODY};
use super::evaluate::{Detail, Interpreter};
use super::range::Range;
use super::set::Set;
use super::state::{Fact, Says, State};
use super::value::Value;
use rulebook_language::model::{Builtin, Expr, ExprKind, Type};
use rulebook_language::util::Rational;

impl Interpreter<'_> {
    /// Takes it that a condition holds, or does not; false if that cannot be.
    pub fn refine(&self, state: &mut State, expr: &Expr, truth: bool) -> bool {
        let known = self.truth(state, expr);
        self.refine_known(state, expr, truth, known)
    }

    /// The same where it was just asked whether it holds.
    pub(super) fn refine_known(&self, state: &mut State, expr: &Expr, truth: bool, known: Option<bool>) -> bool {
        self.keep(state, expr, Says::Truth(truth));
        match known {
            Some(known) => return known == truth,
            None if self.exhausted() => return true,
            None => {}
        }
        match &expr.kind {
            ExprKind::Not(of) => self.refine(state, of, !truth),
            ExprKind::Call(id, args) => {
                self.called(state, *id, args, |inner, state, body| inner.refine(state, body, truth)).unwrap_or(true)
            }
            ExprKind::If(condition, then, otherwise) => match self.truth(state, condition) {
                Some(true) => self.refine(state, then, truth),
                Some(false) => self.refine(state, otherwise, truth),
                None => true,
            },
            ExprKind::Builtin(builtin, args) => self.refine_builtin(state, *builtin, args, truth),
            // All have it, or none of them: so has every one that is a member for certain.
            ExprKind::Quantified { every, local, over, condition } if *every == truth => {
                let mut members = self.members(state, over).into_iter().flatten().filter(|(_, certain)| *certain);
                members.all(|(member, _)| {
                    state.locals.insert(*local, member);
                    self.refine(state, condition, truth)
                })
            }
            _ => true,
        }
    }

    /// Keeps what is said of an expression beside the position, where that is done.
    fn keep(&self, state: &mut State, expr: &Expr, says: Says) {
        let is_nothing = matches!(says, Says::Number(range) if range == Range::ANY);
        if self.detail == Detail::AnyMember && !is_nothing {
            state.facts.push(Rc::new(Fact { expr: expr.clone(), says, at: state.now }));
        }
    }

    fn refine_builtin(&self, state: &mut State, builtin: Builtin, args: &[Expr], truth: bool) -> bool {
        match (builtin, args) {
            (Builtin::And, [a, b]) | (Builtin::Or, [a, b]) => {
                // Both hold (of an `and`), or neither (of an `or`).
                if (builtin == Builtin::And) == truth {
                    return self.refine(state, a, truth) && self.refine(state, b, truth);
                }
                match (self.truth(state, a), self.truth(state, b)) {
                    (Some(known), _) if known != truth => self.refine(state, b, truth),
                    (_, Some(known)) if known != truth => self.refine(state, a, truth),
                    _ => self.refine_either(state, [a, b], |inner, state, part| inner.refine(state, part, truth)),
                }
            }
            (Builtin::Contains, [cell, set]) => match self.one_cell(state, cell) {
                Some(cell) if truth => self.refine_inside(state, set, cell),
                Some(cell) => self.refine_outside(state, set, cell),
                None => {
                    let set = self.cell_set(state, set);
                    self.narrow(state, cell, &set, truth)
                }
            },
            (Builtin::NotEmpty | Builtin::IsEmpty, [set]) => {
                let may = self.cell_set(state, set).may;
                if truth == (builtin == Builtin::NotEmpty) {
                    return match may.single() {
                        Some(cell) => self.refine_inside(state, set, cell),
                        None => !may.is_empty(),
                    };
                }
                self.detail == Detail::AnyMember || may.iter().all(|cell| self.refine_outside(state, set, cell))
            }
            (Builtin::Equal | Builtin::NotEqual, [a, b]) => {
                let equal = truth == (builtin == Builtin::Equal);
                self.refine_equal(state, a, b, equal) && self.refine_equal(state, b, a, equal)
            }
            (Builtin::Less | Builtin::LessOrEqual, [a, b]) if a.ty == Type::Number => {
                // Of `not a < b`, b <= a.
                match truth {
                    true => self.refine_less(state, a, b, builtin == Builtin::Less),
                    false => self.refine_less(state, b, a, builtin == Builtin::LessOrEqual),
                }
            }
            _ => true,
        }
    }

    /// A number is less than another, or (where it is not `strict`) not more.
    fn refine_less(&self, state: &mut State, low: &Expr, high: &Expr, strict: bool) -> bool {
        let (below, above) = (self.range(state, high).high, self.range(state, low).low);
        if self.detail == Detail::AnyMember {
            let step = i64::from(strict && is_whole(low) && is_whole(high));
            let by = |number: Option<Rational>, by: i64| number.and_then(|n| n.plus(Rational::whole(by)));
            self.keep(state, low, Says::Number(Range { low: None, high: by(below, -step) }));
            self.keep(state, high, Says::Number(Range { low: by(above, step), high: None }));
        }
        let below = below.map(|n| last_below(n, strict));
        let above = above.and_then(Rational::negated).map(|n| -last_below(n, strict));
        self.bound(state, low, |bounds| bounds.1 = below.map_or(bounds.1, |n| bounds.1.min(n)))
            && self.bound(state, high, |bounds| bounds.0 = above.map_or(bounds.0, |n| bounds.0.max(n)))
    }

    /// Narrows the bounds of a counter that is named alone; false where nothing is left.
    fn bound(&self, state: &mut State, expr: &Expr, narrow: impl Fn(&mut (i64, i64))) -> bool {
        let ExprKind::Counter(counter, of) = &expr.kind else { return true };
        if !self.certain(state, of) {
            return true;
        }
        let indices = self.indices(state, self.game.counters[*counter].per, of);
        let [index] = indices.as_slice() else { return true };
        match state.known.counter_mut(*counter).and_then(|bounds| bounds.get_mut(*index)) {
            Some(bounds) => {
                narrow(bounds);
                bounds.0 <= bounds.1
            }
            None => true,
        }
    }

    fn refine_equal(&self, state: &mut State, a: &Expr, b: &Expr, equal: bool) -> bool {
        if a.ty == Type::Number && equal {
            let range = self.range(state, b);
            self.keep(state, a, Says::Number(range));
        }
        match &a.kind {
            ExprKind::Counter(..) => {
                let Some(n) = self.range(state, b).known() else { return true };
                self.bound(state, a, |bounds| match n.to_whole() {
                    Some(n) if equal => *bounds = (bounds.0.max(n), bounds.1.min(n)),
                    Some(n) => {
                        bounds.0 += i64::from(bounds.0 == n);
                        bounds.1 -= i64::from(bounds.1 == n);
                    }
                    None => {}
                })
            }
            ExprKind::Builtin(Builtin::Owner, of) => {
                let [cell] = of.as_slice() else { return true };
                // Who is equal to another is somebody.
                let players = self.players(state, b);
                let known = players.count_ones() == 1 && players != NOBODY;
                if !known && !equal {
                    return true;
                }
                let contents = self.codes.owned(players & !NOBODY);
                self.holds(state, cell, contents, equal)
            }
            ExprKind::Builtin(Builtin::KindOf, of) => {
                let [cell] = of.as_slice() else { return true };
                let Value::Kind(kinds) = self.value(state, b) else { return true };
                let (here, nowhere) = self.stands_on(state, cell);
                // What an empty cell's kind is, is left open.
                if kinds.count_ones() != 1 || here & EMPTY != 0 || nowhere {
                    return true;
                }
                self.holds(state, cell, self.codes.kinds(kinds), equal)
            }
            // Every cell is in both, or in neither.
            _ if equal && a.ty == Type::Cells && self.detail == Detail::EachMember => {
                let other = self.cell_set(state, b);
                let outside = self.cell_set(state, a).may.minus(&other.may);
                other.must.iter().all(|cell| self.refine_inside(state, a, cell))
                    && outside.iter().all(|cell| self.refine_outside(state, a, cell))
            }
            _ => true,
        }
    }

    /// A cell holds one of these, or none of them.
    fn holds(&self, state: &mut State, cell: &Expr, contents: Contents, truth: bool) -> bool {
        if let Some(cell) = self.one_cell(state, cell) {
            return state.known.refine(cell, if truth { contents } else { self.codes.all & !contents });
        }
        let all = CellSet::between(Set::empty(self.words()), self.board.clone());
        let set = CellSet { holding: Holding::all(contents, state.now), ..all };
        self.narrow(state, cell, &set, truth)
    }

    /// The cell of a name is, or is not, in a set; false if it cannot be.
    fn narrow(&self, state: &mut State, cell: &Expr, set: &CellSet, truth: bool) -> bool {
        let ExprKind::Local(local) = &cell.kind else { return true };
        let Value::Cell { among, nowhere, holding } = self.value(state, cell) else { return true };
        let all = CellSet { holding, ..CellSet::between(Set::empty(self.words()), among) };
        let before = self.seen(state, all);
        let left = if truth { before.and(set) } else { before.minus(set) };
        // What is in a set is on the board.
        let nowhere = nowhere && !truth;
        let possible = nowhere || !left.is_empty();
        let holding = Holding { exact: false, ..left.holding };
        state.locals.insert(*local, Value::Cell { among: left.may, nowhere, holding });
        possible
    }
}

/// The greatest whole number below another, or not above it.
fn last_below(n: Rational, strict: bool) -> i64 {
    let floor = n.numerator().div_euclid(n.denominator().max(1));
    if strict && n.to_whole().is_some() { floor - 1 } else { floor }
}
