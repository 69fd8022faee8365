//! Loops: what comes to the same in every round is worked out once, before the first.

use rustc_hash::FxHashMap;

use super::pass::Piece;
use super::registers::{Class, OpEffect, Use, op_effect, registers, target};
use crate::plan::op::{Op, Reg};

/// The most loops that are looked at.
const MAX_LOOPS: usize = 64;

/// Moves operations before the outermost loop in which they come to the same in every round.
pub fn hoist(piece: &mut Piece) {
    let mut from = 0;
    for _ in 0..MAX_LOOPS {
        // The next loop from the outside in: an outer one begins first.
        let Some((top, end)) = loops(piece).into_iter().find(|(top, _)| *top >= from) else { return };
        let moved = out_of(piece, top, end);
        from = top + moved + 1;
    }
}

/// Where loops begin and end, by their beginnings.
fn loops(piece: &mut Piece) -> Vec<(usize, usize)> {
    let mut ends: FxHashMap<usize, usize> = FxHashMap::default();
    for at in 0..piece.ops.len() {
        if let Some(to) = target(&mut piece.ops[at]).map(|to| *to as usize).filter(|to| *to <= at) {
            let end = ends.entry(to).or_insert(at);
            *end = (*end).max(at);
        }
    }
    let mut found: Vec<(usize, usize)> = ends.into_iter().collect();
    found.sort_unstable();
    // A loop has all of the loops that begin in it.
    for outer in (0..found.len()).rev() {
        for inner in outer + 1..found.len() {
            if found[inner].0 <= found[outer].1 {
                found[outer].1 = found[outer].1.max(found[inner].1);
            }
        }
    }
    found
}

/// Moves what does not change between `top` and `end` to just before `top`: how many operations.
fn out_of(piece: &mut Piece, top: usize, end: usize) -> usize {
    let everywhere = piece.writes();
    let mut within: FxHashMap<(Class, Reg), u32> = FxHashMap::default();
    let changes_memory = piece.ops[top..=end].iter().any(|op| op_effect(op) == OpEffect::Writes);
    for op in &mut piece.ops[top..=end] {
        registers(op, &mut |how, class, reg| {
            if how != Use::Read {
                *within.entry((class, *reg)).or_insert(0) += 1;
            }
        });
    }
    let mut moved: Vec<(Op, u32)> = Vec::new();
    let mut keep = vec![true; piece.ops.len()];
    for (at, kept) in keep.iter_mut().enumerate().take(end + 1).skip(top) {
        let mut op = piece.ops[at];
        let movable = match op_effect(&op) {
            OpEffect::Light => true,
            OpEffect::Reads => !changes_memory,
            _ => false,
        };
        if !movable {
            continue;
        }
        let (mut steady, mut written) = (true, None);
        registers(&mut op, &mut |how, class, reg| match how {
            Use::Read => steady &= within.get(&(class, *reg)).is_none_or(|times| *times == 0),
            _ => written = Some((class, *reg)),
        });
        let Some(d) = written.filter(|d| steady && everywhere.get(d) == Some(&1)) else { continue };
        within.insert(d, 0);
        *kept = false;
        moved.push((op, piece.lines[at]));
    }
    let count = moved.len();
    if count == 0 {
        return 0;
    }
    piece.retain(&keep);
    // Jumps to the top from within go round; those from before come in through what was moved.
    for (at, op) in piece.ops.iter_mut().enumerate() {
        if let Some(to) = target(op)
            && (*to as usize > top || *to as usize == top && at >= top)
        {
            *to += count as u32;
        }
    }
    let (ops, lines): (Vec<Op>, Vec<u32>) = moved.into_iter().unzip();
    piece.ops.splice(top..top, ops);
    piece.lines.splice(top..top, lines);
    count
}
