//! The code of a plan while it is written: operations, registers, constants.

use super::constants::Constants;
use crate::plan::op::{Op, Reg};
use crate::plan::optimize::{optimize, place_constants};
use crate::plan::program::{Code, Tables};
use rulebook_language::diagnostic::{self, Diagnostic};
use rulebook_language::source::Span;
use rulebook_language::topology::RelationId;

/// The most operations of a game.
const MAX_OPS: usize = 1 << 18;
/// How many times as many it may have with its probes.
const PROBED: usize = 8;
/// The most registers of one kind in a piece of code.
const MAX_REGISTERS: usize = 1 << 15;

/// What lowering gives, or the diagnostic that stops it.
pub type Lowered<T> = Result<T, Box<Diagnostic>>;

/// The code of a plan while it is written.
pub struct Emitter {
    /// The code so far.
    ops: Vec<Op>,
    constants: Constants,
    /// Where the piece of code at hand begins.
    start: usize,
    /// How many of its registers of numbers are given.
    given: usize,
    next: [usize; 4],
    /// The most registers of any piece of code: of numbers, sets, lists, searches.
    most: [u16; 4],
    /// The relations by which loops are sought.
    loops: Vec<u8>,
}

/// All code of a plan.
pub struct Emitted {
    /// The operations.
    pub ops: Vec<Op>,
    /// The constants.
    pub tables: Tables,
    /// The most registers of any piece of code: of numbers, sets, lists, searches.
    pub registers: [u16; 4],
    /// The relations by which loops are sought.
    pub loops: Vec<u8>,
}

impl Emitter {
    /// Without code.
    pub fn new() -> Self {
        Emitter {
            ops: Vec::new(),
            constants: Constants::new(),
            start: 0,
            given: 0,
            next: [0; 4],
            most: [0; 4],
            loops: Vec::new(),
        }
    }

    /// Begins a piece of code whose first `numbers` registers of numbers are given.
    pub fn begin(&mut self, numbers: usize) {
        self.start = self.ops.len();
        self.given = numbers;
        self.next = [numbers, 0, 0, 0];
    }

    /// Ends the piece of code. One with probes in it stays as it is.
    pub fn end(&mut self, probed: bool, span: Span) -> Lowered<Code> {
        self.within_limits(probed, span)?;
        if !probed {
            optimize(&mut self.ops, self.start, self.given, self.constants.numbers());
        }
        let [numbers, sets, lists, searches] = self.next.map(|next| next as u16);
        for (most, next) in self.most.iter_mut().zip([numbers, sets, lists, searches]) {
            *most = (*most).max(next);
        }
        Ok(Code { start: self.start as u32, end: self.ops.len() as u32, numbers, sets, lists, searches })
    }

    /// Refuses to go on past the limit.
    pub fn within_limits(&self, probed: bool, span: Span) -> Lowered<()> {
        let most = if probed { MAX_OPS * PROBED } else { MAX_OPS };
        if self.ops.len() <= most && self.next.iter().all(|next| *next <= MAX_REGISTERS) {
            return Ok(());
        }
        Err(Box::new(
            Diagnostic::new(
                diagnostic::Code::LimitPlan,
                span,
                format!("the rules come to more than {MAX_OPS} operations"),
            )
            .label("too much is written out here")
            .help("definitions are written out wherever they are used: use fewer of them inside one another"),
        ))
    }

    /// All code, beside what the board tells by slots.
    pub fn finish(mut self, by_slot: Vec<Vec<i64>>) -> Emitted {
        let [numbers, sets, ..] = self.most;
        place_constants(&mut self.ops, numbers, sets);
        Emitted { ops: self.ops, tables: self.constants.into_tables(by_slot), registers: self.most, loops: self.loops }
    }

    /// Appends an operation.
    pub fn op(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// Where the next operation will be.
    pub fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    /// Takes back the code from an operation on.
    pub fn take_back(&mut self, from: u32) {
        self.ops.truncate(from as usize);
    }

    /// The number that a register holds, if the last operation has put a constant there.
    pub fn last_constant(&self, reg: Reg) -> Option<i64> {
        match self.ops.last() {
            Some(Op::Const { d, number }) if *d == reg => Some(self.constants.number_at(*number)),
            _ => None,
        }
    }

    /// A new register of numbers.
    pub fn number_reg(&mut self) -> Reg {
        self.next[0] += 1;
        (self.next[0] - 1).min(MAX_REGISTERS) as Reg
    }

    /// A new register of sets.
    pub fn set_reg(&mut self) -> Reg {
        self.next[1] += 1;
        (self.next[1] - 1).min(MAX_REGISTERS) as Reg
    }

    /// A new register of lists.
    pub fn list_reg(&mut self) -> Reg {
        self.next[2] += 1;
        (self.next[2] - 1).min(MAX_REGISTERS) as Reg
    }

    /// A new search for loops of a relation.
    pub fn search_reg(&mut self, relation: u8) -> Reg {
        if !self.loops.contains(&relation) {
            self.loops.push(relation);
        }
        self.next[3] += 1;
        (self.next[3] - 1).min(MAX_REGISTERS) as Reg
    }

    /// Appends jumps' target: makes `jumps` lead here.
    pub fn land(&mut self, jumps: &[u32]) {
        let here = self.here();
        self.land_at(jumps, here);
    }

    /// Makes `jumps` lead to the operation at `target`.
    pub fn land_at(&mut self, jumps: &[u32], target: u32) {
        for jump in jumps {
            match &mut self.ops[*jump as usize] {
                Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } => *to = target,
                Op::NextCell { exit, .. }
                | Op::NextDirection { exit, .. }
                | Op::NextGroup { exit, .. }
                | Op::NextLoop { exit, .. } => *exit = target,
                _ => {}
            }
        }
    }

    /// Appends a jump that is to be landed.
    pub fn jump(&mut self, op: Op) -> u32 {
        self.op(op);
        self.here() - 1
    }

    /// The place of a constant set.
    pub fn const_set(&mut self, words: Vec<u64>) -> u16 {
        self.constants.set(words)
    }

    /// A register with a constant.
    pub fn constant_number(&mut self, number: i64) -> Reg {
        let number = self.constants.number(number);
        let d = self.number_reg();
        self.op(Op::Const { d, number });
        d
    }

    /// The place of the lines of a relation and a length, if they are known.
    pub fn find_rows(&self, relation: RelationId, length: u16) -> Option<usize> {
        self.constants.find_rows(relation, length)
    }

    /// The place of the lines of a relation and a length, which were not known before.
    pub fn add_rows(&mut self, relation: RelationId, length: u16, rows: Vec<Vec<u64>>) -> usize {
        self.constants.add_rows(relation, length, rows)
    }
}
