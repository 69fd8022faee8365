//! The cells of all loops of a set, by floods alone.

use super::{Cycles, component};
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
        let mut flooded = 0;
        let flood = |start, apart| self.reached(start, apart, &mut flooded);
        let is_looped = looped_by(&self.near, &set, cell, flood);
        *steps += (64 + 16 * flooded) * (8 + W as u64) / 32;
        is_looped
    }
}

/// Whether a cell of a set lies on a loop of it, by the neighbours of each slot. Every chordless cycle must be a loop.
pub fn lies_on_loop<const W: usize>(near: &[Bits<W>], set: &Bits<W>, cell: usize) -> bool {
    let around = near[cell] & *set;
    // Neighbours that all touch each other are not joined around anything.
    around.iter().any(|next| around - near[next] != Bits::single(next))
        && looped_by(near, set, cell, |start, apart| match start.first() {
            Some(seed) => component(near, &apart, seed),
            None => Bits::EMPTY,
        })
}

/// The same, with a flood from some cells within a set.
fn looped_by<const W: usize>(
    near: &[Bits<W>],
    set: &Bits<W>,
    cell: usize,
    mut flood: impl FnMut(Bits<W>, Bits<W>) -> Bits<W>,
) -> bool {
    let around = near[cell] & *set;
    let mut apart = *set - near[cell] - Bits::single(cell);
    let mut starts = around.iter().fold(Bits::EMPTY, |all, next| all | (near[next] & apart));
    while let Some(start) = starts.first() {
        let part = flood(Bits::single(start), apart);
        (apart, starts) = (apart - part, starts - part);
        let touching = around.iter().filter(|next| !(near[*next] & part).is_empty());
        let touching = touching.fold(Bits::EMPTY, |mut all, next| {
            all.insert(next);
            all
        });
        if touching.iter().any(|next| touching - near[next] != Bits::single(next)) {
            return true;
        }
    }
    false
}
