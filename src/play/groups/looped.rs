//! The cells of all loops of a set, by floods alone.

use super::Cycles;
use rulebook_language::util::Bits;

impl<const W: usize> Cycles<W> {
    /// The cells of `set` that lie on a loop. Every chordless cycle must be a loop.
    ///
    /// A cell lies on one if, and only if, two of its neighbours that do not touch each other are joined by cells that do not touch
    /// it: a shortest way between the two has no chords, and makes a loop with the cell.
    pub(super) fn looped(&self, set: Bits<W>, most_steps: u64, steps: &mut u64) -> Option<Bits<W>> {
        let mut looped = Bits::EMPTY;
        for cell in set.iter() {
            if *steps > most_steps {
                return None;
            }
            if self.is_looped(cell, set, steps) {
                looped.insert(cell);
            }
        }
        Some(looped)
    }

    fn is_looped(&self, cell: usize, set: Bits<W>, steps: &mut u64) -> bool {
        let around = self.near[cell] & set;
        let mut apart = set - self.near[cell] - Bits::single(cell);
        let mut starts = around.iter().fold(Bits::EMPTY, |all, next| all | (self.near[next] & apart));
        let mut flooded = 0;
        let mut is_looped = false;
        while let Some(start) = starts.first() {
            let part = self.reached(Bits::single(start), apart, &mut flooded);
            (apart, starts) = (apart - part, starts - part);
            let touching = around.iter().filter(|next| !(self.near[*next] & part).is_empty());
            let touching = touching.fold(Bits::EMPTY, |mut all, next| {
                all.insert(next);
                all
            });
            is_looped = touching.iter().any(|next| touching - self.near[next] != Bits::single(next));
            if is_looped {
                break;
            }
        }
        *steps += (64 + 16 * flooded) * (8 + W as u64) / 32;
        is_looped
    }
}
