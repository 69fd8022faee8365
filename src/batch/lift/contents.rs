//! From a set that was worked out for the whole board to what it asks of the contents of single cells, where that is all it asks.

use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use crate::chain::{Ask, Content, MAX_PLANES, MAX_TESTS};
use crate::op::{Op, Reg};

/// How deep operations are followed.
const MAX_DEPTH: usize = 64;

impl Lifter<'_> {
    /// What must stand on which cells for a cell to be in a set, as the planes are before the move.
    ///
    /// # Errors
    /// Unless it is all of some such conditions.
    pub fn asked(&self, set: Reg) -> Lifted<Ask> {
        let mut ask = self.asked_within(set, MAX_DEPTH)?;
        // What is most likely to fail first: a piece that has come to where it is to go on from stands there.
        ask.tests.sort_by_key(|test| (test.at == 0, test.planes.count_ones()));
        if ask.tests.len() > MAX_TESTS { Err(MANY) } else { Ok(ask) }
    }

    fn asked_within(&self, set: Reg, depth: usize) -> Lifted<Ask> {
        let planes = usize::from(self.layout.piece_planes()).min(MAX_PLANES);
        if usize::from(set) < planes {
            let test = Content { at: 0, planes: 1 << set, inside: true };
            return Ok(Ask { cells: self.game.board.mask().to_vec(), tests: vec![test] });
        }
        let Some(depth) = depth.checked_sub(1) else { return Err(MANY) };
        let inner = |set: Reg| self.asked_within(set, depth);
        match self.made_by(set) {
            Some(Op::Const { set, .. }) => Ok(Ask { cells: self.sets[usize::from(set)].clone(), tests: Vec::new() }),
            Some(Op::Copy { a, .. }) => inner(a),
            Some(Op::And { a, b, .. }) => Ok(both(inner(a)?, inner(b)?)),
            Some(Op::Sub { a, b, .. }) => without(inner(a)?, inner(b)?),
            Some(Op::Or { a, b, .. }) => either(inner(a)?, inner(b)?),
            Some(Op::Shift { a, by, keep, .. }) => {
                let ask = inner(a)?;
                let moved = self.moved(&ask.cells, i32::from(by));
                let cells = pairwise(&moved, &self.sets[usize::from(keep)], |to, keep| to & keep);
                let ring = self.game.board.ring();
                let back = |at: i16| ring.distance(i32::from(at) - i32::from(by)) as i16;
                let tests = ask.tests.into_iter().map(|test| Content { at: back(test.at), ..test }).collect();
                Ok(Ask { cells, tests })
            }
            _ => Err(OTHER),
        }
    }
}

fn pairwise(a: &[u64], b: &[u64], word: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| word(*a, *b)).collect()
}

fn both(a: Ask, b: Ask) -> Ask {
    let mut tests = a.tests;
    for test in b.tests {
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    Ask { cells: pairwise(&a.cells, &b.cells, |a, b| a & b), tests }
}

fn without(a: Ask, b: Ask) -> Lifted<Ask> {
    let left = pairwise(&a.cells, &b.cells, |a, b| a & !b);
    let nothing = |words: &[u64]| words.iter().all(|word| *word == 0);
    match b.tests.as_slice() {
        [] => Ok(Ask { cells: left, ..a }),
        _ if nothing(&pairwise(&a.cells, &b.cells, |a, b| a & b)) => Ok(a),
        // Wherever a can be, b is asked.
        [test] if nothing(&left) => {
            let not = Ask { cells: a.cells.clone(), tests: vec![Content { inside: !test.inside, ..*test }] };
            Ok(both(a, not))
        }
        _ => Err(OTHER),
    }
}

fn either(a: Ask, b: Ask) -> Lifted<Ask> {
    let nothing = |ask: &Ask| ask.cells.iter().all(|word| *word == 0);
    if nothing(&a) || (a == b) {
        return Ok(b);
    }
    if nothing(&b) {
        return Ok(a);
    }
    if a.tests == b.tests {
        return Ok(Ask { cells: pairwise(&a.cells, &b.cells, |a, b| a | b), ..a });
    }
    match (a.tests.as_slice(), b.tests.as_slice()) {
        ([one], [other]) if a.cells == b.cells && one.at == other.at && one.inside && other.inside => {
            let test = Content { planes: one.planes | other.planes, ..*one };
            Ok(Ask { tests: vec![test], cells: a.cells })
        }
        // One or the other always holds.
        ([one], [other]) if a.cells == b.cells && *other == (Content { inside: !one.inside, ..*one }) => {
            Ok(Ask { tests: Vec::new(), cells: a.cells })
        }
        _ => Err(OTHER),
    }
}

const OTHER: NotBatchable = not_batchable("a chain whose links ask for more than what stands on some cells");
const MANY: NotBatchable = not_batchable("a chain whose links ask for very much");
