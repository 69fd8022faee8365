//! Two operations in one, where nothing else reads what the first one gives: a set less is written and read, and an operation less
//! is found out for all lanes.

use rustc_hash::FxHashMap;

use super::op::{Fixed, Op, Reg, RegisterKind, TernaryOp};

/// Joins operations.
pub fn fuse(ops: &mut [Option<Op>], fixed: &Fixed) {
    // Joined ones may join again: a union of many sets comes to take three of them at once.
    let made = Definitions::new(ops, fixed);
    for place in 0..ops.len() {
        while let Some((op, at)) = ops[place].and_then(|op| joined(op, place, ops, &made)) {
            ops[place] = Some(op);
            ops[at] = None;
        }
    }
}

/// Where sets are made that are read once.
struct Definitions {
    places: FxHashMap<Reg, usize>,
    /// How many skips begin or end before a place: what is made under other conditions is not joined.
    conditions: Vec<usize>,
    /// Where registers are written that have other values before.
    written: FxHashMap<(RegisterKind, Reg), Vec<usize>>,
}

impl Definitions {
    fn new(ops: &mut [Option<Op>], fixed: &Fixed) -> Self {
        let mut uses: FxHashMap<Reg, usize> = FxHashMap::default();
        let mut writes: FxHashMap<(RegisterKind, Reg), Vec<usize>> = FxHashMap::default();
        let mut bounds = vec![0usize; ops.len() + 1];
        for (place, op) in ops.iter_mut().enumerate() {
            let Some(op) = op else { continue };
            if let Op::SkipUnless { to, .. } = op {
                bounds[place] += 1;
                let end = (*to as usize).min(bounds.len() - 1);
                bounds[end] += 1;
            }
            let (written, reads) = op.registers();
            if let Some((sort, d)) = written {
                writes.entry((sort, *d)).or_default().push(place);
            }
            for (_, reg) in reads.into_iter().filter(|(sort, _)| *sort == RegisterKind::Set) {
                *uses.entry(*reg).or_default() += 1;
            }
        }
        let changes = |(sort, reg): &(RegisterKind, Reg), places: &[usize]| fixed.has(*sort, *reg) || places.len() > 1;
        let mut once = FxHashMap::default();
        for (key, places) in &writes {
            if let ((RegisterKind::Set, reg), false, [place]) = (key, changes(key, places), places.as_slice())
                && uses.get(reg) == Some(&1)
            {
                once.insert(*reg, *place);
            }
        }
        Definitions {
            places: once,
            conditions: bounds
                .into_iter()
                .scan(0, |sum, bound| {
                    *sum += bound;
                    Some(*sum)
                })
                .collect(),
            written: writes.into_iter().filter(|(key, places)| changes(key, places)).collect(),
        }
    }

    /// The operation that makes a set which is read at a place and nowhere else, if it might as well be carried out there.
    fn maker(&self, reg: Reg, place: usize, ops: &[Option<Op>]) -> Option<(Op, usize)> {
        let at = *self.places.get(&reg)?;
        let mut op = ops[at].filter(|_| at < place && self.conditions[at] == self.conditions[place])?;
        let changes = |key: (RegisterKind, Reg)| {
            self.written.get(&key).is_some_and(|places| places.iter().any(|write| (at..place).contains(write)))
        };
        let stays = op.registers().1.into_iter().all(|(sort, reg)| !changes((sort, *reg)));
        stays.then_some((op, at))
    }
}

/// An operation joined with one that makes what it reads, and the place of that.
fn joined(op: Op, place: usize, ops: &[Option<Op>], made: &Definitions) -> Option<(Op, usize)> {
    let with = |reg: Reg, join: &dyn Fn(Op) -> Option<Op>| {
        let (maker, at) = made.maker(reg, place, ops)?;
        Some((join(maker)?, at))
    };
    let either = |a: Reg, b: Reg, join: &dyn Fn(Op, Reg) -> Option<Op>| {
        with(a, &|maker| join(maker, b)).or_else(|| with(b, &|maker| join(maker, a)))
    };
    match op {
        Op::And { d, a, b } => either(a, b, &|maker, c| match maker {
            Op::Shift { a, by, keep, .. } => Some(Op::ShiftAnd { d, a, b: c, by, keep }),
            Op::ShiftAnd { a, b, by, keep, .. } => Some(Op::ShiftAndAnd { d, a, b, c, by, keep }),
            Op::Where { a, mask, .. } => Some(Op::WhereAnd { d, a, b: c, mask }),
            Op::And { a, b, .. } => Some(Op::Three { d, a, b, c, how: TernaryOp::And }),
            Op::Or { a, b, .. } => Some(Op::Three { d, a, b, c, how: TernaryOp::OrAnd }),
            Op::Sub { a, b, .. } => Some(Op::Three { d, a, b: c, c: b, how: TernaryOp::AndSub }),
            _ => None,
        }),
        Op::Or { d, a, b } => either(a, b, &|maker, c| match maker {
            Op::Shift { a, by, keep, .. } => Some(Op::ShiftOr { d, a, b: c, by, keep }),
            Op::And { a, b, .. } => Some(Op::Three { d, a, b, c, how: TernaryOp::AndOr }),
            Op::Or { a, b, .. } => Some(Op::Three { d, a, b, c, how: TernaryOp::Or }),
            Op::Sub { a, b, .. } => Some(Op::Three { d, a, b, c, how: TernaryOp::SubOr }),
            _ => None,
        }),
        Op::Xor { d, a, b } => either(a, b, &|maker, c| match maker {
            Op::Xor { a, b, .. } => Some(Op::Three { d, a, b, c, how: TernaryOp::Odd }),
            _ => None,
        }),
        Op::Sub { d, a, b } => {
            let from = with(a, &|maker| match maker {
                Op::And { a, b: other, .. } => Some(Op::Three { d, a, b: other, c: b, how: TernaryOp::AndSub }),
                Op::Or { a, b: other, .. } => Some(Op::Three { d, a, b: other, c: b, how: TernaryOp::OrSub }),
                Op::Sub { a, b: other, .. } => Some(Op::Three { d, a, b: other, c: b, how: TernaryOp::SubBoth }),
                _ => None,
            });
            from.or_else(|| {
                with(b, &|maker| match maker {
                    Op::Or { a: one, b: other, .. } => {
                        Some(Op::Three { d, a, b: one, c: other, how: TernaryOp::SubBoth })
                    }
                    _ => None,
                })
            })
        }
        Op::ShiftAnd { d, a, b, by, keep } => with(b, &|maker| match maker {
            Op::And { a: one, b: other, .. } => Some(Op::ShiftAndAnd { d, a, b: one, c: other, by, keep }),
            _ => None,
        }),
        Op::Where { d, a, mask } => with(a, &|maker| match maker {
            Op::And { a, b, .. } => Some(Op::WhereAnd { d, a, b, mask }),
            _ => None,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Fixed, fuse};
    use crate::op::{Op, TernaryOp};

    fn fused(ops: &[Op]) -> Vec<Op> {
        let mut ops: Vec<Option<Op>> = ops.iter().copied().map(Some).collect();
        fuse(&mut ops, &Fixed { registers: [4, 1, 0] });
        ops.into_iter().flatten().collect()
    }

    #[test]
    fn what_is_read_once_is_made_where_it_is_read() {
        let ops = [Op::Or { d: 10, a: 0, b: 1 }, Op::Or { d: 11, a: 10, b: 2 }, Op::And { d: 12, a: 3, b: 11 }];
        assert_eq!(
            fused(&ops),
            [Op::Three { d: 11, a: 0, b: 1, c: 2, how: TernaryOp::Or }, Op::And { d: 12, a: 3, b: 11 }]
        );
        let ops =
            [Op::Shift { d: 10, a: 0, by: 8, keep: 0 }, Op::And { d: 11, a: 10, b: 1 }, Op::And { d: 12, a: 11, b: 2 }];
        assert_eq!(fused(&ops), [Op::ShiftAndAnd { d: 12, a: 0, b: 1, c: 2, by: 8, keep: 0 }]);
        let ops = [Op::Or { d: 10, a: 0, b: 1 }, Op::Sub { d: 11, a: 2, b: 10 }];
        assert_eq!(fused(&ops), [Op::Three { d: 11, a: 2, b: 0, c: 1, how: TernaryOp::SubBoth }]);
    }

    #[test]
    fn what_is_read_twice_or_changes_between_or_is_made_under_a_condition_stays() {
        let twice = [Op::Or { d: 10, a: 0, b: 1 }, Op::And { d: 11, a: 10, b: 2 }, Op::And { d: 12, a: 10, b: 3 }];
        assert_eq!(fused(&twice), twice);
        let changes = [Op::Or { d: 10, a: 0, b: 1 }, Op::Copy { d: 1, a: 2 }, Op::And { d: 11, a: 10, b: 2 }];
        assert_eq!(fused(&changes), changes);
        let skips = [Op::SkipUnless { mask: 0, to: 2 }, Op::Or { d: 10, a: 0, b: 1 }, Op::And { d: 11, a: 10, b: 2 }];
        assert_eq!(fused(&skips), skips);
    }
}
