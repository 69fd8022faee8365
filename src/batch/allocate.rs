//! From registers that are written once to few registers that are used again and again, so that they stay in the cache.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fuse::fuse;
use super::op::{Fixed, Op, Reg, RegisterKind};

/// Leaves out what nothing reads, joins what belongs together, and gives registers again once they are read for the last time.
/// How many registers of each sort there are then, too.
pub fn finish(ops: Vec<Op>, fixed: &Fixed) -> (Vec<Op>, [usize; 3]) {
    let mut ops: Vec<Option<Op>> = ops.into_iter().map(Some).collect();
    drop_unread(&mut ops, fixed);
    fuse(&mut ops, fixed);
    coalesce(&mut ops, fixed);
    let mut ops = close_up(ops);
    let used = assign(&mut ops, fixed);
    (ops, used)
}

fn drop_unread(ops: &mut [Option<Op>], fixed: &Fixed) {
    let mut read: FxHashSet<(RegisterKind, Reg)> = FxHashSet::default();
    // Whether what is told is asked about.
    let mut is_asked = false;
    for slot in ops.iter_mut().rev() {
        let Some(op) = slot else { continue };
        let asks = op.needs_told();
        let tells = matches!(op, Op::TellSet { .. } | Op::TellNumber { .. });
        let has_effects = matches!(op, Op::Join { .. } | Op::Repeat { .. } | Op::Sow { .. });
        let (written, reads) = op.registers();
        let wanted = match &written {
            Some((sort, d)) => has_effects || fixed.has(*sort, **d) || read.contains(&(*sort, **d)),
            None => is_asked || !tells,
        };
        if asks {
            is_asked = wanted;
        }
        reads.filter(|_| wanted).for_each(|(sort, reg)| _ = read.insert((sort, *reg)));
        if !wanted {
            *slot = None;
        }
    }
}

/// What is copied into a register that lasts is worked out there in the first place, where nobody reads the old value after.
fn coalesce(ops: &mut [Option<Op>], fixed: &Fixed) {
    // Where each register is written, and where it is written or read, in order.
    let mut writes: FxHashMap<(RegisterKind, Reg), Vec<usize>> = FxHashMap::default();
    let mut uses: FxHashMap<(RegisterKind, Reg), Vec<usize>> = FxHashMap::default();
    for (place, op) in ops.iter_mut().enumerate() {
        let Some(op) = op else { continue };
        let (written, reads) = op.registers();
        if let Some((sort, d)) = &written {
            writes.entry((*sort, **d)).or_default().push(place);
        }
        for (sort, reg) in written.into_iter().chain(reads) {
            uses.entry((sort, *reg)).or_default().push(place);
        }
    }
    for at in (0..ops.len()).rev() {
        let (sort, d, a) = match ops[at] {
            Some(Op::Copy { d, a }) => (RegisterKind::Set, d, a),
            Some(Op::CopyNumber { d, a }) => (RegisterKind::Number, d, a),
            _ => continue,
        };
        if !fixed.has(sort, d) || fixed.has(sort, a) {
            continue;
        }
        let Some([first]) = writes.get(&(sort, a)).map(Vec::as_slice) else { continue };
        let first = *first;
        let is_between = |place: &usize| (first + 1..at).contains(place);
        if first > at || uses.get(&(sort, d)).is_some_and(|places| places.iter().any(is_between)) {
            continue;
        }
        let moved = uses.remove(&(sort, a)).unwrap_or_default();
        writes.remove(&(sort, a));
        for place in &moved {
            let Some(op) = &mut ops[*place] else { continue };
            let (written, reads) = op.registers();
            for (s, reg) in written.into_iter().chain(reads) {
                if s == sort && *reg == a {
                    *reg = d;
                }
            }
        }
        ops[at] = None;
        uses.entry((sort, d)).or_default().extend(moved);
    }
}

/// Takes out what is left out, and makes skips lead where they led.
fn close_up(ops: Vec<Option<Op>>) -> Vec<Op> {
    let mut places = Vec::with_capacity(ops.len() + 1);
    let mut kept = 0;
    for op in &ops {
        places.push(kept);
        kept += u32::from(op.is_some());
    }
    places.push(kept);
    let moved = |op: Op| match op {
        Op::SkipUnless { mask, to } => Op::SkipUnless { mask, to: places.get(to as usize).copied().unwrap_or(kept) },
        other => other,
    };
    ops.into_iter().flatten().map(moved).collect()
}

/// Registers by the time between the first write and the last read.
fn assign(ops: &mut [Op], fixed: &Fixed) -> [usize; 3] {
    let mut last: FxHashMap<(RegisterKind, Reg), usize> = FxHashMap::default();
    for (place, op) in ops.iter_mut().enumerate() {
        let (written, reads) = op.registers();
        for (sort, reg) in written.into_iter().chain(reads) {
            last.insert((sort, *reg), place);
        }
    }
    let mut used = fixed.registers;
    let mut free: [Vec<Reg>; 3] = [Vec::new(), Vec::new(), Vec::new()];
    let mut given: FxHashMap<(RegisterKind, Reg), Reg> = FxHashMap::default();
    for (place, op) in ops.iter_mut().enumerate() {
        let (written, reads) = op.registers();
        let mut done: Vec<(RegisterKind, Reg)> = Vec::new();
        for (sort, reg) in reads {
            let key = (sort, *reg);
            if fixed.has(sort, *reg) {
                continue;
            }
            if last.get(&key) == Some(&place) && !done.contains(&key) {
                done.push(key);
            }
            if let Some(to) = given.get(&key) {
                *reg = *to;
            }
        }
        if let Some((sort, d)) = written
            && !fixed.has(sort, *d)
        {
            let key = (sort, *d);
            let to = *given.entry(key).or_insert_with(|| {
                free[sort as usize].pop().unwrap_or_else(|| {
                    used[sort as usize] += 1;
                    (used[sort as usize] - 1) as Reg
                })
            });
            *d = to;
            if last.get(&key) == Some(&place) && !done.contains(&key) {
                done.push(key);
            }
        }
        // What was read for the last time is free after the result has its register: no operation writes over what it reads.
        for key in done {
            if let Some(reg) = given.get(&key) {
                free[key.0 as usize].push(*reg);
            }
        }
    }
    used
}
