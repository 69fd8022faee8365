//! Which of the machine's instructions the inner loops may use: found out when the program runs, so that one binary is fast
//! on every machine. What comes out is the same with any of them.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "code for instructions that the machine was asked about; no other file has any")
)]

use super::lanes::Lanes;
use super::op::Op;
use super::program::Program;

/// What carries out operations on registers.
pub type Run<const W: usize, const L: usize> = fn(&mut Lanes<W, L>, &Program, &[Op]);

/// Work whose inner loops are compiled once for each set of instructions. Everything in it is to be inlined.
pub trait DispatchTask {
    /// Does it.
    fn work<M: InstructionSet>(&mut self);
}

/// A set of instructions, and what is compiled for it.
pub trait InstructionSet {
    /// The set for boards of more than four words: they are rare, and each copy of the loops takes seconds to compile.
    type ForLarge: InstructionSet;
    /// Whether nearly all machines of the target have a better one: fewer sizes of boards are compiled for it.
    const IS_RARE: bool = false;
    /// Carries out operations on registers.
    fn run<const W: usize, const L: usize>(lanes: &mut Lanes<W, L>, program: &Program, ops: &[Op]);
    /// Does work.
    fn carry_out<T: DispatchTask>(work: &mut T);
    /// Member number `index`, from 0, of a word, alone; nothing where there are not so many.
    fn select(word: u64, index: u32) -> u64;
}

/// [`SimdLevel::Baseline`].
pub struct Baseline;

/// [`SimdLevel::Wide`].
#[cfg(target_arch = "x86_64")]
pub struct Wide;

/// [`SimdLevel::Wider`].
#[cfg(target_arch = "x86_64")]
pub struct Wider;

impl InstructionSet for Baseline {
    type ForLarge = Self;

    const IS_RARE: bool = cfg!(target_arch = "x86_64");

    #[inline(never)]
    fn run<const W: usize, const L: usize>(lanes: &mut Lanes<W, L>, program: &Program, ops: &[Op]) {
        lanes.run(program, ops);
    }

    fn carry_out<T: DispatchTask>(work: &mut T) {
        work.work::<Self>();
    }

    #[inline(always)]
    fn select(word: u64, index: u32) -> u64 {
        let rest = (0..index).fold(word, |word, _| word & word.wrapping_sub(1));
        rest & rest.wrapping_neg()
    }
}

/// A set that the processor is asked about, by the features that make it up.
#[cfg(target_arch = "x86_64")]
macro_rules! instruction_set {
    ($name:ident, [$($feature:tt),+]) => {
        impl $name {
            /// Whether this machine has it.
            fn is_here() -> bool {
                $(is_x86_feature_detected!($feature))&&+
            }
        }

        impl InstructionSet for $name {
            type ForLarge = Wide;

            fn run<const W: usize, const L: usize>(lanes: &mut Lanes<W, L>, program: &Program, ops: &[Op]) {
                $(#[target_feature(enable = $feature)])+
                #[inline(never)]
                fn run<const W: usize, const L: usize>(lanes: &mut Lanes<W, L>, program: &Program, ops: &[Op]) {
                    lanes.run(program, ops);
                }
                // SAFETY: a set is used where the machine was found to have it.
                unsafe { run(lanes, program, ops) }
            }

            fn carry_out<T: DispatchTask>(work: &mut T) {
                $(#[target_feature(enable = $feature)])+
                fn carry_out<T: DispatchTask>(work: &mut T) {
                    work.work::<$name>();
                }
                // SAFETY: as above.
                unsafe { carry_out(work) }
            }

            #[inline(always)]
            fn select(word: u64, index: u32) -> u64 {
                // SAFETY: as above.
                unsafe { std::arch::x86_64::_pdep_u64(1 << (index & 63), word) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
instruction_set!(Wide, ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]);

#[cfg(target_arch = "x86_64")]
instruction_set!(
    Wider,
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt", "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vpopcntdq"]
);

/// The sets of instructions, each with all of those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SimdLevel {
    /// What every machine of the target has.
    Baseline,
    /// Vectors of four words, and bit instructions (x86-64-v3).
    #[cfg(target_arch = "x86_64")]
    Wide,
    /// Vectors of eight words (x86-64-v4, and counts of bits in them).
    #[cfg(target_arch = "x86_64")]
    Wider,
}

impl SimdLevel {
    /// All that the target has, the lowest first.
    pub const ALL: &[Self] = &[
        SimdLevel::Baseline,
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Wide,
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Wider,
    ];

    /// The highest that this machine has.
    pub fn of_this_machine() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if Wider::is_here() {
                return SimdLevel::Wider;
            }
            if Wide::is_here() {
                return SimdLevel::Wide;
            }
        }
        SimdLevel::Baseline
    }
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
                    assert_eq!(super::Wide::select(word, index), rest & rest.wrapping_neg());
                }
                rest &= rest.wrapping_sub(1);
            }
        }
    }
}
