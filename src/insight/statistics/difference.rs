//! The difference of two rates.

use super::quantile::normal_cdf;
use super::rate::wilson_at;

/// Two rates, each a number of times among a number of games, and the interval of their difference, the second less the
/// first (Newcombe 1998, "Interval estimation for the difference between independent proportions: comparison of eleven
/// methods", method 10: the Wilson intervals of both, combined).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Newcombe {
    /// Times and games of the first.
    pub a: (f64, u64),
    /// Times and games of the second.
    pub b: (f64, u64),
}

/// Steps of a bisection between the levels 0 and 1.
const STEPS: u32 = 60;

impl Newcombe {
    /// The difference.
    pub fn value(&self) -> f64 {
        let rate = |(times, of): (f64, u64)| times / (of as f64).max(1.0);
        rate(self.b) - rate(self.a)
    }

    /// The bounds of its interval at a level such as 0.95.
    pub fn bounds(&self, level: f64) -> (f64, f64) {
        let of = |(times, of): (f64, u64)| wilson_at(times, of as f64, level);
        let (a, b) = (of(self.a), of(self.b));
        let root = |x: f64, y: f64| (x * x + y * y).sqrt();
        let value = self.value();
        let low = value - root(b.value - b.low, a.high - a.value);
        let high = value + root(b.high - b.value, a.value - a.low);
        (low.max(-1.0), high.min(1.0))
    }

    /// How likely a difference at least so far from `null` is where `null` is the truth: twice the tail left by the widest
    /// interval that does not hold it.
    pub fn p_value(&self, null: f64) -> f64 {
        (2.0 * self.tail(null)).min(1.0)
    }

    /// The tail beyond which `null` lies, seen from the difference: at most a half.
    pub(super) fn tail(&self, null: f64) -> f64 {
        let (mut inside, mut outside) = (8.3_f64, 0.0_f64);
        for _ in 0..STEPS {
            let z = (inside + outside) / 2.0;
            let (low, high) = self.bounds(1.0 - 2.0 * normal_cdf(-z));
            match low <= null && null <= high {
                true => inside = z,
                false => outside = z,
            }
        }
        normal_cdf(-outside)
    }
}

#[cfg(test)]
mod tests {
    use super::Newcombe;

    /// Newcombe 1998 (the paper on differences), table II, method 10; its difference is the first less the second. The same by
    /// `statsmodels.stats.proportion.confint_proportions_2indep(..., compare="diff", method="newcomb")`.
    #[test]
    fn intervals_are_the_published_ones() {
        for (first, second, low, high) in [
            ((56.0, 70), (48.0, 80), 0.0524, 0.3339),
            ((9.0, 10), (3.0, 10), 0.1705, 0.8090),
            ((6.0, 7), (2.0, 7), 0.0582, 0.8062),
            ((5.0, 56), (0.0, 29), -0.0381, 0.1926),
            ((0.0, 10), (0.0, 20), -0.1611, 0.2775),
            ((0.0, 10), (0.0, 10), -0.2775, 0.2775),
            ((10.0, 10), (0.0, 20), 0.6791, 1.0),
            ((10.0, 10), (0.0, 10), 0.6075, 1.0),
        ] {
            let (found_low, found_high) = Newcombe { a: second, b: first }.bounds(0.95);
            assert!((found_low - low).abs() < 1e-4 && (found_high - high).abs() < 1e-4, "{first:?} {second:?}");
        }
    }

    #[test]
    fn the_p_value_is_that_of_the_interval() {
        let rates = Newcombe { a: (480.0, 1000), b: (530.0, 1000) };
        let p = rates.p_value(0.0);
        let (low, _) = rates.bounds(1.0 - p);
        assert!(low.abs() < 1e-6, "{p} {low}");
        let (low, _) = rates.bounds(0.95);
        assert_eq!(p < 0.05, low > 0.0);
        assert!(Newcombe { a: (5.0, 10), b: (5.0, 10) }.p_value(0.0) > 0.999);
        assert!(Newcombe { a: (0.0, 900), b: (900.0, 900) }.p_value(0.0) < 1e-12);
    }
}
