//! Numbers of cells, and numbers that cells have.

use super::lifter::{Lifted, Lifter, has, not_batchable};
use super::value::{Cell, Cells, LiftedValue, Number, Path, Sliced, Truth};
use crate::op::{Op, Reg};
use rulebook_language::model::{Builtin, Expr, ExprKind};
use rulebook_language::topology::CellId;
use rulebook_language::util::{Id, Rational};

impl<'g> Lifter<'g> {
    /// How many neighbours of a cell are in a set, worked out for every cell of the board at once and looked up at the cell's place;
    /// nothing where that is not what is asked.
    pub fn count_near(&mut self, set: &'g Expr) -> Lifted<Option<Number>> {
        let ExprKind::Builtin(Builtin::Intersection, args) = &set.kind else { return Ok(None) };
        let [a, b] = args.as_slice() else { return Ok(None) };
        let (near, other) = match (&a.kind, &b.kind) {
            (ExprKind::Neighbours(..), _) => (a, b),
            (_, ExprKind::Neighbours(..)) => (b, a),
            _ => return Ok(None),
        };
        let ExprKind::Neighbours(relation, of) = &near.kind else { return Ok(None) };
        let LiftedValue::Cell(Cell::At(frame, path)) = self.lift(of)? else { return Ok(None) };
        let members = self.cells(other)?;
        let whole = Cells { dense: members.dense.clone(), ..Cells::default() };
        // Parts under a condition on the cell itself are not the same for all.
        let steady = members.dense.iter().all(|(truth, _)| matches!(truth, Truth::Known(_) | Truth::Mask(_)));
        if frame != self.frame || members.is_sparse() || !steady {
            return Ok(None);
        }
        let whole = self.dense(&whole)?;
        let mut number = Sliced::known(0, 1);
        let board = &self.game.board;
        for direction in board.relation_directions(*relation) {
            let inside = self.stepped_back(whole, *direction);
            number.add_away(&path, 0, [Truth::Field(inside)]);
            // Where a move has changed a neighbour, what it was is taken away, and what it is added.
            for to in self.all_further(&path, *direction) {
                let changed = members.points.iter().find(|(point, _)| point.by == to.by);
                if changed.is_some() {
                    let fact = members.facts.iter().find(|(fact, _)| fact.by == to.by).map(|(_, known)| *known);
                    let was = match fact {
                        Some(known) => Truth::Known(known),
                        None => Truth::Field(self.back(&to, whole)),
                    };
                    // The cell that everything is asked of is always there.
                    let leads = if to.by == 0 { Truth::Known(true) } else { self.leads(&to) };
                    let was = self.both(was, leads);
                    let now = self.member_at(&members, &to);
                    if was != now {
                        Sliced::add(&mut number.less, 0, [was]);
                        Sliced::add(&mut number.more, 0, [now]);
                    }
                }
            }
        }
        Ok(Some(Number::Sliced(number)))
    }

    /// How many members a set has.
    pub fn count(&mut self, set: &Cells) -> Lifted<Number> {
        if set.is_sparse() {
            let mut sliced = Sliced::known(0, 1);
            Sliced::add(&mut sliced.more, 0, set.points.iter().map(|(_, truth)| *truth));
            return Ok(Number::Sliced(sliced));
        }
        let a = self.dense(set)?;
        Ok(Number::Whole(self.value_of(Op::Count { d: 0, a }), 1))
    }

    /// The least number of steps from a cell that is picked to one that never changes, or the other way round.
    pub fn distance(&mut self, a: &'g Expr, b: &'g Expr) -> Lifted<Number> {
        let board = &self.game.board;
        let (from, to) = (self.cell(a)?, self.cell(b)?);
        if let (Cell::At(one, a), Cell::At(other, b)) = (&from, &to)
            && *one == self.frame
            && *other == self.frame
        {
            return self.distance_on_way(a, b);
        }
        if let Cell::One(_) | Cell::Known(_) = from
            && let Cell::One(_) | Cell::Known(_) = to
        {
            let (a, b) = (self.only(&from)?, self.only(&to)?);
            let (a, b) = (self.dense(&a)?, self.dense(&b)?);
            self.asks_distances = true;
            return Ok(Number::Whole(self.value_of(Op::Distance { d: 0, a, b }), 1));
        }
        let (path, to) = match (from, to) {
            (Cell::At(frame, path), Cell::Known(to)) | (Cell::Known(to), Cell::At(frame, path))
                if frame == self.frame =>
            {
                (path, to)
            }
            _ => return Err(not_batchable("a distance between cells that both change, or after a pick")),
        };
        let adjacent =
            board.find_relation("adjacent").ok_or(not_batchable("distances on a board without neighbours"))?;
        let steps = board.distances(adjacent, to);
        if board.cells().any(|cell| steps[cell.index()].is_none()) {
            return Err(not_batchable("distances on a board of several parts"));
        }
        // One more of cells, so that it is -1 where the path leads to none.
        let mut number = self.table(&path, |cell| 1 + u32::from(steps[cell.index()].unwrap_or_default()));
        if let Number::Sliced(sliced) = &mut number {
            sliced.plus -= 1;
        }
        Ok(number)
    }

    /// The least number of steps between the cells at the ends of two paths, where that is the same wherever both lead to one. Where
    /// one of them leads nowhere, the number is of no meaning to a condition that asks for both cells.
    fn distance_on_way(&mut self, a: &Path, b: &Path) -> Lifted<Number> {
        let board = &self.game.board;
        let adjacent =
            board.find_relation("adjacent").ok_or(not_batchable("distances on a board without neighbours"))?;
        let ring = board.ring();
        let further =
            |slot: usize, path: &Path| has(&path.from, slot).then(|| CellId(ring.further(slot, path.by as i16) as u16));
        let mut found = None;
        for slot in 0..board.slots() {
            let (Some(from), Some(to)) = (further(slot, a), further(slot, b)) else { continue };
            let Some(steps) = board.distances(adjacent, from)[to.index()] else {
                return Err(not_batchable("distances on a board of several parts"));
            };
            if *found.get_or_insert(steps) != steps {
                return Err(not_batchable("a distance that is not the same everywhere"));
            }
        }
        Ok(Self::rational(Rational::whole(i64::from(found.unwrap_or_default()))))
    }

    /// A number of the one cell of a register, by a table; 0 where there is none.
    pub fn looked_up(&mut self, reg: Reg, value: impl Fn(CellId) -> u32) -> Number {
        let cells: Vec<CellId> = self.game.board.cells().collect();
        let bits = u32::BITS - cells.iter().map(|cell| value(*cell)).max().unwrap_or_default().leading_zeros();
        let mut planes = Vec::new();
        for bit in 0..bits {
            let words = self.words_of(cells.iter().copied().filter(|cell| value(*cell) >> bit & 1 == 1));
            planes.push(self.constant(words));
        }
        Number::Whole(self.weighed(reg, &planes), 1)
    }

    /// A table of numbers by cell, for the cell at the end of a path.
    pub fn table(&mut self, path: &Path, value: impl Fn(CellId) -> u32) -> Number {
        let mut bits: Vec<Vec<u64>> = Vec::new();
        let board = &self.game.board;
        for slot in (0..board.slots()).filter(|slot| has(board.mask(), *slot)) {
            let number = value(CellId(slot as u16));
            for bit in (0..32).filter(|bit| number >> bit & 1 == 1) {
                if bits.len() <= bit {
                    bits.resize(bit + 1, vec![0; board.words()]);
                }
                bits[bit][slot / 64] |= 1 << (slot % 64);
            }
        }
        let mut sliced = Sliced::known(0, 1);
        for (weight, words) in bits.into_iter().enumerate() {
            if words.iter().any(|word| *word != 0) {
                let truth = if words == board.mask() { Truth::Known(true) } else { Truth::Field(self.constant(words)) };
                sliced.add_away(path, weight, [truth]);
            }
        }
        Number::Sliced(sliced)
    }
}
