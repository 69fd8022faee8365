//! Pairs of picks, of which the second does not depend on the first, that were rejected: they are offered no longer.

use super::draw_tables::DrawEntry;
use super::lanes::Lanes;
use super::program::{Pairs, Program};
use super::registers::all_ones;
use rulebook_language::util::Bits;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// A pair that was not tried yet, by its number among those, and that it is now.
    pub fn take_pair(&mut self, place: &DrawEntry, pairs: Pairs, lane: usize, mut number: u32) -> Option<[usize; 2]> {
        let (firsts, seconds): (Bits<W>, Bits<W>) = (self.set(place.set, lane), self.set(place.far?, lane));
        let tried = &mut self.pairs[usize::from(pairs.table) * L + lane];
        for first in firsts.iter() {
            let left = seconds - tried.seconds[first];
            let count = left.count();
            if number < count {
                let second = left.iter().nth(number as usize)?;
                tried.add(first, second);
                return Some([first, second]);
            }
            number -= count;
        }
        None
    }

    /// Says of some places where there are pairs that were not tried.
    #[inline(never)]
    pub fn say_what_is_left(&mut self, places: &[DrawEntry]) {
        for place in places {
            let (Some(pairs), Some(far)) = (place.pairs, place.far) else { continue };
            for lane in 0..L {
                let all = self.set(place.set, lane).count() * self.set(far, lane).count();
                let tried = self.pairs[usize::from(pairs.table) * L + lane].count;
                self.masks[usize::from(pairs.left)][lane] = all_ones(all > tried);
            }
        }
    }

    /// Forgets which pairs were tried in a lane.
    #[inline(never)]
    pub fn forget_pairs(&mut self, program: &Program, lane: usize) {
        for table in 0..program.pairs {
            self.pairs[table * L + lane].clear();
        }
    }
}
