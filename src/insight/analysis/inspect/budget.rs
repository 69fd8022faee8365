//! How much work the inspection of a file may be.

use crate::library::Prepared;
use rulebook_language::topology::Board;
use rulebook_play::engine::{MAX_STEPS, Position};
use rulebook_play::plan::Op;

/// Work that is still allowed, in steps of the evaluator (some nanoseconds each), so that the same file gives the same findings
/// on every machine; unless whoever asked for it stops it.
pub struct WorkBudget<'a> {
    /// Whether whoever asked for it still waits.
    go_on: &'a dyn Fn() -> bool,
    /// What was allowed at first.
    allowed: u64,
    /// What is left of it.
    left: u64,
    /// What was done, which may be more than was allowed: the last step is finished.
    spent: u64,
}

impl<'a> WorkBudget<'a> {
    /// So many steps, as long as `go_on` says so.
    pub fn new(steps: u64, go_on: &'a dyn Fn() -> bool) -> Self {
        WorkBudget { go_on, allowed: steps, left: steps, spent: 0 }
    }

    /// So many of its steps, to be settled later.
    pub fn part(&self, steps: u64) -> Self {
        WorkBudget::new(steps.min(self.left), self.go_on)
    }

    /// The steps left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// The steps that were taken.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether nothing is left, or nobody waits any more.
    pub fn is_done(&self) -> bool {
        self.is_spent() || !(self.go_on)()
    }

    /// Whether whoever asked still waits.
    pub fn goes_on(&self) -> bool {
        (self.go_on)()
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Takes steps away.
    pub fn take(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
        self.spent += steps;
    }

    /// Leaves nothing of it: a question that takes more would be asked in vain again.
    pub fn give_up(&mut self) {
        self.left = 0;
    }

    /// Takes away what was done of a part of it.
    pub fn settle(&mut self, part: &WorkBudget<'_>) {
        self.left = self.left.saturating_sub(part.spent.max(part.allowed - part.left));
        self.spent += part.spent;
    }

    /// What one question may take of it.
    pub fn allowance(&self) -> u64 {
        self.left.min(MAX_STEPS)
    }
}

/// What it takes to check a text of so many bytes, in steps.
pub fn of_text(bytes: usize) -> u64 {
    24 * bytes as u64
}

/// What it took to build a board, in steps.
pub fn of_board(board: &Board) -> u64 {
    let (slots, words, relations) = (board.slots() as u64, board.words() as u64, board.relations().count() as u64);
    slots * (200 + 8 * board.directions().count() as u64 + relations * (8 + words))
}

/// What it took to build a board and a plan, in steps.
pub fn of_plan(prepared: &Prepared) -> u64 {
    let slots = prepared.game.board.slots() as u64;
    // A table of the steps between all pairs of cells.
    let measures = prepared.plan.ops.iter().any(|op| matches!(op, Op::Distance { .. }));
    let distances = if measures { slots * slots } else { 0 };
    of_board(&prepared.game.board) + distances + 4 * prepared.plan.ops.len() as u64
}

/// What it takes to write a position down and to read it back, in steps.
pub fn of_position(position: &Position) -> u64 {
    let board = position.plan().board.slots() as u64;
    let tables = board * (32 + position.plan().board.words() as u64) * position.plan().board.relations().count() as u64;
    32 * board + tables + 4 * u64::from(position.plan().layout.size)
}

/// What it takes to write so many legal actions down and compare them, in steps.
pub fn of_actions(actions: usize, bytes: usize) -> u64 {
    24 * actions as u64 + bytes as u64
}

/// What it takes to find that a game cannot be built, in steps: boards may have been built on the way.
pub const OF_A_BOARD: u64 = 1 << 18;
