//! The state of lowering: registers, constants, bound names, and the code written so far.

use rustc_hash::FxHashMap;

use super::Lowered;
use super::operand::{Num, Operand, Shapes};
use crate::plan::layout::Layout;
use crate::plan::op::{Op, Reg};
use crate::plan::optimize::optimize;
use crate::plan::probe::{Node, NodeId};
use crate::plan::program::Code;
use rulebook_language::diagnostic::Diagnostic;
use rulebook_language::model::{Constant, Expr, Game, LocalId, PlayerId, TurnStep, constant};
use rulebook_language::source::Span;
use rulebook_language::topology::RelationId;
use rulebook_language::util::{Id, Rational, Table};

/// The most operations of a game.
const MAX_OPS: usize = 1 << 18;
/// How many times as many it may have with its probes.
const PROBED: usize = 8;
/// The most registers of one kind in a piece of code.
const MAX_REGISTERS: usize = 1 << 15;
/// How many expressions are tried for a constant value: a bound for files made to take long.
const MAX_TRIES: usize = 1 << 16;

/// Which contents an expression speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Those at hand.
    Now,
    /// Those before the move: a copy.
    Before,
    /// Those at the turn's start: a copy.
    TurnStart,
}

/// Lowers one game.
pub struct Builder<'g> {
    /// The game.
    pub game: &'g Game,
    /// Where everything is.
    pub layout: Layout,
    /// The code so far.
    pub ops: Vec<Op>,
    /// Constant sets.
    pub sets: Vec<Vec<u64>>,
    /// Constant numbers.
    pub numbers: Vec<i64>,
    /// Lines that are known beforehand, each of the board's words.
    pub row_lists: Vec<Vec<Vec<u64>>>,
    /// The relations that they lie in, and how long they are.
    pub known_rows: Vec<(RelationId, u16)>,
    known_sets: FxHashMap<Vec<u64>, u16>,
    known_numbers: FxHashMap<i64, u16>,
    /// The player whose code is written.
    pub me: PlayerId,
    /// The bound names.
    pub bound: FxHashMap<LocalId, Operand>,
    /// What `before` expressions came to before the effects, by their place in the tree.
    pub hoisted: FxHashMap<*const Expr, Operand>,
    /// The groups that `before` expressions count, as they were before the effects.
    pub hoisted_groups: FxHashMap<*const Expr, Shapes>,
    /// Which contents are meant.
    pub view: View,
    /// Whether copies from before a move are needed.
    pub copies_before: bool,
    /// Whether copies from the turn's start are needed.
    pub copies_turn_start: bool,
    start: usize,
    given: usize,
    /// The relations by which loops are sought.
    pub loops: Vec<u8>,
    /// Whether probes are written.
    pub probing: bool,
    /// What they look at.
    pub nodes: Table<NodeId, Node>,
    /// The probes of `hoisted`.
    pub hoisted_nodes: FxHashMap<*const Expr, NodeId>,
    /// The step of each choice, by role.
    pub steps: Vec<Vec<TurnStep>>,
    next: [usize; 4],
    /// The most registers of any piece of code: of numbers, sets, lists, searches.
    pub most: [u16; 4],
    tries: usize,
}

impl<'g> Builder<'g> {
    /// A builder without code.
    pub fn new(game: &'g Game) -> Self {
        Builder {
            game,
            layout: Layout::new(game),
            ops: Vec::new(),
            sets: Vec::new(),
            numbers: Vec::new(),
            row_lists: Vec::new(),
            known_rows: Vec::new(),
            known_sets: FxHashMap::default(),
            known_numbers: FxHashMap::default(),
            me: PlayerId(0),
            bound: FxHashMap::default(),
            hoisted: FxHashMap::default(),
            hoisted_groups: FxHashMap::default(),
            view: View::Now,
            copies_before: false,
            copies_turn_start: false,
            start: 0,
            given: 0,
            loops: Vec::new(),
            probing: false,
            nodes: Table::new(),
            hoisted_nodes: FxHashMap::default(),
            steps: Vec::new(),
            next: [0; 4],
            most: [0; 4],
            tries: 0,
        }
    }

    /// Begins a piece of code whose first `numbers` registers of numbers are given.
    pub fn begin(&mut self, numbers: usize) {
        self.start = self.ops.len();
        self.given = numbers;
        self.next = [numbers, 0, 0, 0];
        self.bound.clear();
        self.hoisted.clear();
        self.hoisted_groups.clear();
        self.hoisted_nodes.clear();
        self.view = View::Now;
    }

    /// Ends the piece of code.
    pub fn end(&mut self, span: Span) -> Lowered<Code> {
        if self.ops.len() > self.most_ops() || self.next.iter().any(|next| *next > MAX_REGISTERS) {
            return Err(self.too_large(span));
        }
        if !self.probing {
            optimize(&mut self.ops, self.start, self.given, &self.numbers);
        }
        let [numbers, sets, lists, searches] = self.next.map(|next| next as u16);
        for (most, next) in self.most.iter_mut().zip([numbers, sets, lists, searches]) {
            *most = (*most).max(next);
        }
        Ok(Code { start: self.start as u32, end: self.ops.len() as u32, numbers, sets, lists, searches })
    }

    fn most_ops(&self) -> usize {
        if self.probing { MAX_OPS * PROBED } else { MAX_OPS }
    }

    fn too_large(&self, span: Span) -> Box<Diagnostic> {
        Box::new(
            Diagnostic::error("limit/plan", span, format!("the rules come to more than {MAX_OPS} operations"))
                .label("too much is written out here")
                .help("definitions are written out wherever they are used: use fewer of them inside one another"),
        )
    }

    /// Appends an operation.
    pub fn op(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// Where the next operation will be.
    pub fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    /// Refuses to go on past the limit; called where code is written out again and again.
    pub fn within_limits(&self, span: Span) -> Lowered<()> {
        if self.ops.len() > self.most_ops() || self.next.iter().any(|next| *next > MAX_REGISTERS) {
            return Err(self.too_large(span));
        }
        Ok(())
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
        let next = self.sets.len() as u16;
        let found = *self.known_sets.entry(words.clone()).or_insert(next);
        if found == next {
            self.sets.push(words);
        }
        found
    }

    /// A register with a constant.
    pub fn constant_number(&mut self, number: i64) -> Reg {
        let next = self.numbers.len() as u16;
        let found = *self.known_numbers.entry(number).or_insert(next);
        if found == next {
            self.numbers.push(number);
        }
        let d = self.number_reg();
        self.op(Op::Const { d, number: found });
        d
    }

    /// A register with a constant set.
    pub fn set_of(&mut self, cells: impl IntoIterator<Item = rulebook_language::topology::CellId>) -> Reg {
        let mut words = vec![0u64; self.layout.words as usize];
        for cell in cells {
            words[cell.index() / 64] |= 1 << (cell.index() % 64);
        }
        let set = self.const_set(words);
        let d = self.set_reg();
        self.op(Op::ConstSet { d, set });
        d
    }

    /// A constant rational as a number.
    pub fn rational(&mut self, number: Rational) -> Num {
        let reg = self.constant_number(number.numerator());
        let value = i128::from(number.numerator());
        Num { reg, scale: number.denominator(), low: value, high: value }
    }

    /// What an expression comes to whatever the position, if that is so.
    pub fn known(&mut self, expr: &Expr) -> Option<Constant> {
        self.tries += 1;
        if self.tries > MAX_TRIES {
            return None;
        }
        constant(expr, Some(&self.game.board), &self.game.definitions)
    }

    /// The offset in memory of a field of the contents, in the view at hand.
    pub fn at(&mut self, offset: u32) -> u32 {
        match self.view {
            View::Now => offset,
            View::Before => {
                self.copies_before = true;
                self.layout.before + offset
            }
            View::TurnStart => {
                self.copies_turn_start = true;
                self.layout.turn_start + offset
            }
        }
    }
}
