//! Between which numbers a number lies.

use std::fmt;

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

    /// No less than that.
    pub fn from(low: i64) -> Self {
        Range { low: Some(Rational::whole(low)), high: None }
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

    /// What is within both.
    pub fn and(self, other: Range) -> Range {
        let pick = |a: Option<Rational>, b: Option<Rational>, greatest: bool| match (a, b) {
            (Some(a), Some(b)) => Some(if greatest { a.max(b) } else { a.min(b) }),
            (a, b) => a.or(b),
        };
        Range { low: pick(self.low, other.low, true), high: pick(self.high, other.high, false) }
    }

    /// The product.
    pub fn times(self, other: Range) -> Range {
        let (Some(a), Some(b), Some(c), Some(d)) = (self.low, self.high, other.low, other.high) else {
            let natural = |range: Range| range.low.is_some_and(|low| low >= Rational::ZERO);
            return if natural(self) && natural(other) { Range::from(0) } else { Range::ANY };
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

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => write!(f, "always {low}"),
            (Some(low), Some(high)) => write!(f, "from {low} to {high}"),
            (Some(low), None) => write!(f, "{low} or more"),
            (None, Some(high)) => write!(f, "{high} or less"),
            (None, None) => f.write_str("any number"),
        }
    }
}
