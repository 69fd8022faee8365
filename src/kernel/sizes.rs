//! The sizes of groups, of which players are ranked by the largest first.

use super::lanes::Lanes;
use super::op::Reg;
use crate::groups::component;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// d = how the sizes of the groups of a and of b are ordered, in the lanes where that is wanted.
    #[inline(always)]
    pub fn sizes_order(&mut self, d: Reg, a: Reg, b: Reg, groups: u16, wanted: Reg) {
        for lane in 0..L {
            let mut order = 0;
            if self.masks[usize::from(wanted)][lane] != 0 {
                for (place, reg) in [a, b].into_iter().enumerate() {
                    let mut rest = self.set(reg, lane);
                    let near = &self.groups[usize::from(groups)];
                    let sizes = &mut self.sizes[place];
                    sizes.clear();
                    while let Some(seed) = rest.first() {
                        let group = component(near, &rest, seed);
                        rest = rest - group;
                        sizes.push(group.count() as u16);
                    }
                }
                let [one, other] = &mut self.sizes;
                order = compared(one, other);
            }
            self.numbers[usize::from(d)][lane] = order;
        }
    }
}

/// Whether the numbers of one list, largest first, come before those of the other (-1), after them (1), or are the same. The lists may
/// lose what is the same in both: most of the time the largest numbers tell, and the others need not be put in order.
#[inline(always)]
fn compared(one: &mut Vec<u16>, other: &mut Vec<u16>) -> i64 {
    loop {
        let largest = |list: &[u16]| {
            let mut found = (0, 0);
            for (place, number) in list.iter().enumerate() {
                if *number > found.1 {
                    found = (place, *number);
                }
            }
            found
        };
        let ((at_one, first), (at_other, second)) = (largest(one), largest(other));
        if first != second || first == 0 {
            return i64::from(first > second) - i64::from(first < second);
        }
        one.swap_remove(at_one);
        other.swap_remove(at_other);
    }
}
