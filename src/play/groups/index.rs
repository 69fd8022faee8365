//! The question that all group indexes answer.

use rulebook_language::util::Bits;

/// Where more cells than this have changed, parts are counted anew.
const MOST_CHANGES: u32 = 8;

/// Finds connected sets. Relations are numbered as on the board.
pub trait GroupIndex<const W: usize>: Send + Sync {
    /// The cells of `set` that are connected with `seed` by steps of `relation` within `set`; empty where `seed` is not in it.
    fn component(&self, relation: u8, set: &Bits<W>, seed: usize) -> Bits<W>;

    /// The connected parts of `set` that have a cell among `seeds`, together.
    fn meeting(&self, relation: u8, set: &Bits<W>, seeds: &Bits<W>) -> Bits<W> {
        let (mut rest, mut found) = (*set & *seeds, Bits::EMPTY);
        while let Some(seed) = rest.first() {
            found = found | self.component(relation, set, seed);
            rest = rest - found;
        }
        found
    }

    /// How many connected parts `set` has.
    fn count(&self, relation: u8, set: &Bits<W>) -> u32 {
        let mut rest = *set;
        let mut parts = 0;
        while let Some(seed) = rest.first() {
            rest = rest - self.component(relation, &rest, seed);
            parts += 1;
        }
        parts
    }

    /// With how many connected parts of `set` a cell outside of it is linked.
    fn touching(&self, relation: u8, set: &Bits<W>, cell: usize) -> u32 {
        // The cell would join those into one part.
        let mut with = *set;
        with.insert(cell);
        self.count(relation, set) + 1 - self.count(relation, &with)
    }

    /// How many more connected parts one set has than another, cell after cell that is in one of them alone: a cell that is added
    /// joins the parts that it touches, one that is taken away leaves those behind.
    fn gained(&self, relation: u8, now: &Bits<W>, before: &Bits<W>) -> i64 {
        let changed = *now ^ *before;
        if changed.count() > MOST_CHANGES {
            return i64::from(self.count(relation, now)) - i64::from(self.count(relation, before));
        }
        let (mut set, mut gained) = (*before, 0);
        for cell in changed.iter() {
            if before.contains(cell) {
                set.remove(cell);
                gained += i64::from(self.touching(relation, &set, cell)) - 1;
            } else {
                gained += 1 - i64::from(self.touching(relation, &set, cell));
                set.insert(cell);
            }
        }
        gained
    }

    /// The cells that are linked with one of `cells`; nothing where that is not known.
    fn linked(&self, _relation: u8, _cells: &Bits<W>) -> Option<Bits<W>> {
        None
    }

    /// Of the groups of `now`, together, those that are no groups of `before`, and perhaps others: a group is new that has a new
    /// cell, or is linked with one that has gone.
    fn changed(&self, relation: u8, now: &Bits<W>, before: &Bits<W>) -> Bits<W> {
        let (come, gone) = (*now - *before, *before - *now);
        if gone.is_empty() {
            return if come.is_empty() { come } else { self.meeting(relation, now, &come) };
        }
        match self.linked(relation, &gone) {
            Some(linked) => self.meeting(relation, now, &(come | linked)),
            None => *now,
        }
    }

    /// A name for tables and reports.
    fn name(&self) -> &'static str;
}
