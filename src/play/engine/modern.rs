//! The evaluator compiled twice: for any machine, and for those that count and find bits by instructions of their own. What comes
//! out is the same.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "code for instructions that the machine was asked about")
)]

use super::arena::Frame;
use super::core::State;
use super::fault::Fault;
use super::shared::Shared;
use super::sink::Sink;
use crate::plan::Code;

/// Whether this machine has the instructions. Only this module says so.
#[derive(Clone, Copy, Debug)]
pub struct Modern(bool);

impl Modern {
    /// What the machine says.
    pub fn of_this_machine() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            Modern(
                is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt"),
            )
        }
        #[cfg(not(target_arch = "x86_64"))]
        Modern(false)
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
        sink: Option<&mut Sink<'_, W>>,
    ) -> Result<i64, Fault> {
        if shared.modern.0 {
            // SAFETY: only a machine that has the instructions is called modern.
            #[cfg(target_arch = "x86_64")]
            return unsafe { self.evaluate_modern(shared, code, frame, sink) };
        }
        self.evaluate_anywhere(shared, code, frame, sink)
    }

    #[inline(never)]
    fn evaluate_anywhere(
        &mut self,
        shared: &Shared<W>,
        code: Code,
        frame: &mut Frame<W>,
        sink: Option<&mut Sink<'_, W>>,
    ) -> Result<i64, Fault> {
        self.steps(shared, code, frame, sink)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn evaluate_modern(
        &mut self,
        shared: &Shared<W>,
        code: Code,
        frame: &mut Frame<W>,
        sink: Option<&mut Sink<'_, W>>,
    ) -> Result<i64, Fault> {
        self.steps(shared, code, frame, sink)
    }
}
