//! Plans whose code says which line of the sheet it is at play as plans that do not.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::collections::BTreeSet;

use super::cases::cases;
use rulebook_language::source::Span;
use rulebook_language::util::Rng;
use rulebook_play::engine::{CurrentLine, Position};
use rulebook_play::plan::{Op, ProbeOp, compile_marking_lines};

/// Any numbers will do for lines.
fn line_of(span: Span) -> u32 {
    span.start % 1000 + 1
}

#[test]
fn marks_of_lines_change_nothing_that_is_played() {
    for case in &cases().good {
        let mut plain = case.start();
        let plan = compile_marking_lines(plain.game(), &line_of).unwrap();
        let mut marked = Position::new(plain.game().clone(), plan);
        let current = CurrentLine::default();
        marked.show_lines(&current);
        for seed in 0..2 {
            let (mut first, mut second) = (Rng::new(seed), Rng::new(seed));
            for _ in 0..60 {
                let action = plain.random_action(&mut first).unwrap();
                assert_eq!(action, marked.random_action(&mut second).unwrap(), "{case}");
                assert_eq!(plain.outcome().unwrap(), marked.outcome().unwrap(), "{case}");
                let Some(action) = action else { break };
                plain.play_unchecked(&action).unwrap();
                marked.play_unchecked(&action).unwrap();
                assert_eq!(plain.memory(), marked.memory(), "{case}");
                assert_eq!(current.get(), 0, "{case}: code that has ended is at no line");
            }
            while plain.undo() && marked.undo() {}
        }
    }
}

#[test]
fn only_plans_that_are_asked_to_mark_their_lines_do() {
    let marks = |ops: &[Op]| -> BTreeSet<u32> {
        let line = |op: &Op| match op {
            Op::Probe(ProbeOp::Line { line }) => Some(*line),
            _ => None,
        };
        ops.iter().filter_map(line).collect()
    };
    for case in &cases().good {
        let start = case.start();
        assert!(marks(&start.plan().ops).is_empty(), "{case}");
        let marked = compile_marking_lines(start.game(), &line_of).unwrap();
        assert!(marks(&marked.ops).len() > 2, "{case}");
    }
}
