//! The question that all group indexes answer.

use crate::util::Bits;

/// Finds connected sets. Relations are numbered as on the board.
pub trait GroupIndex<const W: usize>: Send + Sync {
    /// The cells of `set` that are connected with `seed` by steps of `relation` within `set`; empty where `seed` is not in it.
    fn component(&self, relation: u8, set: &Bits<W>, seed: usize) -> Bits<W>;

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

    /// A name for tables and reports.
    fn name(&self) -> &'static str;
}
