//! Constants: they lie in registers of their own, which are filled once and for all.

use rustc_hash::FxHashMap;

use super::pass::Piece;
use super::registers::{Class, Use, registers};
use crate::plan::op::{Op, Reg};

/// Registers from here on stand for constants, by their places, until it is known how many others there are.
const CONSTANTS: Reg = 1 << 15;
/// The most constants of a class that have registers.
const MOST: usize = 1 << 14;

impl Piece {
    /// Lets constants that are written once be read from their own registers, and what is looked up at a place that is known be
    /// read there.
    pub fn keep_constants(&mut self, numbers: &[i64]) {
        let writes = self.writes();
        let mut kept: FxHashMap<(Class, Reg), Reg> = FxHashMap::default();
        for op in &self.ops {
            let (class, d, place) = match *op {
                Op::Const { d, number } => (Class::Number, d, number),
                Op::ConstSet { d, set } => (Class::Set, d, set),
                _ => continue,
            };
            if usize::from(place) < MOST && writes.get(&(class, d)) == Some(&1) {
                kept.insert((class, d), CONSTANTS + place);
            }
        }
        for op in &mut self.ops {
            registers(op, &mut |how, class, reg| {
                if how == Use::Read
                    && let Some(constant) = kept.get(&(class, *reg))
                {
                    *reg = *constant;
                }
            });
            let known =
                |reg: Reg| reg.checked_sub(CONSTANTS).and_then(|place| numbers.get(usize::from(place))).copied();
            let within = |index: Reg, count: u16| known(index).filter(|index| (0..i64::from(count)).contains(index));
            *op = match *op {
                Op::LoadAt { d, offset, index, count } => match within(index, count) {
                    Some(index) => Op::Load { d, offset: offset + index as u32 },
                    None => *op,
                },
                Op::StoreAt { offset, index, count, a } => match within(index, count) {
                    Some(index) => Op::StoreNumber { offset: offset + index as u32, a },
                    None => *op,
                },
                op => op,
            };
        }
    }
}

/// Puts the registers of constants after the others, of which there are so many of numbers and of sets.
pub fn place_constants(ops: &mut [Op], numbers: Reg, sets: Reg) {
    for op in ops {
        registers(op, &mut |_, class, reg| {
            if let Some(place) = reg.checked_sub(CONSTANTS) {
                *reg = place + if class == Class::Set { sets } else { numbers };
            }
        });
    }
}
