//! The member of a word that has so many before it.

/// The place of member number `index`, from 0, of a word; `index` is below the number of members.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
#[expect(unsafe_code, reason = "the one instruction for it, which the build says that the machine has")]
pub fn select(word: u64, index: u32) -> u32 {
    // SAFETY: compiled only where every machine that the build is for has the instruction.
    unsafe { std::arch::x86_64::_pdep_u64(1 << index, word).trailing_zeros() }
}

/// The place of member number `index`, from 0, of a word; `index` is below the number of members.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
pub fn select(word: u64, index: u32) -> u32 {
    (0..index).fold(word, |word, _| word & word.wrapping_sub(1)).trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::select;
    use crate::util::Bits;

    #[test]
    fn members_are_selected_in_order() {
        for word in [1u64, 0xF0F0, u64::MAX, 1 << 63, 0x8000_0000_0000_0001] {
            let members: Vec<usize> = Bits([word]).iter().collect();
            for (index, member) in members.iter().enumerate() {
                assert_eq!(select(word, index as u32) as usize, *member);
            }
        }
    }
}
