//! Rates: how often something happened among how many games.

use super::Estimate;
use super::quantile::two_sided;

/// The rate of `times` among `of` with its 95 % interval (Wilson 1927, "Probable inference, the law of succession, and
/// statistical inference"). A score, in which a draw counts half, lies closer to its mean than a rate: its interval is
/// then too wide rather than too narrow. Of nothing, everything is possible.
pub fn wilson(times: f64, of: u64) -> Estimate {
    wilson_at(times, of as f64, 0.95)
}

/// The same at another level than 0.95, among a number that need not be whole.
pub fn wilson_at(times: f64, of: f64, level: f64) -> Estimate {
    let n = of;
    if n <= 0.0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0, n: 0 };
    }
    let z = two_sided(level);
    let rate = times / n;
    let middle = (rate + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).max(0.0).sqrt();
    // At the ends the formula gives the rate itself, but for rounding.
    let low = if times <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if times >= n { 1.0 } else { (middle + half).min(1.0) };
    Estimate { value: rate, low, high, n: n as u64 }
}

/// The rate of something that never happened in `n` games is below this, with 95 % confidence: 3/n (Hanley and Lippman-Hand
/// 1983, "If nothing goes wrong, is everything all right?").
pub fn rule_of_three(n: u64) -> f64 {
    if n <= 3 { 1.0 } else { 3.0 / n as f64 }
}

#[cfg(test)]
mod tests {
    use super::{rule_of_three, wilson, wilson_at};

    /// Newcombe 1998, "Two-sided confidence intervals for the single proportion: comparison of seven methods", table I,
    /// method 3; the same by `statsmodels.stats.proportion.proportion_confint(times, of, method="wilson")`.
    #[test]
    fn intervals_are_the_published_ones() {
        for (times, of, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let rate = wilson(times, of);
            assert!((rate.low - low).abs() < 5e-5 && (rate.high - high).abs() < 5e-5, "{times}/{of}: {rate:?}");
            assert_eq!(rate.n, of);
        }
    }

    #[test]
    fn the_ends_are_exact() {
        assert_eq!(wilson(0.0, 7).low, 0.0);
        assert_eq!(wilson(7.0, 7).high, 1.0);
        let nothing = wilson(0.0, 0);
        assert_eq!((nothing.low, nothing.high, nothing.n), (0.0, 1.0, 0));
        let (narrow, wide) = (wilson_at(30.0, 100.0, 0.9), wilson(30.0, 100));
        assert!(wide.low < narrow.low && narrow.high < wide.high);
    }

    /// The exact bound is the rate at which nothing in n games has the chance 0.05.
    #[test]
    fn three_over_n_is_near_the_exact_bound() {
        for n in [30, 100, 1000] {
            let exact = 1.0 - 0.05_f64.powf(1.0 / n as f64);
            assert!(rule_of_three(n) >= exact && rule_of_three(n) - exact < 0.1 * exact, "{n}");
        }
        assert_eq!((rule_of_three(0), rule_of_three(2)), (1.0, 1.0));
    }
}
