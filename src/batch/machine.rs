//! Which of the machine's instructions the inner loops may use: found out when the program runs, so that one binary is fast
//! on every machine. What comes out is the same with any of them.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "code for instructions that the machine was asked about; no other file has any")
)]

use super::lanes::Lanes;
use super::op::Op;
use super::program::Program;

/// The levels of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimdLevel {
    /// What every machine of the target has.
    Plain,
    /// Vectors of four words, and bit instructions (x86-64-v3).
    #[cfg(target_arch = "x86_64")]
    Wide,
    /// Vectors of eight words (x86-64-v4).
    #[cfg(target_arch = "x86_64")]
    Wider,
}

/// Work whose inner loops are compiled once for each level. Everything in it is to be inlined.
pub trait DispatchTask {
    /// Whether it is compiled for [`SimdLevel::Wider`] as well.
    #[cfg(target_arch = "x86_64")]
    const WIDER: bool;
    /// Does it.
    fn work<M: InstructionSet>(&mut self);
}

/// What the levels do differently.
pub trait InstructionSet {
    /// Carries out operations on registers.
    fn run<const W: usize, const L: usize>(lanes: &mut Lanes<W, L>, program: &Program, ops: &[Op]);
    /// Member number `index`, from 0, of a word, alone; nothing where there are not so many.
    fn select(word: u64, index: u32) -> u64;
}

/// Any machine.
pub struct Baseline;

impl InstructionSet for Baseline {
    /// Through the copy that set-up uses as well: written out here, the interpreter would be compiled once more.
    #[inline(always)]
    fn run<const W: usize, const L: usize>(lanes: &mut Lanes<W, L>, program: &Program, ops: &[Op]) {
        lanes.run_plain(program, ops);
    }

    #[inline(always)]
    fn select(word: u64, index: u32) -> u64 {
        let rest = (0..index).fold(word, |word, _| word & word.wrapping_sub(1));
        rest & rest.wrapping_neg()
    }
}

/// One with the bit instructions.
#[cfg(target_arch = "x86_64")]
struct BitInstructions;

#[cfg(target_arch = "x86_64")]
impl InstructionSet for BitInstructions {
    #[inline(always)]
    fn run<const W: usize, const L: usize>(lanes: &mut Lanes<W, L>, program: &Program, ops: &[Op]) {
        lanes.run(program, ops);
    }

    #[inline(always)]
    fn select(word: u64, index: u32) -> u64 {
        // SAFETY: `BitInstructions` is private, and only code that the machine was asked about uses it.
        unsafe { std::arch::x86_64::_pdep_u64(1 << (index & 63), word) }
    }
}

impl SimdLevel {
    /// The highest that this machine has.
    pub fn of_this_machine() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let modern = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let wider = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq");
            match (modern, wider) {
                (true, true) => return SimdLevel::Wider,
                (true, false) => return SimdLevel::Wide,
                _ => {}
            }
        }
        SimdLevel::Plain
    }

    /// Does work with the instructions of the level, which this machine has.
    #[inline]
    pub fn carry_out<T: DispatchTask>(self, work: &mut T) {
        match self {
            SimdLevel::Plain => work.work::<Baseline>(),
            // SAFETY: the level is one that the machine was found to have.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Wide => unsafe { wide(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Wider if T::WIDER => unsafe { wider(work) },
            // SAFETY: as above, and the higher level has all instructions of the lower.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Wider => unsafe { wide(work) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn wide(work: &mut impl DispatchTask) {
    work.work::<BitInstructions>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn wider(work: &mut impl DispatchTask) {
    work.work::<BitInstructions>();
}

#[cfg(test)]
mod tests {
    use super::{Baseline, InstructionSet};

    #[test]
    fn members_are_selected_in_order() {
        for word in [1u64, 0xF0F0, u64::MAX, 1 << 63, 0x8000_0000_0000_0001] {
            let mut rest = word;
            for index in 0..word.count_ones() {
                assert_eq!(Baseline::select(word, index), rest & rest.wrapping_neg());
                #[cfg(target_arch = "x86_64")]
                if std::arch::is_x86_feature_detected!("bmi2") {
                    assert_eq!(super::BitInstructions::select(word, index), rest & rest.wrapping_neg());
                }
                rest &= rest.wrapping_sub(1);
            }
        }
    }
}
