//! How slots are counted on: in a row, or round a ring.

use super::Bits;

/// A row of slots, or a ring of so many, no more than a word has bits, in which the first follows the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ring(u8);

impl Ring {
    /// Slots in a row.
    pub const ROW: Ring = Ring(0);

    /// A ring of so many slots; a row, where there are more than 64.
    pub fn of(slots: usize) -> Ring {
        if slots <= 64 { Ring(slots as u8) } else { Ring::ROW }
    }

    /// The slots of a ring; none in a row, whose number of slots is all the same here.
    #[inline(always)]
    pub fn slots(self) -> Option<u32> {
        (self.0 != 0).then_some(u32::from(self.0))
    }

    /// All slots of a ring, of which a word holds them; all bits of a word for a row.
    #[inline(always)]
    pub fn all(self) -> u64 {
        self.slots().map_or(!0, |slots| !0 >> (64 - slots))
    }

    /// A distance as it is written: round a ring from 0 on, and less than once round.
    #[inline(always)]
    pub fn distance(self, by: i32) -> i32 {
        self.slots().map_or(by, |slots| by.rem_euclid(slots as i32))
    }

    /// The slot that lies further by a distance. In a row, where there is none, a number that no slot has.
    #[inline(always)]
    pub fn further(self, slot: usize, by: i16) -> usize {
        let to = slot.wrapping_add_signed(isize::from(by));
        match self.slots() {
            Some(slots) if to >= slots as usize => to.wrapping_sub(slots as usize),
            _ => to,
        }
    }

    /// A set of one word as it is seen from a slot: bit n is the slot that lies n further, as [`bit`](Ring::bit) has it.
    #[inline(always)]
    pub fn seen_from(self, word: u64, slot: usize) -> u64 {
        match self.slots() {
            None => word.rotate_right(slot as u32),
            Some(slots) => (word >> slot | word << ((slots - slot as u32) & 63)) & self.all(),
        }
    }

    /// The bit of a distance in a set of one word that is seen from a slot.
    #[inline(always)]
    pub fn bit(self, by: i16) -> u32 {
        self.distance(i32::from(by)) as u32 & 63
    }

    /// A set moved by a distance; what leaves a row's words is lost.
    #[inline(always)]
    pub fn moved<const W: usize>(self, set: Bits<W>, by: i32) -> Bits<W> {
        let Some(slots) = self.slots() else { return set.shift(by) };
        let mut set = set;
        let by = by as u32 & 63;
        set.0[0] = (set.0[0] << by | set.0[0] >> ((slots - by) & 63)) & self.all();
        set
    }

    /// The same of a set of any number of words.
    pub fn words_moved(self, set: &[u64], by: i32) -> Vec<u64> {
        if let (Some(slots), [word]) = (self.slots(), set) {
            let members = (0..slots).filter(|slot| word >> slot & 1 == 1);
            let to = |slot| self.further(slot as usize, self.distance(by) as i16);
            return vec![members.fold(0, |words, slot| words | 1 << to(slot))];
        }
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let word = |at: Option<usize>| at.and_then(|at| set.get(at)).copied().unwrap_or_default();
        let part = |index: usize| {
            let (near, far) = if by >= 0 {
                (word(index.checked_sub(words)), word(index.checked_sub(words + 1)))
            } else {
                (word(Some(index + words)), word(Some(index + words + 1)))
            };
            match (bits, by >= 0) {
                (0, _) => near,
                (_, true) => near << bits | far >> (64 - bits),
                (_, false) => near >> bits | far << (64 - bits),
            }
        };
        (0..set.len()).map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Ring;
    use crate::util::Bits;

    #[test]
    fn sets_move_as_their_members_do() {
        for slots in [1, 7, 61, 64] {
            let ring = Ring::of(slots);
            for by in 0..slots as i32 {
                let word = 0x9E37_79B9_7F4A_7C15 >> (64 - slots);
                let set = Bits([word]);
                let moved: Vec<usize> = set.iter().map(|slot| ring.further(slot, by as i16)).collect();
                let mut sorted = moved.clone();
                sorted.sort_unstable();
                let seen = ring.seen_from(word, by as usize);
                assert!((0..slots).all(|to| seen >> ring.bit(to as i16 - by as i16) & 1 == word >> to & 1));
                assert_eq!(ring.moved(set, by).iter().collect::<Vec<_>>(), sorted);
                assert_eq!(ring.words_moved(&set.0, by), ring.moved(set, by).0.to_vec());
                let back = ring.distance(-by);
                assert!(moved.iter().zip(set.iter()).all(|(to, from)| ring.further(*to, back as i16) == from));
            }
        }
    }

    #[test]
    fn a_row_has_ends() {
        assert_eq!((Ring::of(65), Ring::default()), (Ring::ROW, Ring::ROW));
        let set = Bits([1 << 63 | 1, 2]);
        for by in [-70, -64, -1, 0, 1, 63, 64, 70] {
            assert_eq!(Ring::ROW.words_moved(&set.0, by), Ring::ROW.moved(set, by).0.to_vec(), "{by}");
            assert_eq!(Ring::ROW.moved(set, by), set.shift(by));
            assert_eq!(Ring::ROW.distance(by), by);
        }
    }
}
