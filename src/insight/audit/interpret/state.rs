//! What is known of a position, and of what names stand for in it.

use std::rc::Rc;

use super::cells::Time;
use super::contents::{Codes, Contents};
use super::locals::Locals;
use super::range::Range;
use super::set::Set;
use rulebook_language::model::{CounterId, Expr, Game, MarkId, same};
use rulebook_language::source::Span;
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// What is known of a position. Ways through a move share what they know alike.
#[derive(Clone, Debug)]
pub struct Known {
    /// What each slot may hold.
    pub contents: Rc<[Contents]>,
    /// Bounds of each counter, by its index: the game's, a player's or a cell's.
    pub counters: Rc<[Vec<(i64, i64)>]>,
    /// The cells that carry each mark: those that do for certain, and those that may.
    pub marks: Rc<[(Set, Set)]>,
}

impl Known {
    /// Of a position of which nothing is known.
    pub fn nothing(game: &Game, codes: Codes) -> Self {
        let words = game.board.words();
        let counters = game.counters.iter().map(|counter| vec![counter.bounds(); game.numbers(counter.per)]);
        Known {
            contents: vec![codes.all; game.board.slots()].into(),
            counters: counters.collect(),
            marks: game.marks.iter().map(|_| (Set::empty(words), Set::from_words(game.board.mask()))).collect(),
        }
    }

    /// Whether both are the same, and not only alike.
    pub fn is_shared_with(&self, other: &Known) -> bool {
        Rc::ptr_eq(&self.contents, &other.contents)
            && Rc::ptr_eq(&self.counters, &other.counters)
            && Rc::ptr_eq(&self.marks, &other.marks)
    }

    /// What a cell may hold.
    pub fn at(&self, cell: CellId) -> Contents {
        self.contents.get(cell.index()).copied().unwrap_or(0)
    }

    /// Says that a cell holds one of these; false if it cannot.
    pub fn refine(&mut self, cell: CellId, contents: Contents) -> bool {
        let Some(known) = self.contents.get(cell.index()) else { return false };
        let left = known & contents;
        self.set(cell, left);
        left != 0
    }

    /// Sets what a cell may hold.
    pub fn set(&mut self, cell: CellId, contents: Contents) {
        if self.contents.get(cell.index()).is_some_and(|known| *known != contents)
            && let Some(known) = Rc::make_mut(&mut self.contents).get_mut(cell.index())
        {
            *known = contents;
        }
    }

    /// The bounds of a counter, to be changed.
    pub fn counter_mut(&mut self, counter: CounterId) -> Option<&mut Vec<(i64, i64)>> {
        Rc::make_mut(&mut self.counters).get_mut(counter.index())
    }

    /// The cells that carry a mark, to be changed.
    pub fn mark_mut(&mut self, mark: MarkId) -> Option<&mut (Set, Set)> {
        Rc::make_mut(&mut self.marks).get_mut(mark.index())
    }

    /// Says that a cell carries a mark, or does not.
    pub fn mark(&mut self, mark: MarkId, cell: CellId, on: bool) {
        match self.mark_mut(mark) {
            Some((must, _)) if on => must.insert(cell),
            Some((_, may)) => may.remove(cell),
            None => {}
        }
    }

    /// Forgets what one of the two does not know.
    pub fn join(&mut self, other: &Known) {
        if !Rc::ptr_eq(&self.contents, &other.contents) {
            let both = Rc::make_mut(&mut self.contents).iter_mut().zip(other.contents.iter());
            both.for_each(|(mine, theirs)| *mine |= theirs);
        }
        if !Rc::ptr_eq(&self.counters, &other.counters) {
            let all = Rc::make_mut(&mut self.counters).iter_mut().flatten();
            for (mine, theirs) in all.zip(other.counters.iter().flatten()) {
                *mine = (mine.0.min(theirs.0), mine.1.max(theirs.1));
            }
        }
        if !Rc::ptr_eq(&self.marks, &other.marks) {
            for (mine, theirs) in Rc::make_mut(&mut self.marks).iter_mut().zip(other.marks.iter()) {
                *mine = (mine.0.and(&theirs.0), mine.1.or(&theirs.1));
            }
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
    pub locals: Locals,
    /// How many effects were made: what stood on cells at another time may not stand there now.
    pub now: Time,
    /// What is known of whole expressions.
    pub facts: Vec<Rc<Fact>>,
}

impl State {
    /// A state of a position, before any effect.
    pub fn of(known: Known) -> Self {
        State { known, before: None, locals: Locals::default(), now: 0, facts: Vec::new() }
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
        for (local, mine) in self.locals.iter_mut() {
            if let Some(theirs) = other.locals.get(local).filter(|theirs| **theirs != *mine) {
                *mine = mine.clone().either(theirs.clone());
            }
        }
    }
}
