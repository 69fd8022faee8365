//! Sets of cells as words.

use std::ops::{BitAnd, BitOr, BitXor, Not};

const BYTES: u64 = 0x0101_0101_0101_0101;

/// Of each byte the places of its set bits, lowest first.
const IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut count) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][count] = place as u8;
                count += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// The place of set bit number `index`, from 0; there must be so many.
#[inline]
pub fn select(bits: u64, index: u32) -> u32 {
    // How many bits are set in each byte and those below it.
    let pairs = bits - ((bits >> 1) & (0x55 * BYTES));
    let nibbles = (pairs & (0x33 * BYTES)) + ((pairs >> 2) & (0x33 * BYTES));
    let sums = ((nibbles + (nibbles >> 4)) & (0x0f * BYTES)).wrapping_mul(BYTES);
    // The bytes whose sum is not above `index` lie below the one that is sought.
    let not_above = (((u64::from(index) * BYTES) | (0x80 * BYTES)) - sums) & (0x80 * BYTES);
    let place = ((not_above >> 7).wrapping_mul(BYTES) >> 56) as u32 * 8;
    let before = ((sums << 8) >> place) as u32 & 0xff;
    place + u32::from(IN_BYTE[((bits >> place) & 0xff) as usize][((index - before) & 7) as usize])
}

/// The places of the set bits.
pub fn places(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (place < 64).then_some(place as usize)
    })
}

/// A set of cells in so many words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Set<const W: usize>(pub [u64; W]);

impl<const W: usize> Set<W> {
    pub const EMPTY: Self = Set([0; W]);

    #[inline]
    pub fn add(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub fn toggle(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }

    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest cell of a set that has one.
    #[inline]
    pub fn first(&self) -> usize {
        let word = self.0.iter().position(|word| *word != 0).unwrap_or(0);
        word * 64 + self.0[word].trailing_zeros() as usize
    }

    /// Cell number `index` of the set, from 0; it must have so many.
    #[inline]
    pub fn select(&self, mut index: u32) -> usize {
        for (place, word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if index < count {
                return place * 64 + select(*word, index) as usize;
            }
            index -= count;
        }
        W * 64
    }

    /// Each cell's number is smaller by `by`, from 1 to 63.
    #[inline]
    pub fn down(self, by: u32) -> Self {
        Set(std::array::from_fn(|at| self.0[at] >> by | self.0.get(at + 1).map_or(0, |above| above << (64 - by))))
    }

    /// Each cell's number is greater by `by`, from 1 to 63.
    #[inline]
    pub fn up(self, by: u32) -> Self {
        Set(std::array::from_fn(|at| self.0[at] << by | if at == 0 { 0 } else { self.0[at - 1] >> (64 - by) }))
    }
}

impl<const W: usize> BitAnd for Set<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Set(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl<const W: usize> BitOr for Set<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Set(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl<const W: usize> BitXor for Set<W> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Set(std::array::from_fn(|at| self.0[at] ^ other.0[at]))
    }
}

impl<const W: usize> Not for Set<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Set(std::array::from_fn(|at| !self.0[at]))
    }
}
