//! Questions about all loops of a set: the search has what is left of the budget, and is paid for.

use super::core::State;
use super::fault::Fault;
use super::shared::Shared;
use crate::groups::LoopSearch;
use rulebook_language::util::Bits;

impl<const W: usize> State<W> {
    /// The cells of all loops of a set, or of all through a cell; none through nowhere.
    pub fn loop_cells(
        &mut self,
        shared: &Shared<W>,
        relation: u8,
        set: Bits<W>,
        cell: Option<i64>,
        search: &mut LoopSearch<W>,
    ) -> Result<Bits<W>, Fault> {
        let Some(cycles) = shared.cycles[relation as usize].as_ref().filter(|_| cell != Some(-1)) else {
            return Ok(Bits::EMPTY);
        };
        let found = cycles.union(set, cell.map(|cell| cell as usize), self.fuel, search);
        self.spend(search.steps)?;
        Ok(found.unwrap_or(Bits::EMPTY))
    }

    /// Whether a loop of a set, or one through a cell, weighs more than `than`.
    pub fn has_heavier_loop(
        &mut self,
        shared: &Shared<W>,
        relation: u8,
        set: Bits<W>,
        cell: Option<i64>,
        than: i64,
        search: &mut LoopSearch<W>,
    ) -> Result<bool, Fault> {
        let Some(cycles) = shared.cycles[relation as usize].as_ref().filter(|_| cell != Some(-1)) else {
            return Ok(false);
        };
        let found = cycles.has_heavier(set, cell.map(|cell| cell as usize), than, self.fuel, search);
        self.spend(search.steps)?;
        Ok(found.unwrap_or(false))
    }
}
