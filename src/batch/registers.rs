//! What a register is.

/// A set register: words, then lanes.
pub type Sets<const W: usize, const L: usize> = [[u64; L]; W];

/// A register where the lines of the cache begin: a vector that lies across two of them is read and written twice.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Aligned<T>(pub T);

impl<T> std::ops::Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> std::ops::DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// The words of a set, one after another. Of more than two the compiler cannot tell how many there are: it would write each loop
/// over words out, which takes minutes to compile and gains little beside the loops over lanes within.
pub struct Words<const W: usize>(usize);

impl<const W: usize> Words<W> {
    /// All of them, from 0.
    #[inline(always)]
    pub fn all() -> Self {
        Words(0)
    }
}

impl<const W: usize> Iterator for Words<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let word = self.0;
        self.0 = if W <= 2 { word + 1 } else { std::hint::black_box(word + 1) };
        (word < W).then_some(word)
    }
}

/// All ones where it holds.
#[inline(always)]
pub const fn all_ones(holds: bool) -> u64 {
    (holds as u64).wrapping_neg()
}
