//! What the steps of the evaluator stand for: a step is some four nanoseconds of an ordinary machine, whatever the rules and
//! the board are, so that a number of steps bounds the time.

use super::core::State;
use super::fault::Fault;

/// How many steps one question may take, in all.
pub const MAX_STEPS: u64 = 4 << 30;

/// How many the setup may take.
pub const MAX_SETUP: u64 = 64 << 20;

/// The most changes that a game in progress remembers to take back, of 16 bytes each.
pub const MAX_CHANGES: usize = 8 << 20;

/// The most words of earlier positions that a repetition rule looks at.
pub const MAX_PAST: usize = 16 << 20;

/// Either of them, in megabytes.
const MEGABYTES: usize = 128;

/// The steps of so many operations, each of which may go through a set of `words` words once.
#[inline(always)]
pub const fn operations(count: u64, words: u64) -> u64 {
    count * (8 + words) / 32
}

impl<const W: usize> State<W> {
    /// Uses up steps of the budget.
    #[inline(always)]
    pub fn spend(&mut self, steps: u64) -> Result<(), Fault> {
        match self.fuel.checked_sub(steps) {
            Some(left) => {
                self.fuel = left;
                Ok(())
            }
            None => {
                self.fuel = 0;
                Err(Fault::Steps((self.allowance >> 20).max(1)))
            }
        }
    }

    /// Whether there is room for the changes that are kept to be taken back.
    #[inline(always)]
    pub fn room(&self) -> Result<(), Fault> {
        if self.memory.changes() > MAX_CHANGES { Err(Fault::Memory(MEGABYTES)) } else { Ok(()) }
    }

    /// Whether there is room for the positions that repetition rules look at.
    pub fn room_for_past(&self) -> Result<(), Fault> {
        if self.past.words() > MAX_PAST { Err(Fault::Memory(MEGABYTES)) } else { Ok(()) }
    }

    /// Uses up the steps of so many operations over sets.
    #[inline(always)]
    pub fn spend_operations(&mut self, count: u64) -> Result<(), Fault> {
        self.spend(operations(count, W as u64))
    }
}
