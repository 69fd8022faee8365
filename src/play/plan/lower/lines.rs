//! Lines of the sheet in code: operations that say, while the code runs, which line it is at. Without them not one operation is
//! different.

use crate::plan::op::Op;
use crate::plan::op_probe::ProbeOp;
use crate::plan::optimize::target;

/// No line of the sheet: what the engine does by itself.
pub const ENGINE: u32 = 0;

/// Marks the lines in the code that begins at `start`, where the line of each operation is known; what belongs to no line belongs to
/// `line`. Where the code ends, the engine goes on.
pub fn mark(ops: &mut Vec<Op>, lines: &mut Vec<u32>, start: usize, line: u32) {
    let (mut piece, mut of) = (ops.split_off(start), lines.split_off(start));
    for (op, its) in piece.iter().zip(&mut of) {
        if matches!(op, Op::Done { .. } | Op::DoneList { .. }) {
            *its = ENGINE;
        } else if *its == ENGINE {
            *its = line;
        }
    }
    let marked = marked(&mut piece, &of, start);
    // A jump leads to the mark before the operation.
    let mut moved = Vec::with_capacity(piece.len() + 1);
    let mut next = start as u32;
    for is_marked in &marked {
        moved.push(next);
        next += 1 + u32::from(*is_marked);
    }
    moved.push(next);
    for ((mut op, its), is_marked) in piece.into_iter().zip(of).zip(marked) {
        if let Some(to) = target(&mut op) {
            *to = moved.get(*to as usize - start).copied().unwrap_or(*to);
        }
        if is_marked {
            ops.push(Op::Probe(ProbeOp::Line { line: its }));
            lines.push(its);
        }
        ops.push(op);
        lines.push(its);
    }
}

/// Which operations can be come to from another line than theirs.
fn marked(piece: &mut [Op], of: &[u32], start: usize) -> Vec<bool> {
    let mut marked = vec![false; piece.len()];
    if let Some(first) = marked.first_mut() {
        *first = true;
    }
    for at in 0..piece.len() {
        // Code that is run in between has left the engine's mark.
        let runs_code = matches!(piece[at], Op::NoMove { .. } | Op::CanMove { .. } | Op::NobodyCanMove { .. });
        let mut lead_to = |to: usize| {
            if let (Some(mark), Some(line)) = (marked.get_mut(to), of.get(to)) {
                *mark |= *line != of[at] || runs_code;
            }
        };
        if let Some(to) = target(&mut piece[at]) {
            lead_to(*to as usize - start);
        }
        if !matches!(piece[at], Op::Jump { .. } | Op::Done { .. } | Op::DoneList { .. }) {
            lead_to(at + 1);
        }
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::mark;
    use crate::plan::op::Op;
    use crate::plan::op_probe::ProbeOp;

    #[test]
    fn marks_stand_where_the_line_may_be_another() {
        let mut ops = vec![
            Op::Clear { d: 0 },
            Op::JumpIf { a: 0, to: 3 },
            Op::Clear { d: 1 },
            Op::Clear { d: 2 },
            Op::Done { a: 0 },
        ];
        let mut lines = vec![0, 7, 8, 7, 7];
        mark(&mut ops, &mut lines, 0, 7);
        let line = |line| Op::Probe(ProbeOp::Line { line });
        let expected = [
            line(7),
            Op::Clear { d: 0 },
            Op::JumpIf { a: 0, to: 5 },
            line(8),
            Op::Clear { d: 1 },
            line(7),
            Op::Clear { d: 2 },
            line(0),
            Op::Done { a: 0 },
        ];
        assert_eq!(ops, expected);
    }
}
