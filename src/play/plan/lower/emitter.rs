//! The code of a plan while it is written: operations, registers, constants.

use super::constants::Constants;
use super::lines::{ENGINE, mark};
use crate::plan::op::{Op, Reg};
use crate::plan::op_memo::MemoOp;
use crate::plan::optimize::{optimize, place_constants};
use crate::plan::program::{Code, Tables};
use rulebook_language::diagnostic::{self, Diagnostic};
use rulebook_language::source::Span;
use rulebook_language::topology::RelationId;

/// The most operations of a game.
const MAX_OPS: usize = 1 << 18;
/// How many times as many it may have with its probes.
const PROBED: usize = 8;
/// The most memos of groups: each is a set that every position keeps.
const MAX_MEMOS: u16 = 256;
/// The most registers of one kind in a piece of code.
const MAX_REGISTERS: usize = 1 << 15;

/// What lowering gives, or the diagnostic that stops it.
pub type Lowered<T> = Result<T, Box<Diagnostic>>;

/// The code of a plan while it is written.
pub struct Emitter {
    /// The code so far.
    ops: Vec<Op>,
    /// Of each operation, the line that it was written for.
    lines: Vec<u32>,
    /// The line that operations are written for now.
    line: u32,
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
    /// How many memos of groups there are.
    memos: u16,
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
    /// How many memos of groups there are.
    pub memos: u16,
}

impl Emitter {
    /// Without code, on a board that tells so much by slots.
    pub fn new(by_slot: Vec<Vec<i64>>) -> Self {
        Emitter {
            ops: Vec::new(),
            lines: Vec::new(),
            line: ENGINE,
            constants: Constants::new(by_slot),
            start: 0,
            given: 0,
            next: [0; 4],
            most: [0; 4],
            loops: Vec::new(),
            memos: 0,
        }
    }

    /// Goes on for another line of the sheet, and gives the one before.
    pub fn go_to_line(&mut self, line: u32) -> u32 {
        std::mem::replace(&mut self.line, line)
    }

    /// Begins a piece of code whose first `numbers` registers of numbers are given.
    pub fn begin(&mut self, numbers: usize) {
        self.line = ENGINE;
        self.start = self.ops.len();
        self.given = numbers;
        self.next = [numbers, 0, 0, 0];
    }

    /// Ends the piece of code. One with probes in it stays as it is. Where a line is given, the code says while it runs which line it
    /// is at, and what belongs to none belongs to that one.
    pub fn end(&mut self, probed: bool, line: Option<u32>, span: Span) -> Lowered<Code> {
        self.within_limits(probed, span)?;
        if !probed {
            optimize(&mut self.ops, &mut self.lines, self.start, self.given, self.constants.look_ups());
        }
        if let Some(line) = line {
            mark(&mut self.ops, &mut self.lines, self.start, line);
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

    /// All code.
    pub fn finish(mut self) -> Emitted {
        let [numbers, sets, ..] = self.most;
        place_constants(&mut self.ops, numbers, sets);
        Emitted {
            ops: self.ops,
            tables: self.constants.into_tables(),
            registers: self.most,
            loops: self.loops,
            memos: self.memos,
        }
    }

    /// Appends an operation.
    pub fn op(&mut self, op: Op) {
        self.ops.push(op);
        self.lines.push(self.line);
    }

    /// Puts an operation in the place of another.
    pub fn replace(&mut self, at: u32, op: Op) {
        self.ops[at as usize] = op;
    }

    /// The operations of the piece of code at hand up to a place, and those from there on.
    pub fn split_at(&self, at: u32) -> (&[Op], &[Op]) {
        self.ops[self.start..].split_at(at as usize - self.start)
    }

    /// A constant set by its place.
    pub fn set_at(&self, place: u16) -> &[u64] {
        self.constants.set_at(place)
    }

    /// A new memo of groups; nothing where there are very many.
    pub fn memo(&mut self) -> Option<u16> {
        let memo = self.memos;
        self.memos = memo.checked_add(1).filter(|memos| *memos <= MAX_MEMOS)?;
        Some(memo)
    }

    /// Where the next operation will be.
    pub fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    /// Takes back the code from an operation on.
    pub fn take_back(&mut self, from: u32) {
        self.ops.truncate(from as usize);
        self.lines.truncate(from as usize);
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
                Op::Memo(MemoOp::Recall { exit, .. })
                | Op::NextCell { exit, .. }
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

    /// The place of a table of sets by slot, if there are not too many.
    pub fn near(&mut self, by_slot: Vec<Vec<u64>>) -> Option<usize> {
        self.constants.near(by_slot)
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
