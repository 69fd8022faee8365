//! Operations that often follow one another, as one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::pass::Piece;
use super::registers::{Class, Use, registers, target};
use crate::plan::op::{Op, Reg};
use crate::plan::op_by::By;

impl Piece {
    /// Makes one operation of a comparison and the jump by it, and of a plane that is read, changed and stored.
    pub fn fuse(&mut self) {
        let mut arrivals: FxHashSet<usize> = FxHashSet::default();
        let mut reads: FxHashMap<(Class, Reg), u32> = FxHashMap::default();
        for op in &mut self.ops {
            arrivals.extend(target(op).map(|to| *to as usize));
            registers(op, &mut |how, class, reg| {
                if how != Use::Write {
                    *reads.entry((class, *reg)).or_insert(0) += 1;
                }
            });
        }
        let given = self.given;
        // A register that one operation alone reads, and nobody outside.
        let passing =
            |class, reg: Reg| reads.get(&(class, reg)) == Some(&1) && (class != Class::Number || reg >= given);
        let mut keep = vec![true; self.ops.len()];
        for at in (1..self.ops.len()).rev() {
            if arrivals.contains(&at) {
                continue;
            }
            let fused = match (self.ops[at - 1], self.ops[at]) {
                (test, jump @ (Op::JumpIf { a, .. } | Op::JumpUnless { a, .. })) if passing(Class::Number, a) => {
                    jump_by(&test, &jump)
                }
                _ => None,
            };
            if let Some(op) = fused {
                // The jump moves up to where the comparison was: what is in front of it may be joined to it, too.
                self.ops[at - 1] = op;
                keep[at] = false;
            }
        }
        for at in 2..self.ops.len() {
            if arrivals.contains(&at) || arrivals.contains(&(at - 1)) || !(keep[at] && keep[at - 1] && keep[at - 2]) {
                continue;
            }
            let (Op::Plane { d: old, offset }, Op::Store { offset: stored, a: new }) = (self.ops[at - 2], self.ops[at])
            else {
                continue;
            };
            if offset != stored || !passing(Class::Set, old) || !passing(Class::Set, new) {
                continue;
            }
            let fused = match self.ops[at - 1] {
                Op::Or { d, a, b } if d == new && a == old => Op::AddCells { offset, a: b },
                Op::Or { d, a, b } if d == new && b == old => Op::AddCells { offset, a },
                Op::Sub { d, a, b } if d == new && a == old => Op::TakeCells { offset, a: b },
                _ => continue,
            };
            self.ops[at - 2] = fused;
            (keep[at - 1], keep[at]) = (false, false);
        }
        self.retain(&keep);
    }
}

/// A test and the jump by what it comes to as one operation.
fn jump_by(test: &Op, jump: &Op) -> Option<Op> {
    let (by, to, on) = match *jump {
        Op::JumpIf { a, to } => (a, to, true),
        Op::JumpUnless { a, to } => (a, to, false),
        _ => return None,
    };
    Some(match *test {
        Op::Not { d, a } if d == by => {
            if on {
                Op::JumpUnless { a, to }
            } else {
                Op::JumpIf { a, to }
            }
        }
        Op::IsEmpty { d, a } if d == by => {
            if on {
                Op::JumpIfNone { a, to }
            } else {
                Op::JumpIfSome { a, to }
            }
        }
        Op::Contains { d, a, cell } if d == by => {
            if on {
                Op::JumpIfIn(By { a, b: cell, to })
            } else {
                Op::JumpUnlessIn(By { a, b: cell, to })
            }
        }
        Op::Equal { d, a, b } if d == by => {
            if on {
                Op::JumpIfEqual(By { a, b, to })
            } else {
                Op::JumpUnlessEqual(By { a, b, to })
            }
        }
        Op::Less { d, a, b } if d == by => less(a, b, to, on),
        Op::LessOrEqual { d, a, b } if d == by => less(b, a, to, !on),
        _ => return None,
    })
}

fn less(a: Reg, b: Reg, to: u32, on: bool) -> Op {
    if on { Op::JumpIfLess(By { a, b, to }) } else { Op::JumpUnlessLess(By { a, b, to }) }
}
