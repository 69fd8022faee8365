//! The state of lowering: the facts of the game, the code so far, the scope of what is lowered, and what the plan needs.

use super::emitter::{Emitter, Lowered};
use super::operand::Num;
use super::scope::{Scope, View};
use crate::plan::layout::Layout;
use crate::plan::op::{Op, Reg};
use crate::plan::probe::{Node, NodeId};
use crate::plan::program::Code;
use rulebook_language::model::{Builtin, Constant, Expr, Game, constant};
use rulebook_language::source::Span;
use rulebook_language::topology::{Board, CellId};
use rulebook_language::util::{Id, Rational, Table};

/// How many expressions are tried for a constant value: a bound for files made to take long.
const MAX_TRIES: usize = 1 << 16;

/// Which copies of the contents the code reads.
#[derive(Clone, Copy, Default)]
pub struct Copies {
    /// That from before a move.
    pub before: bool,
    /// That from the turn's start.
    pub turn_start: bool,
}

/// Lowers one game.
pub struct Builder<'g> {
    /// The game.
    pub game: &'g Game,
    /// Where everything is.
    pub layout: Layout,
    /// The code so far.
    pub code: Emitter,
    /// The scope of the code at hand.
    pub scope: Scope,
    /// Which copies are needed.
    pub copies: Copies,
    /// What probes look at, while they are written.
    pub nodes: Option<Table<NodeId, Node>>,
    /// The number of a place's line, where the code is to say which line it is at.
    pub line_of: Option<&'g dyn Fn(Span) -> u32>,
    /// The statement of an effect of several parts, which are told together.
    pub told: Option<Span>,
    /// Whether it is asked of a position between actions, and not among the effects of one.
    pub judging: bool,
    /// The first stage of what the setup leaves to chance, once it is known.
    pub first_deal: Option<u16>,
    tries: usize,
}

/// The numbers that a cell's place decides, by slot, in the order of the table of builtins.
fn by_slot(game: &Game) -> Vec<Vec<i64>> {
    let places = Builtin::ALL.iter().filter_map(|builtin| builtin.row().place);
    let slots = || (0..game.board.slots()).map(|slot| CellId(slot as u16));
    let number = |place: fn(&Board, CellId) -> u32, cell| {
        if game.board.is_cell(cell) { i64::from(place(&game.board, cell)) } else { 0 }
    };
    places.map(|place| slots().map(|cell| number(place, cell)).collect()).collect()
}

impl<'g> Builder<'g> {
    /// A builder without code.
    pub fn new(game: &'g Game) -> Self {
        Builder {
            game,
            layout: Layout::new(game),
            code: Emitter::new(by_slot(game)),
            scope: Scope::default(),
            copies: Copies::default(),
            nodes: None,
            line_of: None,
            told: None,
            judging: false,
            first_deal: None,
            tries: 0,
        }
    }

    /// Begins a piece of code whose first `numbers` registers of numbers are given.
    pub fn begin(&mut self, numbers: usize) {
        self.code.begin(numbers);
        self.scope.clear();
    }

    /// Ends the piece of code.
    pub fn end(&mut self, span: Span) -> Lowered<Code> {
        let line = self.line_of.map(|line_of| line_of(span));
        self.code.end(self.is_probing(), line, span)
    }

    /// Writes code for a place in the sheet.
    pub fn at_line<T>(&mut self, span: Span, write: impl FnOnce(&mut Self) -> T) -> T {
        let Some(line_of) = self.line_of else { return write(self) };
        let outer = self.code.go_to_line(line_of(span));
        let written = write(self);
        self.code.go_to_line(outer);
        written
    }

    /// Goes on with code for a place in the sheet.
    pub fn go_to_line(&mut self, span: Span) {
        if let Some(line_of) = self.line_of {
            self.code.go_to_line(line_of(span));
        }
    }

    /// Refuses to go on past the limit; called where code is written out again and again.
    pub fn within_limits(&self, span: Span) -> Lowered<()> {
        self.code.within_limits(self.is_probing() || self.line_of.is_some(), span)
    }

    /// Whether probes are written.
    pub fn is_probing(&self) -> bool {
        self.nodes.is_some()
    }

    /// A register with a constant set.
    pub fn set_of(&mut self, cells: impl IntoIterator<Item = CellId>) -> Reg {
        let mut words = vec![0u64; self.layout.words as usize];
        for cell in cells {
            words[cell.index() / 64] |= 1 << (cell.index() % 64);
        }
        let set = self.code.const_set(words);
        let d = self.code.set_reg();
        self.code.op(Op::ConstSet { d, set });
        d
    }

    /// A constant rational as a number.
    pub fn rational(&mut self, number: Rational) -> Num {
        let reg = self.code.constant_number(number.numerator());
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
        match self.scope.view() {
            View::Now => offset,
            View::Before => {
                self.copies.before = true;
                self.layout.before + offset
            }
            View::TurnStart => {
                self.copies.turn_start = true;
                self.layout.turn_start + offset
            }
        }
    }
}
