//! Whether two pieces of code do the same, in whatever order they work things out.

use rustc_hash::FxHashMap;

use crate::op::{Op, Reg, RegisterKind, TernaryOp};

/// Gives every value that code works out a number: the same to those that are worked out alike, in any of the pieces of code that
/// it is asked about.
#[derive(Default)]
pub struct ValueNumbering {
    known: FxHashMap<(Op, Vec<usize>), usize>,
}

/// What a piece of code does: what lasting registers hold after it, and what else it does, in order.
#[derive(PartialEq, Eq, Debug)]
pub struct Summary {
    held: Vec<((RegisterKind, Reg), usize)>,
    effects: Vec<usize>,
}

impl ValueNumbering {
    /// What code does. Registers below `lasting` hold something before it, and are read after it.
    pub fn of(&mut self, ops: &[Op], lasting: [usize; 3]) -> Summary {
        let mut held: FxHashMap<(RegisterKind, Reg), usize> = FxHashMap::default();
        let mut effects = Vec::new();
        // The conditions under which the code at hand is carried out, each with where that ends.
        let mut conditions: Vec<(usize, usize)> = Vec::new();
        for (at, op) in ops.iter().enumerate() {
            conditions.retain(|(_, end)| *end > at);
            let mut form = *op;
            let (written, reads) = form.registers();
            let target = written.map(|(sort, d)| (sort, std::mem::take(d)));
            let mut operands = Vec::new();
            for (sort, reg) in reads {
                let register = (sort, std::mem::take(reg));
                operands.push(self.held(&mut held, register));
            }
            if is_symmetric(op) {
                operands.sort_unstable();
            }
            if let Op::SkipUnless { to, .. } = op {
                conditions.push((operands[0], *to as usize));
                continue;
            }
            let mut value = self.number(form, operands);
            if target.is_none() || matches!(op, Op::Join { .. }) {
                let under = conditions.iter().map(|(mask, _)| *mask).chain([value]).collect();
                effects.push(self.number(Op::ConstMask { d: 0, on: true }, under));
            }
            if let Some(target) = target {
                for (mask, _) in &conditions {
                    let old = self.held(&mut held, target);
                    value = self.number(Op::SkipUnless { mask: 0, to: 0 }, vec![value, old, *mask]);
                }
                held.insert(target, value);
            }
        }
        let mut held: Vec<_> =
            held.into_iter().filter(|((sort, reg), _)| usize::from(*reg) < lasting[*sort as usize]).collect();
        held.sort_unstable_by_key(|((sort, reg), _)| (*sort as usize, *reg));
        Summary { held, effects }
    }

    /// What a register holds: from before the code, if nothing was written there.
    fn held(&mut self, held: &mut FxHashMap<(RegisterKind, Reg), usize>, register: (RegisterKind, Reg)) -> usize {
        if let Some(value) = held.get(&register) {
            return *value;
        }
        let (sort, d) = register;
        let form = match sort {
            RegisterKind::Set => Op::Copy { d, a: d },
            RegisterKind::Mask => Op::CopyMask { d, a: d },
            RegisterKind::Number => Op::CopyNumber { d, a: d },
        };
        let value = self.number(form, Vec::new());
        held.insert(register, value);
        value
    }

    fn number(&mut self, form: Op, operands: Vec<usize>) -> usize {
        if let (Op::Copy { .. } | Op::CopyMask { .. } | Op::CopyNumber { .. }, [value]) = (form, operands.as_slice()) {
            return *value;
        }
        let next = self.known.len();
        *self.known.entry((form, operands)).or_insert(next)
    }
}

/// Whether the order of the registers that an operation reads is all the same.
fn is_symmetric(op: &Op) -> bool {
    matches!(
        op,
        Op::And { .. }
            | Op::Or { .. }
            | Op::Xor { .. }
            | Op::Three { how: TernaryOp::Odd | TernaryOp::Most, .. }
            | Op::AndMask { .. }
            | Op::OrMask { .. }
            | Op::XorMask { .. }
            | Op::Equal { .. }
            | Op::Add { .. }
            | Op::Multiply { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::ValueNumbering;
    use crate::op::Op;

    #[test]
    fn order_and_names_are_all_the_same_and_meaning_is_not() {
        let lasting = [2, 1, 0];
        let one = [
            Op::Shift { d: 9, a: 0, by: 1, keep: 0 },
            Op::Shift { d: 8, a: 1, by: 1, keep: 0 },
            Op::And { d: 1, a: 8, b: 9 },
            Op::Go { mask: 0, phase: 1 },
        ];
        let other = [
            Op::Shift { d: 5, a: 1, by: 1, keep: 0 },
            Op::Shift { d: 6, a: 0, by: 1, keep: 0 },
            Op::Go { mask: 0, phase: 1 },
            Op::And { d: 1, a: 6, b: 5 },
        ];
        let mut values = ValueNumbering::default();
        let done = values.of(&one, lasting);
        assert_eq!(done, values.of(&other, lasting));
        let mut turned = other;
        turned[3] = Op::Sub { d: 1, a: 6, b: 5 };
        assert_ne!(done, values.of(&turned, lasting));
        turned[3] = Op::And { d: 0, a: 6, b: 5 };
        assert_ne!(done, values.of(&turned, lasting));
    }

    #[test]
    fn what_is_done_under_a_condition_is_not_what_is_always_done() {
        let lasting = [2, 1, 0];
        let always = [Op::Copy { d: 1, a: 0 }, Op::Go { mask: 0, phase: 1 }];
        let under = [Op::SkipUnless { mask: 0, to: 2 }, always[0], always[1]];
        let partly = [Op::SkipUnless { mask: 0, to: 3 }, always[0], always[1]];
        let mut values = ValueNumbering::default();
        let done = [values.of(&always, lasting), values.of(&under, lasting), values.of(&partly, lasting)];
        assert_ne!(done[0], done[1]);
        assert_ne!(done[1], done[2]);
        assert_eq!(done[2], values.of(&partly, lasting));
    }
}
