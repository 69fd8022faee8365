//! Between which numbers a number lies.

use rulebook_language::util::Rational;

/// The least and greatest value, where they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The least.
    pub low: Option<Rational>,
    /// The greatest.
    pub high: Option<Rational>,
}

impl Bounds {
    /// Any number.
    pub const ANY: Bounds = Bounds { low: None, high: None };

    /// From one to another.
    pub fn whole(low: i64, high: i64) -> Self {
        Bounds { low: Some(Rational::whole(low)), high: Some(Rational::whole(high)) }
    }

    /// No less than that.
    pub fn from(low: i64) -> Self {
        Bounds { low: Some(Rational::whole(low)), high: None }
    }

    /// This number alone.
    pub fn only(number: Rational) -> Self {
        Bounds { low: Some(number), high: Some(number) }
    }

    /// The number, if there is but one.
    pub fn single(self) -> Option<Rational> {
        self.low.filter(|_| self.low == self.high)
    }

    /// Values within both.
    pub fn and(self, other: Self) -> Self {
        let pick = |a: Option<Rational>, b: Option<Rational>, greatest: bool| match (a, b) {
            (Some(a), Some(b)) => Some(if greatest { a.max(b) } else { a.min(b) }),
            (a, b) => a.or(b),
        };
        Bounds { low: pick(self.low, other.low, true), high: pick(self.high, other.high, false) }
    }

    /// Values within either.
    pub fn or(self, other: Self) -> Self {
        Bounds {
            low: self.low.zip(other.low).map(|(a, b)| a.min(b)),
            high: self.high.zip(other.high).map(|(a, b)| a.max(b)),
        }
    }

    /// The sums.
    pub fn plus(self, other: Self) -> Self {
        let sum = |a: Option<Rational>, b: Option<Rational>| a.zip(b).and_then(|(a, b)| a.plus(b));
        Bounds { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    /// With the other sign.
    pub fn negated(self) -> Self {
        Bounds { low: self.high.and_then(Rational::negated), high: self.low.and_then(Rational::negated) }
    }

    /// The products; known only where all four ends are.
    pub fn times(self, other: Self) -> Self {
        let ends = [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let products: Option<Vec<Rational>> =
            ends.into_iter().map(|(a, b)| a.zip(b).and_then(|(a, b)| a.times(b))).collect();
        let Some(products) = products else {
            let natural = |b: Bounds| b.low.is_some_and(|low| low >= Rational::ZERO);
            return if natural(self) && natural(other) { Bounds::from(0) } else { Bounds::ANY };
        };
        Bounds { low: products.iter().min().copied(), high: products.iter().max().copied() }
    }

    /// Whether a number within these is less than one within those, if that is sure.
    pub fn less(self, other: Self) -> Option<bool> {
        let always = self.high.zip(other.low).is_some_and(|(a, b)| a < b);
        let never = self.low.zip(other.high).is_some_and(|(a, b)| a >= b);
        if always { Some(true) } else { never.then_some(false) }
    }
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => write!(f, "always {low}"),
            (Some(low), Some(high)) => write!(f, "from {low} to {high}"),
            (Some(low), None) => write!(f, "{low} or more"),
            (None, Some(high)) => write!(f, "{high} or less"),
            (None, None) => f.write_str("any number"),
        }
    }
}
