//! Exact numbers of rule sheets: halves are halves.

use std::cmp::Ordering;
use std::fmt;

/// An exact fraction in lowest terms. Operations give nothing where the result does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rational {
    numerator: i64,
    denominator: i64,
}

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational { numerator: 0, denominator: 1 };
    /// One.
    pub const ONE: Rational = Rational { numerator: 1, denominator: 1 };

    /// The fraction `numerator / denominator`, if there is one.
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        Self::reduced(i128::from(numerator), i128::from(denominator))
    }

    /// The whole number `n`.
    pub fn whole(n: i64) -> Self {
        Rational { numerator: n, denominator: 1 }
    }

    fn reduced(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()).max(1) as i128 * denominator.signum();
        Some(Rational {
            numerator: i64::try_from(numerator / divisor).ok()?,
            denominator: i64::try_from(denominator / divisor).ok()?,
        })
    }

    /// The number above the line.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The number below the line, at least 1.
    pub fn denominator(self) -> i64 {
        self.denominator
    }

    /// The whole number that this is, if it is one.
    pub fn to_whole(self) -> Option<i64> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// Reads `12`, `-3`, `7.5` or `1/2`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some((above, below)) = text.split_once('/') {
            return Self::new(above.trim().parse().ok()?, below.trim().parse().ok()?);
        }
        let Some((whole, decimals)) = text.split_once('.') else { return text.parse().ok().map(Self::whole) };
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(decimals) || !digits(whole.strip_prefix('-').unwrap_or(whole)) {
            return None;
        }
        let denominator = 10i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
        Self::new(format!("{whole}{decimals}").parse().ok()?, denominator)
    }

    /// `self + other`.
    pub fn plus(self, other: Self) -> Option<Self> {
        let [a, b, c, d] = self.wide(other);
        Self::reduced(a * d + c * b, b * d)
    }

    /// `-self`.
    pub fn negated(self) -> Option<Self> {
        Self::reduced(-i128::from(self.numerator), i128::from(self.denominator))
    }

    /// `self - other`.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated()?)
    }

    /// `self * other`.
    pub fn times(self, other: Self) -> Option<Self> {
        let [a, b, c, d] = self.wide(other);
        Self::reduced(a * c, b * d)
    }

    /// `self / other`; nothing for a division by zero.
    pub fn over(self, other: Self) -> Option<Self> {
        let [a, b, c, d] = self.wide(other);
        Self::reduced(a * d, b * c)
    }

    /// The greatest whole number that is not above `self / other`; nothing for a division by zero.
    pub fn div_floor(self, other: Self) -> Option<Self> {
        let quotient = self.over(other)?;
        Some(Self::whole(quotient.numerator.div_euclid(quotient.denominator)))
    }

    /// What `div_floor` leaves: `self - other * div_floor`.
    pub fn modulo(self, other: Self) -> Option<Self> {
        self.minus(other.times(self.div_floor(other)?)?)
    }

    fn wide(self, other: Self) -> [i128; 4] {
        [self.numerator, self.denominator, other.numerator, other.denominator].map(i128::from)
    }
}

/// The greatest common divisor; of 0 and n, n.
pub fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        let [a, b, c, d] = self.wide(*other);
        (a * d).cmp(&(c * b))
    }
}

impl fmt::Display for Rational {
    /// Whole numbers as such, finite decimals with a point, others as `1/3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            return write!(f, "{}", self.numerator);
        }
        for digits in 1..=6u32 {
            let scale = 10i64.pow(digits);
            if scale % self.denominator == 0
                && let Some(scaled) = self.numerator.checked_mul(scale / self.denominator)
            {
                let sign = if scaled < 0 { "-" } else { "" };
                let (whole, part) = (scaled.unsigned_abs() / scale as u64, scaled.unsigned_abs() % scale as u64);
                return write!(f, "{sign}{whole}.{part:0width$}", width = digits as usize);
            }
        }
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::Rational;

    #[test]
    fn halves_are_halves() {
        let half = Rational::new(2, -4).and_then(Rational::negated).unwrap();
        assert_eq!((half.numerator(), half.denominator()), (1, 2));
        assert_eq!(half.plus(half), Some(Rational::ONE));
        assert_eq!(Rational::parse("7.5"), Rational::new(15, 2));
        assert_eq!(Rational::parse("-0.25"), Rational::new(-1, 4));
        for bad in ["", "1.", ".5", "1/0", "x", "1.-5", "99999999999999999999"] {
            assert_eq!(Rational::parse(bad), None, "{bad}");
        }
        assert_eq!(
            ["7.5", "-0.25", "1/3", "12"].map(|t| Rational::parse(t).unwrap().to_string()),
            ["7.5", "-0.25", "1/3", "12"]
        );
        let n = |n| Rational::whole(n);
        assert_eq!((n(-7).div_floor(n(2)), n(-7).modulo(n(2))), (Some(n(-4)), Some(n(1))));
        assert_eq!((n(1).over(n(0)), n(i64::MAX).plus(n(1))), (None, None));
    }
}
