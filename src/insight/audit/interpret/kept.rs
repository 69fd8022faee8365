//! What was worked out of one position, to be had again without being worked out again.

use std::rc::Rc;

use super::cells::{CellSet, Time};
use super::contents::Contents;
use super::state::{Known, State};
use super::value::Value;
use rulebook_language::model::Expr;

/// How many values are kept at most.
const MOST: usize = 64;

/// What was worked out of one position. It shares what is known of that one, which therefore stays as it was.
#[derive(Debug, Default)]
pub struct Kept {
    of: Option<(Known, Option<Rc<Known>>, Time)>,
    /// What an expression without free names came to, by where the expression is, and the steps that this took.
    values: Vec<(*const Expr, Value, u64)>,
    /// The cells that hold some of these.
    holding: Vec<(Contents, CellSet)>,
}

impl Kept {
    fn is_of(&self, state: &State) -> bool {
        self.of.as_ref().is_some_and(|(known, before, now)| {
            let is_before = match (before, &state.before) {
                (Some(mine), Some(theirs)) => Rc::ptr_eq(mine, theirs),
                (None, None) => true,
                _ => false,
            };
            *now == state.now && is_before && known.is_shared_with(&state.known)
        })
    }

    /// Forgets what was worked out of another position.
    fn turn_to(&mut self, state: &State) {
        if !self.is_of(state) {
            self.of = Some((state.known.clone(), state.before.clone(), state.now));
            self.values.clear();
            self.holding.clear();
        }
    }

    /// What an expression came to in this position, and the steps that it took.
    pub fn value(&self, state: &State, expr: &Expr) -> Option<(Value, u64)> {
        let (_, value, steps) = self.values.iter().find(|(known, ..)| std::ptr::eq(*known, expr))?;
        self.is_of(state).then(|| (value.clone(), *steps))
    }

    /// Keeps what an expression came to.
    pub fn keep_value(&mut self, state: &State, expr: &Expr, value: &Value, steps: u64) {
        self.turn_to(state);
        if self.values.len() < MOST {
            self.values.push((expr, value.clone(), steps));
        }
    }

    /// The cells that hold some of these in this position.
    pub fn holding(&self, state: &State, contents: Contents) -> Option<CellSet> {
        let (_, cells) = self.holding.iter().find(|(known, _)| *known == contents)?;
        self.is_of(state).then(|| cells.clone())
    }

    /// Keeps which cells hold some of these.
    pub fn keep_holding(&mut self, state: &State, contents: Contents, cells: &CellSet) {
        self.turn_to(state);
        if self.holding.len() < MOST {
            self.holding.push((contents, cells.clone()));
        }
    }
}
