//! What follows where a condition holds, or does not.

use super::bounds::Bounds;
use super::contents::Cells;
use super::facts::{Facts, Known};
use rulebook_language::model::row::Whole;
use rulebook_language::model::{Builtin, Expr, ExprKind, Type};

impl<'g> Facts<'g> {
    /// From here on a condition holds, or does not.
    pub fn suppose(&mut self, expr: &'g Expr, truth: bool) {
        if self.tired() {
            return;
        }
        self.supposed.push((expr, truth, self.time));
        match &expr.kind {
            ExprKind::Not(of) => self.suppose(of, !truth),
            ExprKind::Builtin(Builtin::And, parts) if truth => parts.iter().for_each(|part| self.suppose(part, true)),
            ExprKind::Builtin(Builtin::Or, parts) if !truth => parts.iter().for_each(|part| self.suppose(part, false)),
            // Either holds: a cell is in what either leaves of it.
            ExprKind::Builtin(Builtin::Or, parts) => self.suppose_either(parts),
            ExprKind::Builtin(builtin, args) => self.suppose_builtin(*builtin, args, truth),
            _ => {}
        }
    }

    fn suppose_either(&mut self, parts: &'g [Expr]) {
        let mut found: Option<Vec<(rulebook_language::model::LocalId, Cells)>> = None;
        for part in parts {
            let mut inner = self.clone();
            inner.suppose(part, true);
            let cells: Vec<_> = inner.locals.iter().map(|(local, known)| (*local, known.cells.clone())).collect();
            found = Some(match found {
                None => cells,
                Some(before) => before
                    .into_iter()
                    .filter_map(|(local, a)| {
                        let (_, b) = cells.iter().find(|(other, _)| *other == local)?;
                        Some((local, a.or(b)))
                    })
                    .collect(),
            });
        }
        for (local, cells) in found.into_iter().flatten() {
            if let Some(known) = self.locals.get_mut(&local).filter(|known| known.time == self.time) {
                known.cells = cells.part();
            }
        }
    }

    fn suppose_builtin(&mut self, builtin: Builtin, args: &'g [Expr], truth: bool) {
        match (builtin, args) {
            (Builtin::Contains, [cell, set]) => {
                let set = self.set(set);
                self.narrow(cell, &set, truth);
            }
            (Builtin::Equal, [a, b]) if a.ty == Type::Player => self.suppose_owner(a, b, truth),
            (Builtin::NotEqual, [a, b]) if a.ty == Type::Player => self.suppose_owner(a, b, !truth),
            (Builtin::Equal, [a, b]) if a.ty == Type::Number && truth => {
                let (x, y) = (self.number(a), self.number(b));
                self.numbers.push((a, y, self.time));
                self.numbers.push((b, x, self.time));
            }
            (Builtin::Less, [a, b]) if a.ty == Type::Number => self.suppose_less(a, b, truth),
            (Builtin::LessOrEqual, [a, b]) if a.ty == Type::Number => self.suppose_less(b, a, !truth),
            _ => {}
        }
    }

    /// `a < b`, or `b <= a`.
    fn suppose_less(&mut self, a: &'g Expr, b: &'g Expr, truth: bool) {
        use rulebook_language::util::Rational;
        let (x, y) = (self.number(a), self.number(b));
        let whole = self.is_whole(a) && self.is_whole(b);
        let step = |number: Option<Rational>, by: i64| {
            if truth && whole { number.and_then(|n| n.plus(Rational::whole(by))) } else { number }
        };
        if truth {
            self.numbers.push((a, Bounds { low: None, high: step(y.high, -1) }, self.time));
            self.numbers.push((b, Bounds { low: step(x.low, 1), high: None }, self.time));
        } else {
            self.numbers.push((a, Bounds { low: y.low, high: None }, self.time));
            self.numbers.push((b, Bounds { low: None, high: x.high }, self.time));
        }
    }

    /// Whether a number is surely whole.
    pub(super) fn is_whole(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Number(number) => number.to_whole().is_some(),
            ExprKind::Counter(..) => true,
            ExprKind::Builtin(builtin, args) => match builtin.row().whole {
                Whole::Always => true,
                Whole::WithArguments => args.iter().all(|arg| self.is_whole(arg)),
                Whole::Unknown => false,
            },
            _ => false,
        }
    }

    fn suppose_owner(&mut self, a: &'g Expr, b: &'g Expr, truth: bool) {
        let (who, cell) = match (&a.kind, &b.kind) {
            (ExprKind::Builtin(Builtin::Owner, cell), _) => (b, cell.first()),
            (_, ExprKind::Builtin(Builtin::Owner, cell)) => (a, cell.first()),
            _ => return,
        };
        let owned = self.of_owner(who);
        if let Some(cell) = cell {
            self.narrow(cell, &owned, truth);
        }
    }

    /// A cell is, or is not, in a set.
    fn narrow(&mut self, cell: &'g Expr, set: &Cells, truth: bool) {
        let ExprKind::Local(local) = &cell.kind else { return };
        let before = self.set(cell);
        let surely = self.surely(cell);
        let cells = if truth { before.and(set) } else { before.minus(set) }.part();
        let number = Bounds::ANY;
        // What is in a set is on the board.
        self.locals.insert(*local, Known { cells, number, surely: surely || truth, time: self.time });
    }
}

/// Whether all that a condition says is followed up by [`Facts::suppose`].
pub fn is_understood(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(of) => is_understood(of),
        ExprKind::Builtin(Builtin::And | Builtin::Or, parts) => parts.iter().all(is_understood),
        ExprKind::Builtin(Builtin::Less | Builtin::LessOrEqual, args) => {
            // A number says nothing of what stands on a cell, unless it is made of that.
            args.iter().all(|arg| matches!(arg.kind, ExprKind::Number(_) | ExprKind::Counter(..)) || is_place(arg))
        }
        ExprKind::Builtin(Builtin::Contains | Builtin::Equal | Builtin::NotEqual, args) => {
            args.first().is_some_and(|arg| matches!(arg.kind, ExprKind::Local(_)) || is_place(arg))
                && args.get(1).is_some_and(|set| !matches!(set.kind, ExprKind::Call(..) | ExprKind::Filter { .. }))
        }
        _ => false,
    }
}

/// Whether a number is of a cell's place alone.
fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Builtin(Builtin::Owner, _) => true,
        ExprKind::Builtin(builtin, _) => builtin.row().place.is_some(),
        _ => false,
    }
}
