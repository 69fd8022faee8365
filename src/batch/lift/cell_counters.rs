//! Counters of cells: sets of the cells of which a bit is 1, lowest bit first.

use super::effects::Making;
use super::lifter::{Lifted, Lifter, NotBatchable, View, has, not_batchable};
use super::memory::EARLIER;
use super::value::{Cell, Cells, LiftedValue, Number, Sliced, Truth};
use crate::op::{Op, Reg, RegisterKind};
use crate::program::{CellCounter, Sowing, State};
use rulebook_language::model::{Counter, CounterId, Expr, ExprKind, Index, LocalId, Per, Sow};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// So many cells are gone through one by one.
const FEW: usize = 4;
/// The most bits of a counter of cells.
const MAX_BITS: u32 = 16;

impl<'g> Lifter<'g> {
    /// Registers for the counters of cells. The planes before them are as many as said.
    pub fn cell_counters(&mut self, state: &mut State, mut first: usize) -> Lifted<()> {
        let game = self.game;
        self.cell_counters.clear();
        for (id, counter) in game.counters.iter_ids() {
            let bits = if counter.per.has(Index::Cell) { bits_of(counter)? } else { 0 };
            self.cell_counters.push(first..first + bits);
            first += bits;
            if bits > 0 {
                let planes = (0..bits).map(|_| self.lasting_reg(RegisterKind::Set)).collect();
                state.counts.push(CellCounter { planes, offset: self.layout.counter(id) });
            }
        }
        Ok(())
    }

    /// Whether a counter counts for each cell.
    pub fn is_of_cells(&self, counter: CounterId) -> bool {
        self.game.counters[counter].per.has(Index::Cell)
    }

    fn bit_planes(&self, counter: CounterId) -> Lifted<Vec<Cells>> {
        if self.view == View::TurnStart {
            return Err(not_batchable("a counter of cells as it was at the start of the turn"));
        }
        Ok(self.cell_counters[counter.index()].clone().map(|plane| self.plane(plane)).collect())
    }

    /// What a counter of cells is on a cell.
    pub fn count_on(&mut self, counter: CounterId, cell: &'g Expr) -> Lifted<Number> {
        let planes = self.bit_planes(counter)?;
        self.number_on(planes, cell)
    }

    /// The number of which planes are the bits, lowest first, on a cell.
    pub fn number_on(&mut self, planes: Vec<Cells>, cell: &'g Expr) -> Lifted<Number> {
        let cell = self.cell(cell)?;
        if let Cell::At(..) | Cell::Among(..) = cell {
            let mut number = Sliced::known(0, 1);
            for (bit, plane) in planes.iter().enumerate() {
                let is_one = self.member(plane, &cell)?;
                Sliced::add(&mut number.more, bit, [is_one]);
            }
            return Ok(Number::Sliced(number));
        }
        let only = self.only(&cell)?;
        let only = self.dense(&only)?;
        let mut bits = Vec::new();
        for plane in &planes {
            bits.push(self.dense(plane)?);
        }
        Ok(Number::Whole(self.weighed(only, &bits), 1))
    }

    /// The sum of the numbers of a set's cells, given bit by bit, lowest first.
    pub fn weighed(&mut self, set: Reg, bits: &[Reg]) -> Reg {
        let mut sum = self.constant_number(0);
        for bit in bits.iter().rev() {
            sum = self.value_of(Op::Weigh { d: 0, a: sum, x: set.min(*bit), y: set.max(*bit) });
        }
        sum
    }

    /// The sum of what a number is for each cell of a set.
    pub fn sum_over(&mut self, local: LocalId, set: &Cells, body: &'g Expr) -> Lifted<Number> {
        let set = self.dense(set)?;
        let number = self.in_frame(local, body, |lifter| {
            let here = lifter.here();
            lifter.believe_of(set, &here);
            lifter.bound.insert(local, LiftedValue::Cell(Cell::At(lifter.frame, here)));
            lifter.number(body)
        })?;
        let count = self.value_of(Op::Count { d: 0, a: set });
        let sliced = match number {
            Number::Whole(reg, scale) => {
                return Ok(Number::Whole(self.value_of(Op::Multiply { d: 0, a: count, b: reg }), scale));
            }
            Number::Sliced(sliced) => self.brought_here(&sliced)?,
        };
        let plus = self.constant_number(sliced.plus);
        let mut sum = self.value_of(Op::Multiply { d: 0, a: count, b: plus });
        for (places, is_less) in [(sliced.more, false), (sliced.less, true)] {
            let bits: Vec<Reg> = self.bits(places)?.into_iter().map(|bit| self.field(bit)).collect();
            if bits.is_empty() {
                continue;
            }
            let b = self.weighed(set, &bits);
            sum = self.value_of(if is_less { Op::Subtract { d: 0, a: sum, b } } else { Op::Add { d: 0, a: sum, b } });
        }
        Ok(Number::Whole(sum, sliced.scale))
    }

    /// Gives a counter a value, which is within its range, on some cells.
    pub fn count_cells(&mut self, counter: CounterId, cells: Reg, value: Reg) -> Lifted<()> {
        let cells = self.carriers_among(counter, cells)?;
        let known = self.constants.iter().find(|(_, reg)| **reg == value).map(|(op, _)| *op);
        for (bit, plane) in self.cell_counters[counter.index()].clone().enumerate() {
            let is_one = match known {
                Some(Op::Number { number, .. }) => Truth::Known(self.numbers[usize::from(number)] >> bit & 1 == 1),
                _ => Truth::Mask(self.value_of(Op::Bit { d: 0, a: value, bit: bit as u8 })),
            };
            self.set_bit(plane, cells, is_one)?;
        }
        Ok(())
    }

    /// Some cells come to be in a plane where something holds, and in no other case.
    pub fn set_bit(&mut self, plane: usize, cells: Reg, is_one: Truth) -> Lifted<()> {
        let old = self.now(plane)?;
        let new = match is_one {
            Truth::Known(true) => self.union(old, cells),
            Truth::Known(false) => self.difference(old, cells),
            Truth::Mask(mask) => {
                let rest = self.difference(old, cells);
                let some = self.value_of(Op::Where { d: 0, a: cells, mask });
                self.union(rest, some)
            }
            Truth::Field(of) => {
                let rest = self.difference(old, cells);
                let some = self.intersection(of, cells);
                self.union(rest, some)
            }
        };
        self.planes[plane] = Cells::of(new);
        Ok(())
    }

    /// Gives a counter a value on each cell of a set, which may depend on what it is on that cell.
    pub fn count_each(
        &mut self,
        (local, set, condition): (LocalId, Reg, Option<&'g Expr>),
        (counter, value): (CounterId, &'g Expr),
        making: &Making,
    ) -> Lifted<()> {
        let (low, high) = (self.game.counters[counter].low, self.game.counters[counter].high);
        if let Some(cells) = self.few_known(set) {
            for cell in cells {
                self.bound.insert(local, LiftedValue::Cell(Cell::Known(cell)));
                let holds = condition.map_or(Ok(Truth::Known(true)), |condition| self.truth(condition))?;
                let where_made = self.both(making.where_made, holds);
                let number = self.number(value)?;
                let value = self.unscaled(&number, "a counter of fractions")?;
                let value = self.in_range(value, low, high);
                let words = self.words_of([cell]);
                let one = self.constant(words);
                let one = Cells::of(one);
                let one = self.only_if(&one, where_made);
                let one = self.dense(&one)?;
                self.count_cells(counter, one, value)?;
            }
            return Ok(());
        }
        // One after another comes to the same where none asks for the others.
        if [Some(value), condition].into_iter().flatten().any(|asked| self.asks_elsewhere(asked, counter, local)) {
            return Err(not_batchable("a counter of cells that depends on what it is on other cells"));
        }
        let meant = self.members_meant((local, set, condition), making)?;
        let bits = self.in_frame(local, value, |lifter| {
            let here = lifter.here();
            lifter.bound.insert(local, LiftedValue::Cell(Cell::At(lifter.frame, here)));
            let number = lifter.number(value)?;
            let sliced = match number {
                Number::Sliced(sliced) if sliced.scale == 1 => lifter.brought_here(&sliced)?,
                // The same for all cells.
                other => {
                    let reg = lifter.unscaled(&other, "a counter of fractions")?;
                    return Ok(Err(lifter.in_range(reg, low, high)));
                }
            };
            let bits = lifter.low_bits(&sliced, lifter.cell_counters[counter.index()].len())?;
            let ends = [low, high].map(|end| Number::Sliced(Sliced::known(end, 1)));
            let number = Number::Sliced(sliced);
            let (below, above) = (lifter.less(&number, &ends[0])?, lifter.less(&ends[1], &number)?);
            let kept = bits.into_iter().enumerate().map(|(bit, is_one)| {
                let is_one = lifter.chosen(below, Truth::Known(low >> bit & 1 == 1), is_one);
                lifter.chosen(above, Truth::Known(high >> bit & 1 == 1), is_one)
            });
            Ok(Ok(kept.collect::<Vec<_>>()))
        })?;
        let bits = match bits {
            Ok(bits) => bits,
            Err(value) => return self.count_cells(counter, meant, value),
        };
        let meant = self.carriers_among(counter, meant)?;
        for (plane, is_one) in self.cell_counters[counter.index()].clone().zip(bits) {
            self.set_bit(plane, meant, is_one)?;
        }
        Ok(())
    }

    /// The members of a set that never changes, if they are few.
    fn few_known(&self, set: Reg) -> Option<Vec<CellId>> {
        let Some(Op::Const { set, .. }) = self.made_by(set) else { return None };
        let words = &self.sets[usize::from(set)];
        let cells: Vec<CellId> = self.game.board.cells().filter(|cell| has(words, cell.index())).collect();
        (cells.len() <= FEW).then_some(cells)
    }

    /// The lowest bits of a number of each cell, as of one that is a power of two more where it is below zero.
    pub fn low_bits(&mut self, number: &Sliced, bits: usize) -> Lifted<Vec<Truth>> {
        let (mut places, mut plus) = (number.more.clone(), number.plus);
        for (weight, truths) in number.less.iter().enumerate() {
            for truth in truths {
                // What is taken away is added where it is not, and taken away everywhere.
                let not = self.not(*truth);
                Sliced::add(&mut places, weight, [not]);
                plus -= 1 << weight;
            }
        }
        for bit in (0..bits).filter(|bit| plus >> bit & 1 == 1) {
            Sliced::add(&mut places, bit, [Truth::Known(true)]);
        }
        let mut sum = self.bits(places)?;
        sum.resize(bits, Truth::Known(false));
        Ok(sum)
    }

    /// A number, or what is nearest to it from one number to another.
    pub fn in_range(&mut self, number: Reg, low: i64, high: i64) -> Reg {
        let (low, high) = (self.constant_number(low), self.constant_number(high));
        if number == low || number == high {
            return number;
        }
        let above = self.value_of(Op::Less { d: 0, a: high, b: number });
        let number = self.value_of(Op::Choose { d: 0, a: high, b: number, mask: above });
        let below = self.value_of(Op::Less { d: 0, a: number, b: low });
        self.value_of(Op::Choose { d: 0, a: low, b: number, mask: below })
    }

    /// Whether an expression asks what a counter is on another cell than that of a name.
    fn asks_elsewhere(&self, expr: &Expr, counter: CounterId, local: LocalId) -> bool {
        let mut asks = false;
        expr.visit(&mut |part| {
            asks |= match &part.kind {
                ExprKind::Counter(known, of) if *known == counter => {
                    !of.iter().all(|of| matches!(of.kind, ExprKind::Local(known) if known == local))
                }
                // There the cell has another name.
                ExprKind::Call(id, _) => {
                    let mut reads = false;
                    self.game.definitions[*id].body.visit(&mut |part| {
                        reads |= matches!(part.kind, ExprKind::Counter(..) | ExprKind::Call(..));
                    });
                    reads
                }
                _ => false,
            };
        });
        asks
    }

    /// Sows from a cell.
    pub fn sow(&mut self, sow: &'g Sow, making: &Making) -> Lifted<()> {
        if sow.hand.is_some() {
            return Err(not_batchable("sowing from the hand"));
        }
        if sow.again.is_some() {
            return Err(not_batchable("sowing that goes on from the last cell"));
        }
        let counter = &self.game.counters[sow.counter];
        let leaving = match &sow.leaving {
            Some(leaving) => {
                let number = self.number(leaving)?;
                self.unscaled(&number, "a fraction of a seed")?
            }
            None => self.constant_number(counter.low.max(0)),
        };
        let [way] = self.directions(&sow.along)?[..] else { return Err(WAYS) };
        let skipping = match &sow.skipping {
            Some(cells) => self.cells(cells)?,
            None => Cells::none(),
        };
        let skipping = self.dense(&skipping)?;
        let board = &self.game.board;
        let mut next = vec![Sowing::NOWHERE; board.slots()];
        for cell in board.cells() {
            next[cell.index()] = board.step(cell, way).map_or(Sowing::NOWHERE, |next| next.index() as u16);
        }
        let sowing = Sowing { next, high: counter.high as u64 };
        let place = match self.sowings.iter().position(|known| *known == sowing) {
            Some(place) => place,
            None => {
                self.sowings.push(sowing);
                self.sowings.len() - 1
            }
        };
        let from = self.affected(&sow.from, making)?;
        let planes = self.cell_counters[sow.counter.index()].clone();
        for (bit, plane) in planes.clone().enumerate() {
            let a = self.now(plane)?;
            self.ops.push(Op::WriteBit { a, bit: bit as u8 });
        }
        let last = self.reg(RegisterKind::Set);
        self.ops.push(Op::Sow { d: last, a: from, skipping, leaving, sowing: place as u16 });
        for (bit, plane) in planes.enumerate() {
            let d = self.reg(RegisterKind::Set);
            self.ops.push(Op::ReadBit { d, bit: bit as u8 });
            self.planes[plane] = Cells::of(d);
        }
        let sown = self.sown.ok_or(EARLIER)?;
        self.remember_cell(sown, last, making.where_made)
    }
}

/// How many bits a counter of cells has.
fn bits_of(counter: &Counter) -> Lifted<usize> {
    let (low, high) = counter.bounds();
    let bits = u64::BITS - (high.max(0) as u64).leading_zeros();
    if counter.per != Per::CELL || low < 0 || bits > MAX_BITS {
        return Err(not_batchable("a counter of cells of another form, or of very large or negative numbers"));
    }
    Ok(bits as usize)
}

const WAYS: NotBatchable = not_batchable("sowing in a direction that changes");
