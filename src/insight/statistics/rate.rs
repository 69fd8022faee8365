//! Rates: how often something happened among how many games.

use super::Estimate;
use super::quantile::two_sided;

/// Up to so few times, of so many games at most, a Poisson distribution is nearer to the truth than a normal one.
const FEW: [(u64, u64); 2] = [(50, 2), (u64::MAX, 3)];
/// The least means of Poisson distributions of which 1, 2 and 3 are no surprise: half the 5 % quantiles of chi squared with 2, 4 and 6
/// degrees of freedom.
const POISSON: [f64; 3] = [0.051_293, 0.355_362, 0.817_691];

/// The rate of `times` among `of` with its 95 % interval: Wilson's (1927, "Probable inference, the law of succession, and
/// statistical inference"), with the bounds of Brown, Cai and DasGupta (2001, "Interval estimation for a binomial proportion",
/// section 4.1.1) for what happened, or did not, in very few games; and the rule of three for what never happened, or always did.
/// Of nothing, everything is possible.
pub fn rate(times: u64, of: u64) -> Estimate {
    if of == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0, n: 0 };
    }
    let (n, value) = (of as f64, times as f64 / of as f64);
    let z = two_sided(0.95);
    let middle = (value + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (value * (1.0 - value) / n + z * z / (4.0 * n * n)).sqrt();
    let missed = of.saturating_sub(times);
    let estimate = Estimate {
        value,
        low: few(times, of).unwrap_or(middle - half).max(0.0),
        high: few(missed, of).map_or(middle + half, |rare| 1.0 - rare).min(1.0),
        n: of,
    };
    match (times, missed) {
        (0, _) => Estimate { low: 0.0, high: rule_of_three(of), ..estimate },
        (_, 0) => Estimate { low: 1.0 - rule_of_three(of), high: 1.0, ..estimate },
        _ => estimate,
    }
}

/// The lower bound of a rate of something that happened very few times.
fn few(times: u64, of: u64) -> Option<f64> {
    let (_, most) = FEW.into_iter().find(|(games, _)| of <= *games)?;
    let place = usize::try_from(times).ok()?.checked_sub(1).filter(|_| times <= most && times < of)?;
    POISSON.get(place).map(|mean| mean / of as f64)
}

/// The rate of something that never happened in `n` games is below this, with 95 % confidence: 3/n (Hanley and Lippman-Hand
/// 1983, "If nothing goes wrong, is everything all right?").
pub fn rule_of_three(n: u64) -> f64 {
    if n <= 3 { 1.0 } else { 3.0 / n as f64 }
}

#[cfg(test)]
mod tests {
    use super::{rate, rule_of_three};

    /// Newcombe 1998, "Two-sided confidence intervals for the single proportion: comparison of seven methods", table I,
    /// method 3; the same by `statsmodels.stats.proportion.proportion_confint(times, of, method="wilson")`.
    #[test]
    fn intervals_are_the_published_ones() {
        for (times, of, low, high) in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)] {
            let rate = rate(times, of);
            assert!((rate.low - low).abs() < 5e-5 && (rate.high - high).abs() < 5e-5, "{times}/{of}: {rate:?}");
            assert_eq!(rate.n, of);
        }
    }

    /// What happened once in 29 games can be as rare as once in 565; both ends are treated alike.
    #[test]
    fn few_times_are_counted_by_poisson() {
        let once = rate(1, 29);
        assert!((once.low - 0.051_293 / 29.0).abs() < 1e-9 && (once.high - 0.1718).abs() < 5e-5, "{once:?}");
        for (times, of) in [(0, 7), (1, 40), (2, 40), (3, 40), (3, 60), (1, 2), (30, 60)] {
            let (one, other) = (rate(times, of), rate(of - times, of));
            assert!((one.low - (1.0 - other.high)).abs() < 1e-12 && (one.high - (1.0 - other.low)).abs() < 1e-12);
            assert!(one.low <= one.value && one.value <= one.high, "{one:?}");
        }
        let nothing = rate(0, 0);
        assert_eq!((nothing.low, nothing.high, nothing.n), (0.0, 1.0, 0));
    }

    /// The exact bound is the rate at which nothing in n games has the chance 0.05.
    #[test]
    fn three_over_n_is_near_the_exact_bound() {
        for n in [30, 100, 1000] {
            let exact = 1.0 - 0.05_f64.powf(1.0 / n as f64);
            assert!(rule_of_three(n) >= exact && rule_of_three(n) - exact < 0.1 * exact, "{n}");
            assert_eq!((rate(0, n).low, rate(0, n).high), (0.0, rule_of_three(n)));
        }
        assert_eq!((rule_of_three(0), rule_of_three(2)), (1.0, 1.0));
    }
}
