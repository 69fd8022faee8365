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
