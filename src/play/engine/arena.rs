//! Registers, kept between evaluations so that none allocates.

use super::shared::Shared;
use crate::groups::LoopSearch;
use rulebook_language::util::Bits;

/// The registers of one evaluation.
#[derive(Clone, Debug)]
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
    /// Room for every piece of a plan's code, and its constants. What registers hold from before is never read: code writes first.
    pub fn new(shared: &Shared<W>) -> Self {
        let [numbers, sets, lists, searches] = shared.plan.registers.map(usize::from);
        let constants = &shared.plan.tables.numbers;
        Frame {
            numbers: std::iter::repeat_n(0, numbers).chain(constants.iter().copied()).collect(),
            sets: std::iter::repeat_n(Bits::EMPTY, sets).chain(shared.sets.iter().copied()).collect(),
            lists: vec![Vec::new(); lists],
            searches: std::iter::repeat_with(LoopSearch::default).take(searches).collect(),
        }
    }
}
