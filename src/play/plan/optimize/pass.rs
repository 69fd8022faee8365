//! The passes over a piece of code.

use rustc_hash::{FxHashMap, FxHashSet};

use super::loops::hoist;
use super::registers::{Class, OpEffect, Use, op_effect, registers, target};
use crate::plan::op::{Op, Reg};

/// Longer pieces stay as they are.
const MAX_OPS: usize = 4096;
/// The most tables by slot.
const MAX_TABLES: usize = 1 << 8;
/// How often a jump is followed to where it leads.
const MAX_FOLLOWED: usize = 16;

/// A piece of code under work. Jumps lead to places in it.
pub struct Piece {
    /// The operations.
    pub ops: Vec<Op>,
    /// Of each, the line of the sheet that it was written for.
    pub lines: Vec<u32>,
    /// How many registers of numbers are given from outside, and read from outside.
    pub given: Reg,
}

/// Shortens code that begins at `start` of the pool, and whose first `given` registers of numbers are given. It is told the constant
/// numbers and the tables by slot, to which it may add others.
pub fn optimize(
    ops: &mut Vec<Op>,
    lines: &mut Vec<u32>,
    start: usize,
    given: usize,
    (numbers, by_slot): (&[i64], &mut Vec<Vec<i64>>),
) {
    if ops.len() - start > MAX_OPS {
        return;
    }
    let mut piece = Piece { ops: ops.split_off(start), lines: lines.split_off(start), given: given as Reg };
    piece.shift_targets(-(start as i64));
    piece.fold_jumps(numbers);
    piece.read_originals();
    hoist(&mut piece);
    piece.share();
    piece.read_originals();
    piece.look_up(numbers, by_slot, MAX_TABLES);
    piece.keep_constants(numbers);
    piece.drop_unread();
    piece.shorten_jumps();
    piece.fuse();
    piece.shift_targets(start as i64);
    ops.append(&mut piece.ops);
    lines.append(&mut piece.lines);
}

impl Piece {
    fn shift_targets(&mut self, by: i64) {
        for op in &mut self.ops {
            if let Some(to) = target(op) {
                *to = (i64::from(*to) + by) as u32;
            }
        }
    }

    /// How often each register is written.
    pub fn writes(&mut self) -> FxHashMap<(Class, Reg), u32> {
        let mut writes = FxHashMap::default();
        for op in &mut self.ops {
            registers(op, &mut |how, class, reg| {
                if how != Use::Read {
                    *writes.entry((class, *reg)).or_insert(0) += 1;
                }
            });
        }
        // What is given may be anything.
        for reg in 0..self.given {
            *writes.entry((Class::Number, reg)).or_insert(0) += 2;
        }
        writes
    }

    /// Keeps the operations that `keep` names by place; jumps to others lead to the next one kept.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut moved = Vec::with_capacity(keep.len() + 1);
        let mut next = 0u32;
        for kept in keep {
            moved.push(next);
            next += u32::from(*kept);
        }
        moved.push(next);
        let mut kept = keep.iter();
        self.ops.retain(|_| kept.next() == Some(&true));
        let mut kept = keep.iter();
        self.lines.retain(|_| kept.next() == Some(&true));
        for op in &mut self.ops {
            if let Some(to) = target(op) {
                *to = moved[*to as usize];
            }
        }
    }

    /// Decides jumps whose condition is known, and drops what is never come to.
    fn fold_jumps(&mut self, numbers: &[i64]) {
        let writes = self.writes();
        let mut known: FxHashMap<Reg, i64> = FxHashMap::default();
        for op in &self.ops {
            if let Op::Const { d, number } = op
                && writes.get(&(Class::Number, *d)) == Some(&1)
                && let Some(value) = numbers.get(usize::from(*number))
            {
                known.insert(*d, *value);
            }
        }
        for at in 0..self.ops.len() {
            let (a, to, on) = match self.ops[at] {
                Op::JumpIf { a, to } => (a, to, true),
                Op::JumpUnless { a, to } => (a, to, false),
                _ => continue,
            };
            if let Some(value) = known.get(&a) {
                let to = if (*value != 0) == on { to } else { at as u32 + 1 };
                self.ops[at] = Op::Jump { to };
            }
        }
        self.drop_unreachable();
    }

    fn drop_unreachable(&mut self) {
        let mut reached = vec![false; self.ops.len()];
        let mut open = vec![0usize];
        while let Some(at) = open.pop() {
            if at >= reached.len() || std::mem::replace(&mut reached[at], true) {
                continue;
            }
            if !matches!(self.ops[at], Op::Jump { .. } | Op::Done { .. } | Op::DoneList { .. }) {
                open.push(at + 1);
            }
            if let Some(to) = target(&mut self.ops[at]) {
                open.push(*to as usize);
            }
        }
        self.retain(&reached);
    }

    /// Lets copies that are made once be read where they came from.
    fn read_originals(&mut self) {
        let writes = self.writes();
        let once = |class, reg| writes.get(&(class, reg)) == Some(&1);
        // Picks that no loop takes are as they were given.
        let mut changed: FxHashSet<Reg> = FxHashSet::default();
        for op in &mut self.ops {
            registers(op, &mut |how, class, reg| {
                if how != Use::Read && class == Class::Number {
                    changed.insert(*reg);
                }
            });
        }
        let mut original: FxHashMap<(Class, Reg), Reg> = FxHashMap::default();
        for op in &self.ops {
            let (class, d, a) = match *op {
                Op::Move { d, a } => (Class::Number, d, a),
                Op::Copy { d, a } => (Class::Set, d, a),
                _ => continue,
            };
            let steady = once(class, a) || class == Class::Number && a < self.given && !changed.contains(&a);
            if once(class, d) && steady {
                let first = original.get(&(class, a)).copied().unwrap_or(a);
                original.insert((class, d), first);
            }
        }
        for op in &mut self.ops {
            registers(op, &mut |how, class, reg| {
                if how == Use::Read {
                    // A copy of a copy may come later in the code than its reader.
                    for _ in 0..MAX_FOLLOWED {
                        let Some(first) = original.get(&(class, *reg)) else { break };
                        *reg = *first;
                    }
                }
            });
        }
    }

    /// Lets an operation that is made of the same as an earlier one on the way be a copy of its result.
    fn share(&mut self) {
        let writes = self.writes();
        let stable = |class, reg: Reg| writes.get(&(class, reg)) == Some(&1);
        let changes_memory = self.ops.iter().any(|op| op_effect(op) == OpEffect::Writes);
        // Where loops begin: the memory may be another in a later round.
        let mut tops: FxHashSet<usize> = FxHashSet::default();
        // A run of operations that are all come to from the first: known values hold on in it; to where jumps lead, only those
        // that were known before the first of these jumps hold.
        let mut arrivals: FxHashMap<usize, usize> = FxHashMap::default();
        for at in 0..self.ops.len() {
            if let Some(to) = target(&mut self.ops[at]) {
                let to = *to as usize;
                if to <= at {
                    tops.insert(to);
                }
                let from = arrivals.entry(to).or_insert(usize::MAX);
                *from = (*from).min(at.min(to));
            }
        }
        let mut known: FxHashMap<Op, (Reg, usize)> = FxHashMap::default();
        let mut order: Vec<(Op, usize)> = Vec::new();
        for at in 0..self.ops.len() {
            if let Some(from) = arrivals.get(&at) {
                // What became known at or after the place of the earliest jump here may not have been come to.
                while let Some((key, made)) = order.last() {
                    if *made < *from {
                        break;
                    }
                    known.remove(key);
                    order.pop();
                }
            }
            let op = self.ops[at];
            let how = op_effect(&op);
            if how == OpEffect::Writes || changes_memory && tops.contains(&at) {
                known.retain(|op, _| op_effect(op) != OpEffect::Reads);
                order.retain(|(op, _)| op_effect(op) != OpEffect::Reads);
            }
            let usable = matches!(how, OpEffect::Light | OpEffect::Heavy) || how == OpEffect::Reads;
            if !usable || matches!(op, Op::Move { .. } | Op::Copy { .. }) {
                continue;
            }
            let mut key = op;
            let (mut written, mut steady) = (None, true);
            registers(&mut key, &mut |how, class, reg| {
                if how == Use::Read {
                    steady &= stable(class, *reg);
                } else {
                    written = Some((class, *reg));
                    *reg = 0;
                }
            });
            let Some((class, d)) = written.filter(|(class, d)| steady && stable(*class, *d)) else { continue };
            match known.get(&key) {
                Some((a, _)) => {
                    self.ops[at] = if class == Class::Number { Op::Move { d, a: *a } } else { Op::Copy { d, a: *a } };
                }
                None => {
                    known.insert(key, (d, at));
                    order.push((key, at));
                }
            }
        }
    }

    /// Drops operations whose result nobody reads.
    fn drop_unread(&mut self) {
        loop {
            let mut read: FxHashSet<(Class, Reg)> = FxHashSet::default();
            for op in &mut self.ops {
                registers(op, &mut |how, class, reg| {
                    if how != Use::Write {
                        read.insert((class, *reg));
                    }
                });
            }
            let given = self.given;
            let is_needed = |op: &mut Op| {
                if matches!(op_effect(op), OpEffect::Writes | OpEffect::Fixed) {
                    return true;
                }
                let mut needed = false;
                registers(op, &mut |how, class, reg| {
                    let outside = class == Class::Number && *reg < given;
                    needed |= how != Use::Read && (outside || read.contains(&(class, *reg)));
                });
                needed
            };
            let keep: Vec<bool> = self.ops.iter_mut().map(is_needed).collect();
            if keep.iter().all(|kept| *kept) {
                return;
            }
            self.retain(&keep);
        }
    }

    /// Lets jumps to jumps lead on, and drops those to what comes next anyway.
    fn shorten_jumps(&mut self) {
        for at in 0..self.ops.len() {
            for _ in 0..MAX_FOLLOWED {
                let Some(to) = target(&mut self.ops[at]).map(|to| *to) else { break };
                let Some(Op::Jump { to: further }) = self.ops.get(to as usize).copied() else { break };
                // A loop that goes round is charged for at its end: only what leads forward is followed.
                if further <= to {
                    break;
                }
                if let Some(to) = target(&mut self.ops[at]) {
                    *to = further;
                }
            }
        }
        let keep: Vec<bool> =
            (0u32..).zip(&self.ops).map(|(at, op)| !matches!(op, Op::Jump { to } if *to == at + 1)).collect();
        self.retain(&keep);
        self.drop_unreachable();
    }
}
