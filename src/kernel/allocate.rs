//! From registers that are written once to few registers that are used again and again, so that they stay in the cache.

use rustc_hash::FxHashMap;

use super::fuse::fuse;
use super::op::{Op, Reg, Sort};

/// The first registers of each sort, which last from ply to ply.
pub struct Fixed {
    /// How many, of sets, masks and numbers.
    pub registers: [usize; 3],
}

impl Fixed {
    fn has(&self, sort: Sort, reg: Reg) -> bool {
        usize::from(reg) < self.registers[sort as usize]
    }
}

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
    let mut read: FxHashMap<(Sort, Reg), ()> = FxHashMap::default();
    for slot in ops.iter_mut().rev() {
        let Some(op) = slot else { continue };
        let has_effects = matches!(op, Op::Join { .. });
        let (written, reads) = op.registers();
        let wanted = match &written {
            Some((sort, d)) => has_effects || fixed.has(*sort, **d) || read.contains_key(&(*sort, **d)),
            None => true,
        };
        if wanted {
            for (sort, reg) in reads {
                read.insert((sort, *reg), ());
            }
        } else {
            *slot = None;
        }
    }
}

/// What is copied into a register that lasts is worked out there in the first place, where nobody reads the old value after.
fn coalesce(ops: &mut [Option<Op>], fixed: &Fixed) {
    for at in (0..ops.len()).rev() {
        let (sort, d, a) = match ops[at] {
            Some(Op::Copy { d, a }) => (Sort::Set, d, a),
            Some(Op::CopyNumber { d, a }) => (Sort::Number, d, a),
            _ => continue,
        };
        if !fixed.has(sort, d) || fixed.has(sort, a) {
            continue;
        }
        let writes = |op: &mut Option<Op>, reg: Reg| {
            op.as_mut().is_some_and(|op| op.registers().0.is_some_and(|(s, d)| s == sort && *d == reg))
        };
        let defined: Vec<usize> = (0..at).filter(|place| writes(&mut ops[*place], a)).collect();
        let [first] = defined.as_slice() else { continue };
        let touched = ops[first + 1..at].iter_mut().flatten().any(|op| {
            let (written, reads) = op.registers();
            written.into_iter().chain(reads).any(|(s, reg)| s == sort && *reg == d)
        });
        if touched {
            continue;
        }
        for op in ops[*first..].iter_mut().flatten() {
            let (written, reads) = op.registers();
            for (s, reg) in written.into_iter().chain(reads) {
                if s == sort && *reg == a {
                    *reg = d;
                }
            }
        }
        ops[at] = None;
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
    let mut last: FxHashMap<(Sort, Reg), usize> = FxHashMap::default();
    for (place, op) in ops.iter_mut().enumerate() {
        let (written, reads) = op.registers();
        for (sort, reg) in written.into_iter().chain(reads) {
            last.insert((sort, *reg), place);
        }
    }
    let mut used = fixed.registers;
    let mut free: [Vec<Reg>; 3] = [Vec::new(), Vec::new(), Vec::new()];
    let mut given: FxHashMap<(Sort, Reg), Reg> = FxHashMap::default();
    for (place, op) in ops.iter_mut().enumerate() {
        let (written, mut reads) = op.registers();
        let mut done: Vec<(Sort, Reg)> = Vec::new();
        let read: Vec<(Sort, Reg)> = reads.iter().map(|(sort, reg)| (*sort, **reg)).collect();
        for (sort, reg) in &mut reads {
            if let Some(to) = given.get(&(*sort, **reg)) {
                **reg = *to;
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
            if last.get(&key) == Some(&place) {
                done.push(key);
            }
        }
        // What was read for the last time is free after the result has its register: no operation writes over what it reads.
        for key in read {
            if !fixed.has(key.0, key.1) && last.get(&key) == Some(&place) && !done.contains(&key) {
                done.push(key);
            }
        }
        for key in done {
            if let Some(reg) = given.get(&key) {
                free[key.0 as usize].push(*reg);
            }
        }
    }
    used
}
