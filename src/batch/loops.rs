//! Whether a cell that was put closes a loop, lane by lane.

use super::lanes::Lanes;
use super::op::Reg;
use super::registers::all_ones;
use rulebook_play::groups::lies_on_loop;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// d = whether the cell of a lies on a loop of a set. Most cells have no two neighbours in the set that are apart, and are on none.
    #[inline(always)]
    pub fn on_loop(&mut self, d: Reg, a: Reg, set: Reg, groups: u16) {
        let near = &self.groups[usize::from(groups)];
        let mut out = [0; L];
        for (lane, out) in out.iter_mut().enumerate() {
            let Some(cell) = self.set(a, lane).first() else { continue };
            *out = all_ones(lies_on_loop(near, &self.set(set, lane), cell));
        }
        *self.masks[usize::from(d)] = out;
    }
}
