//! Candidates of two near picks, a direction at a time.

use super::core::State;
use super::cost::operations;
use super::emit::{Emitter, Members, PickStep};
use super::fault::Fault;
use super::shared::Shared;
use rulebook_language::util::Bits;

/// A first pick of `from`, and a second one of `to` that is a step from it; with `over`, two steps, the first one to a cell of that.
#[derive(Clone, Copy)]
pub struct AdjacentPicks<const W: usize> {
    /// The first picks.
    pub from: Bits<W>,
    /// What a jump goes over.
    pub over: Option<Bits<W>>,
    /// The second picks.
    pub to: Bits<W>,
    /// The directions, a constant set.
    pub directions: u16,
}

impl<const W: usize> State<W> {
    /// Reports the pairs. Whether it is enough.
    #[inline(always)]
    pub fn emit_adjacent(
        &mut self,
        shared: &Shared<W>,
        near: &AdjacentPicks<W>,
        emitter: &mut Emitter<'_, W>,
    ) -> Result<bool, Fault> {
        let mut directions = shared.plan.tables.sets[usize::from(near.directions)][0];
        let each = 2 * shared.cost_of_steps(&near.to, 1) + 4 + operations(4, W as u64);
        self.spend(u64::from(directions.count_ones()) * each)?;
        if near.from.is_empty() {
            return Ok(false);
        }
        while directions != 0 {
            let direction = directions.trailing_zeros() as u8;
            directions &= directions - 1;
            let back = usize::from(shared.steps[usize::from(direction)].opposite);
            let mut before = shared.step_all(near.to, back);
            if let Some(over) = near.over {
                before = shared.step_all(before & over, back);
            }
            let members = before & near.from;
            if members.is_empty() {
                continue;
            }
            let steps = 1 + u8::from(near.over.is_some());
            let members = Members { way: Some(PickStep { direction, steps }), ..Members::new(0, members) };
            self.spend(4 * u64::from(members.count))?;
            if emitter.take(shared, &[], Some(members))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
