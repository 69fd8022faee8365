//! Sets of places as machine words.

use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

/// A set of small numbers, `W` words of 64: number `n` is bit `n % 64` of word `n / 64`.
///
/// `!` complements all `64 * W` bits; intersect with the board afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Bits([0; W]);

    /// The set of `n` alone. `n` is below `64 * W`.
    #[inline(always)]
    pub fn single(n: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(n);
        set
    }

    /// Reads a set from the first `W` words of `words`, missing words counting as zero.
    #[inline(always)]
    pub fn from_words(words: &[u64]) -> Self {
        let mut set = Self::EMPTY;
        for (to, from) in set.0.iter_mut().zip(words) {
            *to = *from;
        }
        set
    }

    /// Whether `n` is in the set. `n` is below `64 * W`.
    #[inline(always)]
    pub fn contains(&self, n: usize) -> bool {
        self.0[if W == 1 { 0 } else { n / 64 }] >> (n % 64) & 1 == 1
    }

    /// Adds `n`, which is below `64 * W`.
    #[inline(always)]
    pub fn insert(&mut self, n: usize) {
        self.0[n / 64] |= 1 << (n % 64);
    }

    /// Takes `n` out. `n` is below `64 * W`.
    #[inline(always)]
    pub fn remove(&mut self, n: usize) {
        self.0[n / 64] &= !(1 << (n % 64));
    }

    /// Whether the set has no member.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of members.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The smallest member.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, word)| **word != 0)
            .map(|(index, word)| index * 64 + word.trailing_zeros() as usize)
    }

    /// The greatest member.
    #[inline(always)]
    pub fn last(&self) -> Option<usize> {
        self.0
            .iter()
            .enumerate()
            .rev()
            .find(|(_, word)| **word != 0)
            .map(|(index, word)| index * 64 + 63 - word.leading_zeros() as usize)
    }

    /// The numbers below the smallest member; all where there is none.
    #[inline(always)]
    pub fn below_first(&self) -> Self {
        let mut out = Self::EMPTY;
        let mut open = u64::MAX;
        for (to, word) in out.0.iter_mut().zip(self.0) {
            *to = word.wrapping_sub(1) & !word & open;
            open &= if word == 0 { u64::MAX } else { 0 };
        }
        out
    }

    /// The numbers above the greatest member; all where there is none.
    #[inline(always)]
    pub fn above_last(&self) -> Self {
        let mut out = Self::EMPTY;
        let mut open = u64::MAX;
        for (to, word) in out.0.iter_mut().zip(self.0).rev() {
            *to = !(u64::MAX.checked_shr(word.leading_zeros()).unwrap_or(0)) & open;
            open &= if word == 0 { u64::MAX } else { 0 };
        }
        out
    }

    /// The member that `rank` smaller ones stand before; nothing where there are not so many.
    #[inline]
    pub fn nth(&self, mut rank: u32) -> Option<usize> {
        for (index, word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if rank < count {
                return Some(index * 64 + select(*word, rank));
            }
            rank -= count;
        }
        None
    }

    /// Takes the smallest member out and returns it.
    #[inline(always)]
    pub fn pop_first(&mut self) -> Option<usize> {
        for (index, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(index * 64 + bit);
            }
        }
        None
    }

    /// The members in increasing order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || rest.pop_first())
    }

    /// Moves every member up by `by` (down where negative); members that leave the words are lost.
    #[inline(always)]
    pub fn shift(&self, by: i32) -> Self {
        let words = by.unsigned_abs() as usize / 64;
        let bits = by.unsigned_abs() % 64;
        let mut out = Self::EMPTY;
        for index in 0..W {
            if by >= 0 {
                if index + words < W {
                    out.0[index + words] |= self.0[index] << bits;
                }
                if bits > 0 && index + words + 1 < W {
                    out.0[index + words + 1] |= self.0[index] >> (64 - bits);
                }
            } else {
                if index >= words {
                    out.0[index - words] |= self.0[index] >> bits;
                }
                if bits > 0 && index > words {
                    out.0[index - words - 1] |= self.0[index] << (64 - bits);
                }
            }
        }
        out
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! wordwise {
    ($($op:ident :: $method:ident = |$a:ident, $b:ident| $word:expr;)+) => {$(
        impl<const W: usize> $op for Bits<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for index in 0..W {
                    let ($a, $b) = (self.0[index], other.0[index]);
                    self.0[index] = $word;
                }
                self
            }
        }
    )+};
}

wordwise! {
    BitAnd::bitand = |a, b| a & b;
    BitOr::bitor = |a, b| a | b;
    BitXor::bitxor = |a, b| a ^ b;
    Sub::sub = |a, b| a & !b;
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// The bit of a word that `rank` lower ones stand before; there are more than `rank`. Bytes are counted side by side (Vigna 2008,
/// "Broadword implementation of rank/select queries").
#[inline(always)]
fn select(word: u64, rank: u32) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    let mut counts = word - (word >> 1 & 0x5555_5555_5555_5555);
    counts = (counts & 0x3333_3333_3333_3333) + (counts >> 2 & 0x3333_3333_3333_3333);
    counts = (counts + (counts >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // In each byte, how many bits are set up to its end; the high bit of those that end before the one sought.
    let sums = counts.wrapping_mul(ONES);
    let passed = (((u64::from(rank) * ONES) | HIGH) - sums) & HIGH;
    let bits = ((passed >> 7).wrapping_mul(ONES) >> 56) * 8;
    let before = (sums << 8 >> bits) as u32 & 0xFF;
    let mut rest = word >> bits;
    for _ in before..rank {
        rest &= rest - 1;
    }
    bits as usize + rest.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn what_lies_outside_of_the_members_is_found() {
        for members in [&[][..], &[0], &[63], &[64], &[130, 5], &[127, 128], &[191]] {
            let mut set = Bits::<3>::EMPTY;
            members.iter().for_each(|member| set.insert(*member));
            let (below, above) = (set.below_first(), set.above_last());
            for n in 0..192 {
                assert_eq!(below.contains(n), members.iter().all(|member| n < *member), "{members:?}, {n}");
                assert_eq!(above.contains(n), members.iter().all(|member| n > *member), "{members:?}, {n}");
            }
        }
    }

    #[test]
    fn shifts_agree_with_moving_each_member() {
        let members = [0usize, 1, 62, 63, 64, 65, 100, 127, 128, 190, 191];
        let mut set = Bits::<3>::EMPTY;
        members.iter().for_each(|&n| set.insert(n));
        for by in -200i32..=200 {
            let expected: Vec<usize> =
                members.iter().map(|&n| n as i32 + by).filter(|n| (0..192).contains(n)).map(|n| n as usize).collect();
            assert_eq!(set.shift(by).iter().collect::<Vec<_>>(), expected, "by {by}");
        }
    }

    #[test]
    fn set_algebra_agrees_with_membership() {
        let a = Bits::<2>([0xF0F0, 7]);
        let b = Bits::<2>([0xFF00, 5]);
        for n in 0..128 {
            assert_eq!((a & b).contains(n), a.contains(n) && b.contains(n));
            assert_eq!((a | b).contains(n), a.contains(n) || b.contains(n));
            assert_eq!((a ^ b).contains(n), a.contains(n) != b.contains(n));
            assert_eq!((a - b).contains(n), a.contains(n) && !b.contains(n));
            assert_eq!((!a).contains(n), !a.contains(n));
        }
        assert_eq!(a.count() as usize, a.iter().count());
        assert_eq!((a.first(), Bits::<2>::EMPTY.first()), (Some(4), None));
        assert_eq!((a.last(), Bits::<2>::EMPTY.last()), (Some(66), None));
        let by_rank: Vec<usize> = (0..).map_while(|rank| a.nth(rank)).collect();
        assert_eq!(by_rank, a.iter().collect::<Vec<_>>());
        let mut rng = crate::util::Rng::new(3);
        for _ in 0..200 {
            let word = || u64::from(rng.below(u32::MAX)) << 32 | u64::from(rng.below(u32::MAX));
            let mut some = std::iter::repeat_with(word);
            let dense = Bits::<2>(std::array::from_fn(|_| some.next().unwrap_or(0) | some.next().unwrap_or(0)));
            let sparse = Bits::<2>(std::array::from_fn(|_| some.next().unwrap_or(0) & some.next().unwrap_or(0)));
            for set in [dense, sparse, !Bits::EMPTY] {
                let by_rank: Vec<usize> = (0..).map_while(|rank| set.nth(rank)).collect();
                assert_eq!(by_rank, set.iter().collect::<Vec<_>>());
            }
        }
    }
}
