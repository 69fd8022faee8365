//! What is known of sets before any ply: those that never change are worked out here, and the cells that others can have at all.

use rustc_hash::FxHashSet;

use super::lifter::Lifter;
use super::value::Truth;
use crate::op::{Op, Reg};

impl Lifter<'_> {
    /// The members of a set that never changes.
    fn constant_words(&self, set: Reg) -> Option<&[u64]> {
        match self.made_by(set) {
            Some(Op::Const { set, .. }) => self.sets.get(usize::from(set)).map(Vec::as_slice),
            _ => None,
        }
    }

    /// The result of an operation on sets that never change.
    pub fn folded(&self, op: Op) -> Option<Vec<u64>> {
        let two = |a: Reg, b: Reg, word: fn(u64, u64) -> u64| -> Option<Vec<u64>> {
            let (a, b) = (self.constant_words(a)?, self.constant_words(b)?);
            Some(a.iter().zip(b).map(|(a, b)| word(*a, *b)).collect())
        };
        match op {
            Op::And { a, b, .. } => two(a, b, |a, b| a & b),
            Op::Or { a, b, .. } => two(a, b, |a, b| a | b),
            Op::Xor { a, b, .. } => two(a, b, |a, b| a ^ b),
            Op::Sub { a, b, .. } => two(a, b, |a, b| a & !b),
            Op::Three { a, b, c, how, .. } => {
                let (a, b, c) = (self.constant_words(a)?, self.constant_words(b)?, self.constant_words(c)?);
                Some(a.iter().zip(b).zip(c).map(|((a, b), c)| how.word(*a, *b, *c)).collect())
            }
            Op::Where { a, .. } if self.is_nothing(a) => self.constant_words(a).map(<[u64]>::to_vec),
            Op::Shift { a, by, keep, .. } => {
                let words = self.moved(self.constant_words(a)?, i32::from(by));
                Some(meet(&words, &self.sets[usize::from(keep)]))
            }
            _ => None,
        }
    }

    /// Whether something holds of all of some cells, in any position.
    pub fn always(&self, truth: Truth, cells: &[u64]) -> bool {
        match truth {
            Truth::Known(known) => known,
            Truth::Mask(_) => false,
            Truth::Field(set) => {
                self.constant_words(set).is_some_and(|all| cells.iter().zip(all).all(|(cells, all)| cells & !all == 0))
            }
        }
    }

    /// Whether a set never changes, and has a member.
    pub fn always_some(&self, set: Reg) -> bool {
        self.constant_words(set).is_some_and(|words| words.iter().any(|word| *word != 0))
    }

    /// Whether a set never has a member.
    pub fn is_nothing(&self, set: Reg) -> bool {
        self.constant_words(set).is_some_and(|words| words.iter().all(|word| *word == 0))
    }

    /// Whether all that can be in a set is in another, which never changes.
    pub fn is_covered(&mut self, set: Reg, other: Reg) -> bool {
        if self.constant_words(other).is_none() {
            return false;
        }
        let possible = self.possible(set);
        let Some(all) = self.constant_words(other) else { return false };
        possible.iter().zip(all).all(|(possible, all)| possible & !all == 0)
    }

    /// The cells that can be in a set at all. Sets are made of sets in rows of any length, so that this does not call itself.
    pub fn possible(&mut self, set: Reg) -> Vec<u64> {
        let (mut open, mut begun) = (vec![set], FxHashSet::from_iter([set]));
        while let Some(&set) = open.last() {
            let parts = self.made_by(set).map_or([None; 2], parts);
            let unknown = |part: &Reg| !self.possible.contains_key(part) && !begun.contains(part);
            if let Some(part) = parts.into_iter().flatten().find(unknown) {
                begun.insert(part);
                open.push(part);
                continue;
            }
            if !self.possible.contains_key(&set) {
                let found = self.possible_by_parts(set);
                self.possible.insert(set, found);
            }
            open.pop();
        }
        self.possible.get(&set).cloned().unwrap_or_default()
    }

    /// The same where it is known of the sets that the set is made of.
    fn possible_by_parts(&self, set: Reg) -> Vec<u64> {
        let board = || self.game.board.mask().to_vec();
        let known = |part: Reg| self.possible.get(&part).cloned().unwrap_or_else(board);
        match self.made_by(set) {
            Some(Op::Const { set, .. }) => self.sets[usize::from(set)].clone(),
            Some(Op::And { a, b, .. }) => meet(&known(a), &known(b)),
            Some(Op::Or { a, b, .. } | Op::Xor { a, b, .. }) => {
                known(a).iter().zip(&known(b)).map(|(a, b)| a | b).collect()
            }
            Some(Op::Sub { a, b, .. }) => match self.constant_words(b) {
                Some(taken) => known(a).iter().zip(taken).map(|(possible, taken)| possible & !taken).collect(),
                None => known(a),
            },
            Some(Op::Where { a, .. } | Op::Copy { a, .. }) => known(a),
            Some(Op::Shift { a, by, keep, .. }) => {
                meet(&self.moved(&known(a), i32::from(by)), &self.sets[usize::from(keep)])
            }
            _ => board(),
        }
    }
}

/// The sets that decide which cells can be in the result of an operation.
fn parts(op: Op) -> [Option<Reg>; 2] {
    match op {
        Op::And { a, b, .. } | Op::Or { a, b, .. } | Op::Xor { a, b, .. } => [Some(a), Some(b)],
        Op::Sub { a, .. } | Op::Where { a, .. } | Op::Copy { a, .. } | Op::Shift { a, .. } => [Some(a), None],
        _ => [None; 2],
    }
}

fn meet(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}
