//! What follows for a position from a condition that holds in it, or does not.

use super::known::{Contents, EMPTY, World};
use super::reason::Reason;
use super::value::{NOBODY, Value};
use rulebook_language::model::{Builtin, Expr, ExprKind};
use rulebook_language::topology::CellId;
use rulebook_language::util::{Id, Rational};

impl Reason<'_> {
    /// Takes it that a condition holds, or does not; false if that cannot be.
    pub fn assume(&self, world: &mut World, expr: &Expr, truth: bool) -> bool {
        match self.truth(world, expr) {
            Some(known) => return known == truth,
            None if self.exhausted() => return true,
            None => {}
        }
        match &expr.kind {
            ExprKind::Not(of) => self.assume(world, of, !truth),
            ExprKind::Call(id, args) => {
                let Some(definition) = self.game.definitions.get(*id) else { return true };
                let values: Vec<Value> = args.iter().map(|arg| self.value(world, arg)).collect();
                world.locals.extend(definition.params.iter().copied().zip(values));
                self.assume(world, &definition.body, truth)
            }
            ExprKind::If(condition, then, otherwise) => match self.truth(world, condition) {
                Some(true) => self.assume(world, then, truth),
                Some(false) => self.assume(world, otherwise, truth),
                None => true,
            },
            ExprKind::Builtin(builtin, args) => self.assume_builtin(world, *builtin, args, truth),
            // All have it, or none of them: so has every one that is a member for certain.
            ExprKind::Quantified { every, local, over, condition } if *every == truth => {
                let members = self.members(world, over).unwrap_or_default();
                members.into_iter().filter(|(_, certain)| *certain).all(|(member, _)| {
                    world.locals.insert(*local, member);
                    self.assume(world, condition, truth)
                })
            }
            _ => true,
        }
    }

    fn assume_builtin(&self, world: &mut World, builtin: Builtin, args: &[Expr], truth: bool) -> bool {
        match (builtin, args) {
            (Builtin::And, [a, b]) | (Builtin::Or, [a, b]) => {
                // Both hold (of an `and`), or neither (of an `or`).
                if (builtin == Builtin::And) == truth {
                    return self.assume(world, a, truth) && self.assume(world, b, truth);
                }
                match (self.truth(world, a), self.truth(world, b)) {
                    (Some(known), _) if known != truth => self.assume(world, b, truth),
                    (_, Some(known)) if known != truth => self.assume(world, a, truth),
                    _ => true,
                }
            }
            (Builtin::Contains, [cell, set]) => match self.one_cell(world, cell) {
                Some(cell) if truth => self.assume_member(world, set, cell),
                Some(cell) => self.assume_outside(world, set, cell),
                None => true,
            },
            (Builtin::NotEmpty | Builtin::IsEmpty, [set]) => {
                let (_, may) = self.cells(world, set);
                if truth == (builtin == Builtin::NotEmpty) {
                    return match may.single() {
                        Some(cell) => self.assume_member(world, set, cell),
                        None => !may.is_empty(),
                    };
                }
                may.iter().all(|cell| self.assume_outside(world, set, cell))
            }
            (Builtin::Equal | Builtin::NotEqual, [a, b]) => {
                let equal = truth == (builtin == Builtin::Equal);
                self.assume_equal(world, a, b, equal) && self.assume_equal(world, b, a, equal)
            }
            (Builtin::Less | Builtin::LessOrEqual, [a, b]) => {
                // Of `not a < b`, b <= a.
                let (low, high, strict) =
                    if truth { (a, b, builtin == Builtin::Less) } else { (b, a, builtin == Builtin::LessOrEqual) };
                let (below, above) = (self.range(world, high).high, self.range(world, low).low);
                let below = below.map(|n| last_below(n, strict));
                let above = above.and_then(Rational::negated).map(|n| -last_below(n, strict));
                self.bound(world, low, |bounds| bounds.1 = below.map_or(bounds.1, |n| bounds.1.min(n)))
                    && self.bound(world, high, |bounds| bounds.0 = above.map_or(bounds.0, |n| bounds.0.max(n)))
            }
            _ => true,
        }
    }

    /// Narrows the bounds of a counter that is named alone; false where nothing is left.
    fn bound(&self, world: &mut World, expr: &Expr, narrow: impl Fn(&mut (i64, i64))) -> bool {
        let ExprKind::Counter(counter, of) = &expr.kind else { return true };
        if !self.certain(world, of.as_deref()) {
            return true;
        }
        let indices = self.indices(world, self.game.counters[*counter].per, of.as_deref());
        let [index] = indices.as_slice() else { return true };
        match world.known.counters.get_mut(counter.index()).and_then(|bounds| bounds.get_mut(*index)) {
            Some(bounds) => {
                narrow(bounds);
                bounds.0 <= bounds.1
            }
            None => true,
        }
    }

    fn assume_equal(&self, world: &mut World, a: &Expr, b: &Expr, equal: bool) -> bool {
        let told = |contents: Contents, within: Contents| if equal { contents & within } else { contents & !within };
        match &a.kind {
            ExprKind::Counter(..) => {
                let Some(n) = self.range(world, b).known() else { return true };
                self.bound(world, a, |bounds| match n.to_whole() {
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
                let (Some(cell), mask) = (self.one_cell(world, cell), self.players(world, b)) else { return true };
                if mask.count_ones() != 1 || mask == NOBODY {
                    return true;
                }
                let contents = told(self.codes.all, self.codes.owned(mask));
                world.known.refine(cell, contents)
            }
            ExprKind::Builtin(Builtin::KindOf, of) => {
                let [cell] = of.as_slice() else { return true };
                let (Some(cell), Value::Kind(mask)) = (self.one_cell(world, cell), self.value(world, b)) else {
                    return true;
                };
                let empty = world.known.at(cell) & EMPTY;
                if mask.count_ones() != 1 || empty != 0 {
                    return true;
                }
                let contents = told(self.codes.all, self.codes.kinds(mask));
                world.known.refine(cell, contents)
            }
            _ => true,
        }
    }

    /// Takes it that a cell is in a set; false if it cannot be.
    pub fn assume_member(&self, world: &mut World, set: &Expr, cell: CellId) -> bool {
        if !self.cells(world, set).1.contains(cell) {
            return self.exhausted();
        }
        match &set.kind {
            ExprKind::Call(id, args) => {
                let Some(definition) = self.game.definitions.get(*id) else { return true };
                let values: Vec<Value> = args.iter().map(|arg| self.value(world, arg)).collect();
                world.locals.extend(definition.params.iter().copied().zip(values));
                self.assume_member(world, &definition.body, cell)
            }
            ExprKind::If(condition, then, otherwise) => match self.truth(world, condition) {
                Some(true) => self.assume_member(world, then, cell),
                Some(false) => self.assume_member(world, otherwise, cell),
                None => self.assume_either(world, then, otherwise, cell),
            },
            ExprKind::Filter { local, over, condition } => {
                if !self.assume_member(world, over, cell) {
                    return false;
                }
                let one = super::set::Set::of(self.words(), [cell]);
                world.locals.insert(*local, Value::Cell { among: one, nowhere: false });
                self.assume(world, condition, true)
            }
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::Intersection, [a, b]) => {
                    self.assume_member(world, a, cell) && self.assume_member(world, b, cell)
                }
                (Builtin::Union, [a, b]) => self.assume_either(world, a, b, cell),
                (Builtin::Difference, [a, b]) => {
                    self.assume_member(world, a, cell) && self.assume_outside(world, b, cell)
                }
                // Every cell of such a set is one of the cells that the line leads through.
                (Builtin::Ray | Builtin::Flanked, [_, _, through, ..]) => self.assume_member(world, through, cell),
                (Builtin::Sight, _) => world.known.refine(cell, self.codes.all & !EMPTY),
                _ => self.assume_inside(world, set, cell),
            },
            ExprKind::Marked(mark) => {
                if let Some((must, _)) = world.known.marks.get_mut(mark.index()) {
                    must.insert(cell);
                }
                true
            }
            _ => self.assume_inside(world, set, cell),
        }
    }

    fn assume_inside(&self, world: &mut World, set: &Expr, cell: CellId) -> bool {
        match self.exact(world, set) {
            Some(contents) => world.known.refine(cell, contents),
            None => true,
        }
    }

    fn assume_either(&self, world: &mut World, a: &Expr, b: &Expr, cell: CellId) -> bool {
        if !self.burn(world.known.contents.len()) {
            return true;
        }
        let mut other = world.clone();
        match (self.assume_member(world, a, cell), self.assume_member(&mut other, b, cell)) {
            (true, true) => world.join(&other),
            (false, true) => *world = other,
            (true, false) => {}
            (false, false) => return false,
        }
        true
    }

    /// The contents that put a cell into a set, where contents alone decide it.
    pub fn exact(&self, world: &mut World, set: &Expr) -> Option<Contents> {
        match &set.kind {
            ExprKind::Pieces { kind, owner } => self.pieces(world, *kind, owner.as_deref()),
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::Union, [a, b]) => Some(self.exact(world, a)? | self.exact(world, b)?),
                (Builtin::Intersection, [a, b]) => Some(self.exact(world, a)? & self.exact(world, b)?),
                (Builtin::Difference, [a, b]) => Some(self.exact(world, a)? & !self.exact(world, b)?),
                _ => self.contents_of(world, *builtin, args),
            },
            ExprKind::Call(id, args) if args.is_empty() => {
                let definition = self.game.definitions.get(*id)?;
                self.exact(world, &definition.body)
            }
            _ => None,
        }
    }

    /// Takes it that a cell is not in a set; false if it cannot be.
    fn assume_outside(&self, world: &mut World, set: &Expr, cell: CellId) -> bool {
        if let Some(exact) = self.exact(world, set) {
            return world.known.refine(cell, self.codes.all & !exact);
        }
        match &set.kind {
            ExprKind::Builtin(Builtin::Union, parts) => parts.iter().all(|part| self.assume_outside(world, part, cell)),
            ExprKind::Marked(mark) => {
                if let Some((_, may)) = world.known.marks.get_mut(mark.index()) {
                    may.remove(cell);
                }
                true
            }
            _ => true,
        }
    }
}

/// The greatest whole number below another, or not above it.
fn last_below(n: Rational, strict: bool) -> i64 {
    let floor = n.numerator().div_euclid(n.denominator().max(1));
    if strict && n.to_whole().is_some() { floor - 1 } else { floor }
}
