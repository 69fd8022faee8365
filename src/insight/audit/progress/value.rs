//! What is known of a value: bounds, and sets that it is between.

use super::set::Set;
use rulebook_language::model::Type;
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Rational;

/// Bounds of a number; nothing where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Range {
    /// It is not less.
    pub low: Option<Rational>,
    /// It is not more.
    pub high: Option<Rational>,
}

impl Range {
    /// No bounds.
    pub const ANY: Range = Range { low: None, high: None };

    /// A whole number.
    pub fn whole(n: i64) -> Self {
        Range::between(n, n)
    }

    /// Between two whole numbers.
    pub fn between(low: i64, high: i64) -> Self {
        Range { low: Some(Rational::whole(low)), high: Some(Rational::whole(high)) }
    }

    /// One number.
    pub fn exactly(n: Rational) -> Self {
        Range { low: Some(n), high: Some(n) }
    }

    /// The number, if there is but one.
    pub fn known(self) -> Option<Rational> {
        self.low.filter(|low| Some(*low) == self.high)
    }

    /// The sum.
    pub fn plus(self, other: Range) -> Range {
        let sum = |a: Option<Rational>, b: Option<Rational>| a?.plus(b?);
        Range { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    /// The number with the other sign.
    pub fn negated(self) -> Range {
        let minus = |n: Option<Rational>| n?.negated();
        Range { low: minus(self.high), high: minus(self.low) }
    }

    /// What is within either.
    pub fn hull(self, other: Range) -> Range {
        let both = |a: Option<Rational>, b: Option<Rational>| Some((a?, b?));
        Range {
            low: both(self.low, other.low).map(|(a, b)| a.min(b)),
            high: both(self.high, other.high).map(|(a, b)| a.max(b)),
        }
    }

    /// The product.
    pub fn times(self, other: Range) -> Range {
        let (Some(a), Some(b), Some(c), Some(d)) = (self.low, self.high, other.low, other.high) else {
            return Range::ANY;
        };
        let ends: Option<Vec<Rational>> = [a.times(c), a.times(d), b.times(c), b.times(d)].into_iter().collect();
        ends.map_or(Range::ANY, |ends| Range { low: ends.iter().min().copied(), high: ends.iter().max().copied() })
    }

    /// Whether it is less than the other, if that is certain.
    pub fn less(self, other: Range) -> Option<bool> {
        match (self.high, other.low) {
            (Some(a), Some(b)) if a < b => return Some(true),
            _ => {}
        }
        match (self.low, other.high) {
            (Some(a), Some(b)) if a >= b => Some(false),
            _ => None,
        }
    }
}

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A truth value, if it is known.
    Truth(Option<bool>),
    /// A number.
    Number(Range),
    /// One of these cells, or perhaps nowhere.
    Cell {
        /// The cells.
        among: Set,
        /// Whether it may be nowhere.
        nowhere: bool,
    },
    /// A set of cells.
    Cells {
        /// It has these.
        must: Set,
        /// It has no others.
        may: Set,
    },
    /// One of the players of a mask; bit 31 is nobody.
    Player(u32),
    /// Everyone.
    Everyone,
    /// A kind of a mask.
    Kind(u64),
    /// A direction, if it is known.
    Direction(Option<DirectionId>),
    /// A set of directions, if it is known.
    Directions(Option<Vec<DirectionId>>),
    /// Groups, all of whose cells are among these.
    Groups(Set),
    /// Something else.
    Other,
}

/// Nobody, in a mask of players.
pub const NOBODY: u32 = 1 << 31;

impl Value {
    /// Any value of a type, on a board with these cells.
    pub fn any(ty: Type, board: &Set, words: usize) -> Value {
        match ty {
            Type::Truth => Value::Truth(None),
            Type::Number => Value::Number(Range::ANY),
            Type::Cell => Value::Cell { among: board.clone(), nowhere: true },
            Type::Cells => Value::Cells { must: Set::empty(words), may: board.clone() },
            Type::Player => Value::Player(u32::MAX),
            Type::Kind => Value::Kind(u64::MAX),
            Type::Direction => Value::Direction(None),
            Type::Directions => Value::Directions(None),
            Type::Groups => Value::Groups(board.clone()),
            _ => Value::Other,
        }
    }
}
