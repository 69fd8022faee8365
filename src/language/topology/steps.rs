//! The frozen steps: for each direction and slot the cell that a step leads to.

use super::{CellId, DirectionId, mask};
use crate::util::Id;

/// No cell: one more than any board has.
const NOWHERE: CellId = CellId(u16::MAX);

/// Where each direction leads from each slot, and the masks of where it starts and ends.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    slots: usize,
    next: Vec<CellId>,
    sources: Vec<u64>,
    targets: Vec<u64>,
}

impl Steps {
    /// The steps of no direction.
    pub(super) fn new(slots: usize) -> Steps {
        Steps { slots, next: Vec::new(), sources: Vec::new(), targets: Vec::new() }
    }

    /// Adds the next direction by its steps, at most one from each cell.
    pub(super) fn push(&mut self, links: impl IntoIterator<Item = (CellId, CellId)>) {
        let base = self.next.len();
        let (mut sources, mut targets) = (mask::empty(self.slots), mask::empty(self.slots));
        self.next.resize(base + self.slots, NOWHERE);
        for (from, to) in links {
            self.next[base + from.index()] = to;
            mask::insert(&mut sources, from);
            mask::insert(&mut targets, to);
        }
        self.sources.extend(sources);
        self.targets.extend(targets);
    }

    /// The cell that a step leads to.
    #[inline]
    pub(super) fn step(&self, cell: CellId, direction: DirectionId) -> Option<CellId> {
        let next = self.next[direction.index() * self.slots + cell.index()];
        (next != NOWHERE).then_some(next)
    }

    /// All steps in a direction, in the order of their starts.
    pub(super) fn links(&self, direction: DirectionId) -> impl Iterator<Item = (CellId, CellId)> {
        mask::members(self.sources(direction))
            .filter_map(move |cell| self.step(cell, direction).map(|next| (cell, next)))
    }

    /// The cells from which a step stays on the board.
    #[inline]
    pub(super) fn sources(&self, direction: DirectionId) -> &[u64] {
        &self.sources[self.span(direction)]
    }

    /// The cells that a step can lead to.
    #[inline]
    pub(super) fn targets(&self, direction: DirectionId) -> &[u64] {
        &self.targets[self.span(direction)]
    }

    /// The same without the steps that start or end outside `kept`.
    pub(super) fn restrict(&self, kept: &[u64]) -> Steps {
        self.filtered(|from, to| mask::contains(kept, from) && mask::contains(kept, to))
    }

    /// Those steps that `keep` says to keep, given where they begin and end.
    pub(super) fn filtered(&self, keep: impl Fn(CellId, CellId) -> bool) -> Steps {
        let mut steps = Steps::new(self.slots);
        for direction in 0..self.next.len() / self.slots.max(1) {
            steps.push(self.links(DirectionId::from_index(direction)).filter(|&(from, to)| keep(from, to)));
        }
        steps
    }

    fn span(&self, direction: DirectionId) -> std::ops::Range<usize> {
        let words = mask::words_of(self.slots);
        direction.index() * words..(direction.index() + 1) * words
    }
}
