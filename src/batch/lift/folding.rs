//! What is known of sets before any ply: those that never change are worked out here, and the cells that others can have at all.

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

    /// Whether all that can be in a set is in another, which never changes.
    pub fn is_covered(&mut self, set: Reg, other: Reg) -> bool {
        if self.constant_words(other).is_none() {
            return false;
        }
        let possible = self.possible(set);
        let Some(all) = self.constant_words(other) else { return false };
        possible.iter().zip(all).all(|(possible, all)| possible & !all == 0)
    }

    /// The cells that can be in a set at all.
    pub fn possible(&mut self, set: Reg) -> Vec<u64> {
        if let Some(known) = self.possible.get(&set) {
            return known.clone();
        }
        let board = self.game.board.mask().to_vec();
        let found = match self.made_by(set) {
            Some(Op::Const { set, .. }) => self.sets[usize::from(set)].clone(),
            Some(Op::And { a, b, .. }) => meet(&self.possible(a), &self.possible(b)),
            Some(Op::Or { a, b, .. } | Op::Xor { a, b, .. }) => {
                let (a, b) = (self.possible(a), self.possible(b));
                a.iter().zip(&b).map(|(a, b)| a | b).collect()
            }
            Some(Op::Sub { a, b, .. }) => {
                let possible = self.possible(a);
                match self.constant_words(b) {
                    Some(taken) => possible.iter().zip(taken).map(|(possible, taken)| possible & !taken).collect(),
                    None => possible,
                }
            }
            Some(Op::Where { a, .. } | Op::Copy { a, .. }) => self.possible(a),
            Some(Op::Shift { a, by, keep, .. }) => {
                let possible = self.possible(a);
                meet(&self.moved(&possible, i32::from(by)), &self.sets[usize::from(keep)])
            }
            _ => board,
        };
        self.possible.insert(set, found.clone());
        found
    }
}

fn meet(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}
