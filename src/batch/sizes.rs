//! The sizes of groups, of which players are ranked by the largest first.

use super::labels::Labels;
use super::lanes::Lanes;
use super::op::Reg;
use rulebook_language::util::Bits;
use rulebook_play::groups::component;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// d = a number that the groups of a have, in every lane: what is known of them is kept from one question to the next.
    #[inline(always)]
    pub fn of_groups(&mut self, d: Reg, a: Reg, (groups, place): (u16, u16), number: impl Fn(&Labels<W>) -> u32) {
        let near = &self.groups[usize::from(groups)];
        let mut out = [0; L];
        for (lane, out) in out.iter_mut().enumerate() {
            let set = self.set(a, lane);
            let labels = &mut self.sized[usize::from(place) * L + lane];
            labels.follow(near, &set);
            *out = i64::from(number(labels));
        }
        *self.numbers[usize::from(d)] = out;
    }

    /// d = the groups of a set that have a cell of a and fewer cells than a number.
    #[inline(never)]
    pub fn small_parts(&mut self, d: Reg, [a, set]: [Reg; 2], than: Reg, groups: u16) {
        for lane in 0..L {
            let near = &self.groups[usize::from(groups)];
            let (all, than) = (self.set(set, lane), self.numbers[usize::from(than)][lane]);
            let (mut rest, mut small) = (self.set(a, lane) & all, Bits::EMPTY);
            while let Some(seed) = rest.first() {
                let group = component(near, &all, seed);
                rest = rest - group;
                if i64::from(group.count()) < than {
                    small = small | group;
                }
            }
            self.put(d, lane, &small);
        }
    }

    /// d = how the sizes of the groups of a and of b are ordered, in the lanes where that is wanted.
    #[inline(always)]
    pub fn sizes_order(&mut self, d: Reg, a: Reg, b: Reg, groups: u16, wanted: Reg) {
        for lane in 0..L {
            let mut order = 0;
            if self.masks[usize::from(wanted)][lane] != 0 {
                let sets = [self.set(a, lane), self.set(b, lane)];
                order = compared(&self.groups[usize::from(groups)], sets, &mut self.sizes);
            }
            self.numbers[usize::from(d)][lane] = order;
        }
    }
}

/// Whether the sizes of the groups of one set, largest first, come before those of the other (-1), after them (1), or are the same. Most
/// of the time the largest groups tell, and not all need be found for that.
#[inline(always)]
fn compared<const W: usize>(near: &[Bits<W>], sets: [Bits<W>; 2], sizes: &mut [Vec<u16>; 2]) -> i64 {
    let first = largest(near, sets[0], None);
    let second = largest(near, sets[1], Some(first));
    if first != second {
        return i64::from(first > second) - i64::from(first < second);
    }
    for (sizes, set) in sizes.iter_mut().zip(sets) {
        sizes.clear();
        let mut rest = set;
        while let Some(seed) = rest.first() {
            let group = component(near, &rest, seed);
            rest = rest - group;
            sizes.push(group.count() as u16);
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
    }
    sizes[0].cmp(&sizes[1]) as i64
}

/// The size of a set's largest group. Against another size, no more is found out than whether it is smaller, as large or larger.
#[inline(always)]
fn largest<const W: usize>(near: &[Bits<W>], set: Bits<W>, against: Option<u32>) -> u32 {
    let (mut rest, mut left, mut largest) = (set, set.count(), 0);
    while left > largest && against.is_none_or(|other| left >= other && largest <= other) {
        let Some(seed) = rest.first() else { break };
        let group = component(near, &rest, seed);
        rest = rest - group;
        let size = group.count();
        left -= size;
        largest = largest.max(size);
    }
    largest
}
