//! Two sides of one metric.

use super::bootstrap::RatioTerm;
use super::mean::moments;
use super::{Bootstrap, Estimate, Newcombe, to_see, to_show_equal};

/// How one metric differs between two sets of games, the second less the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contrast {
    /// The difference with its 95 % interval; its `n` is that of the smaller side.
    pub difference: Estimate,
    /// The bounds of its 90 % interval, which two one-sided tests at 0.05 come to.
    pub within: (f64, f64),
    /// How likely a difference at least so large is where there is none.
    pub p_different: f64,
    /// The margin that was declared: what is smaller than that does not matter.
    pub margin: Option<f64>,
    /// The larger p-value of two one-sided tests that the difference lies beyond the margin (Schuirmann 1987, "A comparison of
    /// the two one-sided tests procedure and the power approach").
    pub p_equivalent: Option<f64>,
    /// Games a side after which a difference, or that there is none, can be expected to show with a power of 0.8.
    pub games: Option<u64>,
}

impl Contrast {
    /// Of two rates or scores, each a number of times among a number of games: Newcombe's interval.
    pub fn of_rates(a: (f64, u64), b: (f64, u64), margin: Option<f64>) -> Contrast {
        let rates = Newcombe { a, b };
        let (low, high) = rates.bounds(0.95);
        let variance = |(times, of): (f64, u64)| {
            // One half and one game more: a rate of 0 or 1 among a few games is none without spread.
            let rate = (times + 0.5) / (of as f64 + 1.0);
            rate * (1.0 - rate)
        };
        let difference = Estimate { value: rates.value(), low, high, n: a.1.min(b.1) };
        let beyond = |margin: f64| {
            let past = |null: f64, is_inside: bool| if is_inside { rates.tail(null) } else { 1.0 - rates.tail(null) };
            past(margin, difference.value < margin).max(past(-margin, difference.value > -margin))
        };
        Contrast {
            difference,
            within: rates.bounds(0.9),
            p_different: rates.p_value(0.0),
            margin,
            p_equivalent: margin.map(beyond),
            games: needed(difference.value, margin, (variance(a), variance(b))),
        }
    }

    /// Of two ratios of sums over games, such as means (where the second of each part is 1): bootstrap over games.
    pub fn of_ratios(bootstrap: Bootstrap, a: &[RatioTerm], b: &[RatioTerm], margin: Option<f64>) -> Contrast {
        let spread = bootstrap.difference(a, b);
        let narrow = spread.estimate_at(0.9);
        let beyond = |margin: f64| {
            let past = |null: f64, is_inside: bool| if is_inside { spread.tail(null) } else { 1.0 - spread.tail(null) };
            past(margin, spread.value < margin).max(past(-margin, spread.value > -margin))
        };
        Contrast {
            difference: spread.estimate(),
            within: (narrow.low, narrow.high),
            p_different: spread.p_value(0.0),
            margin,
            p_equivalent: margin.map(beyond),
            games: needed(spread.value, margin, (variance(a), variance(b))),
        }
    }

    /// Whether the difference lies within the margin with 95 % confidence on either side.
    pub fn is_equivalent(&self) -> bool {
        self.margin.is_some_and(|margin| -margin < self.within.0 && self.within.1 < margin)
    }
}

/// The variance of what one game adds to a ratio, in the unit of the ratio.
fn variance(parts: &[RatioTerm]) -> f64 {
    let n = parts.len() as f64;
    let sums = parts.iter().fold((0.0, 0.0), |(times, of), part| (times + part.0, of + part.1));
    if sums.1 == 0.0 {
        return 0.0;
    }
    let (ratio, mean) = (sums.0 / sums.1, sums.1 / n);
    moments(parts.iter().map(|part| (part.0 - ratio * part.1) / mean)).1
}

/// The fewer of the games that show a difference of this size, and of those that show that it is within the margin.
fn needed(difference: f64, margin: Option<f64>, variances: (f64, f64)) -> Option<u64> {
    let equal = margin.and_then(|margin| to_show_equal(difference, margin, variances));
    to_see(difference, variances).into_iter().chain(equal).min()
}

#[cfg(test)]
mod tests {
    use super::Contrast;
    use crate::statistics::Bootstrap;

    #[test]
    fn the_two_one_sided_tests_agree_with_the_interval() {
        for (a, b) in [(5000.0, 5010.0), (5000.0, 5150.0), (5000.0, 5250.0), (5000.0, 5600.0)] {
            let contrast = Contrast::of_rates((a, 10_000), (b, 10_000), Some(0.03));
            let p = contrast.p_equivalent.unwrap_or(1.0);
            assert_eq!(contrast.is_equivalent(), p < 0.05, "{contrast:?}");
        }
        let near = Contrast::of_rates((5000.0, 10_000), (5010.0, 10_000), Some(0.03));
        assert!(near.is_equivalent() && near.p_different > 0.05);
        let far = Contrast::of_rates((5000.0, 10_000), (5600.0, 10_000), Some(0.03));
        assert!(!far.is_equivalent() && far.p_different < 1e-6 && far.p_equivalent > Some(0.99));
        assert!(!Contrast::of_rates((5000.0, 10_000), (5010.0, 10_000), None).is_equivalent());
    }

    #[test]
    fn means_are_told_apart_by_games() {
        let side = |by: f64| (0..200).map(|game| (f64::from(game % 20) + by, 1.0)).collect::<Vec<_>>();
        let bootstrap = Bootstrap::default();
        let same = Contrast::of_ratios(bootstrap, &side(0.0), &side(0.1), Some(3.0));
        assert!(same.is_equivalent() && same.p_equivalent < Some(0.05) && same.p_different > 0.5, "{same:?}");
        let other = Contrast::of_ratios(bootstrap, &side(0.0), &side(4.0), Some(3.0));
        assert!(!other.is_equivalent() && other.p_different < 0.01, "{other:?}");
        // sigma^2 = 33.4: 7.849 * 66.8 / 16 games a side show a difference of 4.
        assert_eq!(other.games, Some(33));
    }
}
