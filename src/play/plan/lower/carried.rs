//! What pieces carry, as pieces come, go and change. Marks go with the planes of pieces wherever these go together; numbers are kept for
//! cells, and are moved here.

use super::builder::Builder;
use crate::plan::op::{Op, Reg};
use rulebook_language::model::{CounterId, KindId};

impl Builder<'_> {
    /// Pieces that were just put on cells carry no mark, and the numbers that they begin with.
    pub fn begin_carried(&mut self, on: Reg) {
        for (mark, _) in self.game.carried_marks() {
            self.merge(self.layout.mark(mark), on, false);
        }
        for (id, carriers) in self.game.carried_numbers() {
            let carriers = self.pieces_of_kinds(carriers);
            let (start, none) = (self.code.constant_number(self.game.counters[id].start), self.code.constant_number(0));
            self.each_cell(on, |builder, cell| {
                builder.chosen_in(
                    carriers,
                    cell,
                    |builder| builder.keep(id, cell, start),
                    |builder| builder.keep(id, cell, none),
                );
            });
        }
    }

    /// Pieces that have become of another kind lose what it does not carry, and begin with the numbers that the old one did not carry.
    pub fn keep_carried(&mut self, pieces: Reg) {
        let kinds = self.game.kinds.len();
        for (mark, carriers) in self.game.carried_marks().filter(|(_, carriers)| carriers.len() < kinds) {
            let (carriers, gone) = (self.pieces_of_kinds(carriers), self.code.set_reg());
            self.code.op(Op::Sub { d: gone, a: pieces, b: carriers });
            self.merge(self.layout.mark(mark), gone, false);
        }
        for (id, carriers) in self.game.carried_numbers().filter(|(_, carriers)| carriers.len() < kinds) {
            let carriers = self.pieces_of_kinds(carriers);
            let (start, none) = (self.code.constant_number(self.game.counters[id].start), self.code.constant_number(0));
            self.each_cell(pieces, |builder, cell| {
                let begins = |builder: &mut Self| {
                    let old = builder.carried(id, cell);
                    let known = builder.code.jump(Op::JumpIf { a: old, to: 0 });
                    builder.keep(id, cell, start);
                    builder.code.land(&[known]);
                };
                builder.chosen_in(carriers, cell, begins, |builder| builder.keep(id, cell, none));
            });
        }
    }

    /// Cells that hold nothing any more carry no numbers.
    pub fn end_carried(&mut self, cells: Reg) {
        for (id, _) in self.game.carried_numbers() {
            let none = self.code.constant_number(0);
            self.each_cell(cells, |builder, cell| builder.keep(id, cell, none));
        }
    }

    /// What stood on a went to b.
    pub fn move_carried(&mut self, a: Reg, b: Reg) {
        self.between(a, b, |builder, id| {
            let (moved, none) = (builder.carried(id, a), builder.code.constant_number(0));
            builder.keep(id, a, none);
            builder.keep(id, b, moved);
        });
    }

    /// What stood on a and b changed places.
    pub fn exchange_carried(&mut self, a: Reg, b: Reg) {
        self.between(a, b, |builder, id| {
            let (of_a, of_b) = (builder.carried(id, a), builder.carried(id, b));
            builder.keep(id, a, of_b);
            builder.keep(id, b, of_a);
        });
    }

    /// For each number that goes with pieces, where neither cell is nowhere: nothing moves from or to it.
    fn between(&mut self, a: Reg, b: Reg, each: impl Fn(&mut Self, CounterId)) {
        let numbers: Vec<CounterId> = self.game.carried_numbers().map(|(id, _)| id).collect();
        if numbers.is_empty() {
            return;
        }
        let zero = self.code.constant_number(0);
        let nowhere = [a, b].map(|cell| {
            let there = self.code.number_reg();
            self.code.op(Op::LessOrEqual { d: there, a: zero, b: cell });
            self.code.jump(Op::JumpUnless { a: there, to: 0 })
        });
        numbers.into_iter().for_each(|id| each(self, id));
        self.code.land(&nowhere);
    }

    /// The number that the piece of a cell carries.
    fn carried(&mut self, id: CounterId, cell: Reg) -> Reg {
        let d = self.code.number_reg();
        let (offset, count) = (self.layout.counter(id), self.game.board.slots() as u16);
        self.code.op(Op::LoadAt { d, offset, index: cell, count });
        d
    }

    fn keep(&mut self, id: CounterId, cell: Reg, a: Reg) {
        let (offset, count) = (self.layout.counter(id), self.game.board.slots() as u16);
        self.code.op(Op::StoreAt { offset, index: cell, count, a });
    }

    /// Code for a cell in a set, and for one that is not.
    fn chosen_in(&mut self, set: Reg, cell: Reg, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        let is_in = self.code.number_reg();
        self.code.op(Op::Contains { d: is_in, a: set, cell });
        let misses = self.code.jump(Op::JumpUnless { a: is_in, to: 0 });
        then(self);
        let over = self.code.jump(Op::Jump { to: 0 });
        self.code.land(&[misses]);
        otherwise(self);
        self.code.land(&[over]);
    }

    /// Code for each cell of a set.
    fn each_cell(&mut self, cells: Reg, each: impl FnOnce(&mut Self, Reg)) {
        let (from, cell) = (self.code.set_reg(), self.code.number_reg());
        self.code.op(Op::Copy { d: from, a: cells });
        let top = self.code.here();
        let exit = self.code.jump(Op::NextCell { d: cell, from, exit: 0 });
        each(self, cell);
        self.code.op(Op::Jump { to: top });
        self.code.land(&[exit]);
    }

    /// The cells with pieces of some kinds.
    pub fn pieces_of_kinds(&mut self, kinds: &[KindId]) -> Reg {
        if kinds.len() == self.game.kinds.len() {
            return self.occupied();
        }
        let planes: Vec<u32> = kinds.iter().filter_map(|kind| self.layout.kind(*kind)).collect();
        let mut all = self.code.set_reg();
        self.code.op(Op::Clear { d: all });
        for offset in planes {
            let (plane, joined) = (self.code.set_reg(), self.code.set_reg());
            self.code.op(Op::Plane { d: plane, offset });
            self.code.op(Op::Or { d: joined, a: all, b: plane });
            all = joined;
        }
        all
    }
}
