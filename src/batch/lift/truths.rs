//! The algebra of conditions: of lanes, and of all cells of the board at once.

use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::Truth;
use crate::op::{Op, Reg};

/// How far it is looked back at what a set was made of.
const WITHIN: usize = 24;

impl Lifter<'_> {
    /// A condition as the set of cells of which it holds.
    pub fn field(&mut self, truth: Truth) -> Reg {
        match truth {
            Truth::Known(true) => self.board(),
            Truth::Known(false) => self.constant(vec![0; self.game.board.words()]),
            Truth::Mask(mask) => {
                let a = self.board();
                self.value_of(Op::Where { d: 0, a, mask })
            }
            Truth::Field(set) => set,
        }
    }

    /// A condition of the position as a mask. One that holds of cells is not.
    pub fn mask(&mut self, truth: Truth) -> Option<Reg> {
        match truth {
            Truth::Known(on) => Some(self.value_of(Op::ConstMask { d: 0, on })),
            Truth::Mask(mask) => Some(mask),
            Truth::Field(_) => None,
        }
    }

    /// The mask of a condition of the position, where it may hold at all.
    ///
    /// # Errors
    /// If it holds of cells.
    pub fn lanes(&mut self, truth: Truth) -> Lifted<Option<Reg>> {
        match truth {
            Truth::Known(false) => Ok(None),
            _ => self.mask(truth).map(Some).ok_or(not_batchable("a condition that asks of several cells at once")),
        }
    }

    /// Both.
    pub fn both(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::Known(false), _) | (_, Truth::Known(false)) => Truth::Known(false),
            (Truth::Known(true), other) | (other, Truth::Known(true)) => other,
            (a, b) if a == b => a,
            (Truth::Mask(a), Truth::Mask(b)) => Truth::Mask(self.value_of(Op::AndMask { d: 0, a, b })),
            (Truth::Field(a), Truth::Mask(mask)) | (Truth::Mask(mask), Truth::Field(a)) => {
                Truth::Field(self.value_of(Op::Where { d: 0, a, mask }))
            }
            (Truth::Field(a), Truth::Field(b)) if self.are_apart(a, b, WITHIN) => Truth::Known(false),
            (Truth::Field(a), Truth::Field(b)) => Truth::Field(self.intersection(a, b)),
        }
    }

    /// Whether two sets have no member in common: by what one of them leaves out.
    fn are_apart(&self, a: Reg, b: Reg, depth: usize) -> bool {
        self.leaves_out(a, b, depth) || self.leaves_out(b, a, depth)
    }

    fn leaves_out(&self, set: Reg, other: Reg, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.made_by(set) {
            Some(Op::Sub { a, b, .. }) => self.within(other, b) || self.leaves_out(a, other, depth),
            Some(Op::And { a, b, .. }) => self.leaves_out(a, other, depth) || self.leaves_out(b, other, depth),
            Some(Op::Where { a, .. }) => self.leaves_out(a, other, depth),
            _ => false,
        }
    }

    /// One or the other.
    pub fn either(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::Known(true), _) | (_, Truth::Known(true)) => Truth::Known(true),
            (Truth::Known(false), other) | (other, Truth::Known(false)) => other,
            (a, b) if a == b => a,
            (Truth::Mask(a), Truth::Mask(b)) => Truth::Mask(self.value_of(Op::OrMask { d: 0, a, b })),
            (a, b) => {
                let (a, b) = (self.field(a), self.field(b));
                Truth::Field(self.union(a, b))
            }
        }
    }

    /// Not.
    pub fn not(&mut self, a: Truth) -> Truth {
        match a {
            Truth::Known(on) => Truth::Known(!on),
            Truth::Mask(a) => Truth::Mask(self.value_of(Op::NotMask { d: 0, a })),
            Truth::Field(b) => {
                let a = self.board();
                Truth::Field(self.difference(a, b))
            }
        }
    }

    /// One and not the other.
    pub fn without(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::Field(a), Truth::Field(b)) => Truth::Field(self.difference(a, b)),
            (a, b) if a == b => Truth::Known(false),
            (Truth::Mask(a), Truth::Mask(b)) => Truth::Mask(self.value_of(Op::SubMask { d: 0, a, b })),
            _ => {
                let b = self.not(b);
                self.both(a, b)
            }
        }
    }

    /// One of them alone.
    pub fn differ(&mut self, a: Truth, b: Truth) -> Truth {
        match (a, b) {
            (Truth::Known(false), other) | (other, Truth::Known(false)) => other,
            (Truth::Known(true), other) | (other, Truth::Known(true)) => self.not(other),
            (Truth::Mask(a), Truth::Mask(b)) => Truth::Mask(self.value_of(Op::XorMask { d: 0, a, b })),
            (a, b) => {
                let (a, b) = (self.field(a), self.field(b));
                Truth::Field(self.value_of(Op::Xor { d: 0, a: a.min(b), b: a.max(b) }))
            }
        }
    }

    /// Where the condition holds, that one, else the other.
    pub fn chosen(&mut self, condition: Truth, then: Truth, otherwise: Truth) -> Truth {
        let first = self.both(condition, then);
        let second = self.without(otherwise, condition);
        self.either(first, second)
    }

    /// Whether a set lies within another: by what it was made of.
    pub fn within(&self, set: Reg, other: Reg) -> bool {
        self.within_by(set, other, WITHIN)
    }

    fn within_by(&self, set: Reg, other: Reg, depth: usize) -> bool {
        if set == other || depth == 0 {
            return set == other;
        }
        match self.made_by(set) {
            Some(Op::And { a, b, .. }) => self.within_by(a, other, depth - 1) || self.within_by(b, other, depth - 1),
            Some(Op::Sub { a, .. } | Op::Where { a, .. }) => self.within_by(a, other, depth - 1),
            Some(Op::FlankedFrom { through, .. }) => self.within_by(through, other, depth - 1),
            Some(Op::Shift { keep, .. }) => {
                matches!(self.made_by(other), Some(Op::Const { set, .. }) if set == keep)
            }
            _ => false,
        }
    }

    /// Whether all that a set asks another asks, too: by what they were made of.
    pub fn asks_no_more(&self, set: Reg, other: Reg) -> bool {
        match self.made_by(set) {
            Some(Op::And { a, b, .. }) => self.asks_no_more(a, other) && self.asks_no_more(b, other),
            _ => self.within(other, set),
        }
    }

    /// a & b.
    pub fn intersection(&mut self, a: Reg, b: Reg) -> Reg {
        if self.within(a, b) || self.is_covered(a, b) {
            return a;
        }
        if self.within(b, a) || self.is_covered(b, a) {
            return b;
        }
        if self.lie_apart(a, b) {
            return self.constant(vec![0; self.game.board.words()]);
        }
        self.value_of(Op::And { d: 0, a: a.min(b), b: a.max(b) })
    }

    /// a | b.
    pub fn union(&mut self, a: Reg, b: Reg) -> Reg {
        if a == b || self.is_nothing(b) {
            return a;
        }
        if self.is_nothing(a) {
            return b;
        }
        self.value_of(Op::Or { d: 0, a: a.min(b), b: a.max(b) })
    }

    /// a without b.
    pub fn difference(&mut self, a: Reg, b: Reg) -> Reg {
        let (possible, taken) = (self.possible(a), self.possible(b));
        if possible.iter().zip(&taken).all(|(possible, taken)| possible & taken == 0) {
            return a;
        }
        self.value_of(Op::Sub { d: 0, a, b })
    }
}
