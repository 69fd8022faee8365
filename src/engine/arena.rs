//! Registers, kept between evaluations so that none allocates.

use crate::groups::LoopSearch;
use crate::plan::Code;
use crate::util::Bits;

/// The registers of one evaluation.
#[derive(Clone, Debug, Default)]
pub struct Frame<const W: usize> {
    /// Numbers.
    pub numbers: Vec<i64>,
    /// Sets.
    pub sets: Vec<Bits<W>>,
    /// Lists.
    pub lists: Vec<Vec<i64>>,
    /// Searches for loops.
    pub searches: Vec<LoopSearch<W>>,
}

impl<const W: usize> Frame<W> {
    /// Makes room for a piece of code. What registers hold from before is never read: code writes first.
    pub fn fit(&mut self, code: Code) {
        if self.numbers.len() < usize::from(code.numbers) {
            self.numbers.resize(usize::from(code.numbers), 0);
        }
        if self.sets.len() < usize::from(code.sets) {
            self.sets.resize(usize::from(code.sets), Bits::EMPTY);
        }
        if self.searches.len() < usize::from(code.searches) {
            self.searches.resize_with(usize::from(code.searches), LoopSearch::default);
        }
        if self.lists.len() < usize::from(code.lists) {
            self.lists.resize_with(usize::from(code.lists), Vec::new);
        }
    }
}
