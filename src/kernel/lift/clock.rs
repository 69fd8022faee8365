//! How many plies and turns were played, where the rules ask.

use super::lifter::{Lifted, Lifter, Unsuited};
use super::value::{Number, Truth, Value};
use crate::kernel::op::{Op, Reg};
use crate::kernel::program::Choice;

impl<'g> Lifter<'g> {
    /// The number of the next ply, or turn.
    pub fn clock(&mut self, of_turns: bool) -> Lifted<Value<'g>> {
        self.asks_clock = true;
        let place = self.clock_place(of_turns).ok_or(Unsuited("the number of the ply"))?;
        let (a, b) = (self.counters[place][0], self.constant_number(1));
        Ok(Value::Number(Number::Whole(self.value_of(Op::Add { d: 0, a, b }), 1)))
    }

    /// A ply more, in the lanes in which one of a phase's choices was made.
    pub fn count_ply(&mut self, choices: &[&Choice]) {
        let mut made = Truth::Known(self.in_step);
        if !self.in_step {
            for choice in choices {
                made = self.either(made, Truth::Mask(choice.chosen));
            }
        }
        self.one_more(false, made);
    }

    /// A turn more.
    pub fn count_turn(&mut self, over: Truth) {
        self.one_more(true, over);
    }

    fn one_more(&mut self, of_turns: bool, made: Truth) {
        let Some(place) = self.clock_place(of_turns) else { return };
        let (old, one) = (self.counters[place][0], self.constant_number(1));
        let more = self.value_of(Op::Add { d: 0, a: old, b: one });
        self.counters[place][0] = match self.mask(made) {
            Some(mask) if made != Truth::Known(true) => self.value_of(Op::Choose { d: 0, a: more, b: old, mask }),
            _ => more,
        };
    }

    fn clock_place(&self, of_turns: bool) -> Option<usize> {
        self.has_clock.then_some(self.game.counters.len() + usize::from(of_turns))
    }

    /// Registers for both, with their words.
    pub fn clock_registers(&mut self) -> Vec<(Reg, u32)> {
        if !self.has_clock {
            return Vec::new();
        }
        let system = self.layout.system;
        let mut found = Vec::new();
        for word in [system.plies, system.turns] {
            let reg = self.lasting_reg(crate::kernel::op::Sort::Number);
            self.counters.push(vec![reg]);
            found.push((reg, word));
        }
        found
    }
}
