//! What is known of a position, and of what names stand for in it.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::cells::Time;
use super::contents::{Codes, Contents};
use super::range::Range;
use super::set::Set;
use super::value::Value;
use rulebook_language::model::{Expr, Game, LocalId, MarkId, same};
use rulebook_language::source::Span;
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Known {
    /// What each slot may hold.
    pub contents: Vec<Contents>,
    /// Bounds of each counter, by its index: the game's, a player's or a cell's.
    pub counters: Vec<Vec<(i64, i64)>>,
    /// The cells that carry each mark: those that do for certain, and those that may.
    pub marks: Vec<(Set, Set)>,
}

impl Known {
    /// Of a position of which nothing is known.
    pub fn nothing(game: &Game, codes: Codes) -> Self {
        let words = game.board.words();
        let counters = game.counters.iter().map(|counter| vec![counter.bounds(); game.numbers(counter.per)]);
        Known {
            contents: vec![codes.all; game.board.slots()],
            counters: counters.collect(),
            marks: game.marks.iter().map(|_| (Set::empty(words), Set::from_words(game.board.mask()))).collect(),
        }
    }

    /// What a cell may hold.
    pub fn at(&self, cell: CellId) -> Contents {
        self.contents.get(cell.index()).copied().unwrap_or(0)
    }

    /// Says that a cell holds one of these; false if it cannot.
    pub fn refine(&mut self, cell: CellId, contents: Contents) -> bool {
        match self.contents.get_mut(cell.index()) {
            Some(known) => {
                *known &= contents;
                *known != 0
            }
            None => false,
        }
    }

    /// Sets what a cell may hold.
    pub fn set(&mut self, cell: CellId, contents: Contents) {
        if let Some(known) = self.contents.get_mut(cell.index()) {
            *known = contents;
        }
    }

    /// Says that a cell carries a mark, or does not.
    pub fn mark(&mut self, mark: MarkId, cell: CellId, on: bool) {
        match self.marks.get_mut(mark.index()) {
            Some((must, _)) if on => must.insert(cell),
            Some((_, may)) => may.remove(cell),
            None => {}
        }
    }

    /// Forgets what one of the two does not know.
    pub fn join(&mut self, other: &Known) {
        for (mine, theirs) in self.contents.iter_mut().zip(&other.contents) {
            *mine |= theirs;
        }
        for (mine, theirs) in self.counters.iter_mut().flatten().zip(other.counters.iter().flatten()) {
            *mine = (mine.0.min(theirs.0), mine.1.max(theirs.1));
        }
        for (mine, theirs) in self.marks.iter_mut().zip(&other.marks) {
            *mine = (mine.0.and(&theirs.0), mine.1.or(&theirs.1));
        }
    }
}

/// What is known of an expression beside what the position says.
#[derive(Debug)]
pub struct Fact {
    /// The expression.
    pub expr: Expr,
    /// What it comes to.
    pub says: Says,
    /// When it does.
    pub at: Time,
}

/// What a fact says of its expression.
#[derive(Clone, Copy, Debug)]
pub enum Says {
    /// Whether it holds.
    Truth(bool),
    /// Between which numbers it lies.
    Number(Range),
}

/// What is known at a place of the rules.
#[derive(Clone, Debug)]
pub struct State {
    /// What is known of the position as it is there.
    pub known: Known,
    /// What was known before the first effect; nothing where that is the position itself.
    pub before: Option<Rc<Known>>,
    /// What names stand for.
    pub locals: FxHashMap<LocalId, Value>,
    /// How many effects were made: what stood on cells at another time may not stand there now.
    pub now: Time,
    /// What is known of whole expressions.
    pub facts: Vec<Rc<Fact>>,
}

impl State {
    /// A state of a position, before any effect.
    pub fn of(known: Known) -> Self {
        State { known, before: None, locals: FxHashMap::default(), now: 0, facts: Vec::new() }
    }

    /// Where it is known of a whole condition that it holds, or does not, and which.
    pub fn said(&self, condition: &Expr) -> Option<(Span, bool)> {
        self.facts.iter().rev().filter(|fact| fact.at == self.now).find_map(|fact| match fact.says {
            Says::Truth(truth) if same(&fact.expr, condition) => Some((fact.expr.span, truth)),
            Says::Truth(_) | Says::Number(_) => None,
        })
    }

    /// An effect is made: what names hold was so before it.
    pub fn changes(&mut self) {
        self.now += 1;
    }

    /// Makes this what holds in either state.
    pub fn join(&mut self, other: &State) {
        self.known.join(&other.known);
        if self.now != other.now {
            self.now = self.now.max(other.now) + 1;
            self.facts.clear();
        }
        self.facts.retain(|fact| other.facts.iter().any(|theirs| Rc::ptr_eq(fact, theirs)));
        for (local, mine) in &mut self.locals {
            if let Some(theirs) = other.locals.get(local).filter(|theirs| **theirs != *mine) {
                *mine = mine.clone().either(theirs.clone());
            }
        }
    }
}
