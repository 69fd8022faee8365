//! The evaluator compiled twice: for any machine, and for those that count and find bits by instructions of their own. What comes
//! out is the same.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "code for instructions that the machine was asked about")
)]

use super::arena::Frame;
use super::core::State;
use super::emit::Emitter;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::Code;

/// Whether this machine has the instructions. Only this module says so.
#[derive(Clone, Copy, Debug)]
pub struct CpuFeatures(bool);

impl CpuFeatures {
    /// What the machine says.
    pub fn of_this_machine() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            CpuFeatures(
                is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt"),
            )
        }
        #[cfg(not(target_arch = "x86_64"))]
        CpuFeatures(false)
    }
}

impl<const W: usize> State<W> {
    /// Runs code over a frame.
    #[inline]
    pub fn evaluate(
        &mut self,
        shared: &Shared<W>,
        code: Code,
        frame: &mut Frame<W>,
        emitter: Option<&mut Emitter<'_, W>>,
    ) -> Result<i64, Fault> {
        if shared.cpu.0 {
            // SAFETY: `CpuFeatures` holds true only where the machine has the instructions.
            #[cfg(target_arch = "x86_64")]
            return unsafe { self.evaluate_with_bit_instructions(shared, code, frame, emitter) };
        }
        self.evaluate_portably(shared, code, frame, emitter)
    }

    #[inline(never)]
    fn evaluate_portably(
        &mut self,
        shared: &Shared<W>,
        code: Code,
        frame: &mut Frame<W>,
        emitter: Option<&mut Emitter<'_, W>>,
    ) -> Result<i64, Fault> {
        self.steps(shared, code, frame, emitter)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn evaluate_with_bit_instructions(
        &mut self,
        shared: &Shared<W>,
        code: Code,
        frame: &mut Frame<W>,
        emitter: Option<&mut Emitter<'_, W>>,
    ) -> Result<i64, Fault> {
        self.steps(shared, code, frame, emitter)
    }
}
