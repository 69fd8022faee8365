//! Quantiles of games, by their order alone.

use super::Estimate;
use super::quantile::binomial_cdf;
use super::summary::{quantile, sorted};

/// The number below which this share of games lies, with its 95 % interval: between two of the sorted numbers, in proportion where the
/// level lies between that of one and that of the next (Nyblom 1992, "Note on interpolated order statistics"; for the median
/// Hettmansperger and Sheather 1986, "Confidence intervals based on interpolated order statistics"). Where there are too few games for
/// a bound on one side, it is open there, and the other side has all of the error: 0.05. Of whole numbers the bounds are whole, too.
pub fn quantile_of(values: &[f64], share: f64) -> Estimate {
    let up = sorted(values);
    let down: Vec<f64> = up.iter().rev().map(|value| -value).collect();
    let bounds = |error: f64| (bound(&up, share, error), bound(&down, 1.0 - share, error).map(|high| -high));
    let (low, high) = match bounds(0.025) {
        (Some(low), Some(high)) => (Some(low), Some(high)),
        (None, None) => (None, None),
        (Some(_), None) => (bounds(0.05).0, None),
        (None, Some(_)) => (None, bounds(0.05).1),
    };
    let value = quantile(&up, share);
    let is_whole = up.iter().all(|value| value.fract() == 0.0);
    let whole = |bound: f64| if is_whole { bound.round() } else { bound };
    Estimate {
        value,
        low: low.map_or(f64::NEG_INFINITY, whole).min(value),
        high: high.map_or(f64::INFINITY, whole).max(value),
        n: values.len() as u64,
    }
}

/// The lower bound of a quantile of sorted numbers: the quantile lies below it with the chance `error`.
fn bound(sorted: &[f64], share: f64, error: f64) -> Option<f64> {
    let n = sorted.len();
    // The chance that the quantile lies below the number of this place, from 1: fewer numbers than that are below it.
    let below = |place: usize| binomial_cdf(place as u64 - 1, n as u64, share);
    let (mut place, mut past) = (0, n + 1);
    while past - place > 1 {
        let middle = usize::midpoint(place, past);
        if below(middle) <= error { place = middle } else { past = middle }
    }
    let lower = sorted.get(place.checked_sub(1)?)?;
    let Some(upper) = sorted.get(place) else { return Some(*lower) };
    let (short, over) = ((n - place) as f64 * share * (error - below(place)), below(place + 1) - error);
    let weight = if short > 0.0 { 1.0 / (1.0 + place as f64 * (1.0 - share) * over / short) } else { 0.0 };
    Some(lower + weight * (upper - lower))
}

#[cfg(test)]
mod tests {
    use super::quantile_of;

    /// Not whole, but nearly.
    fn numbers(n: u32) -> Vec<f64> {
        (1..=n).map(|number| f64::from(number) + 1e-9).collect()
    }

    /// Of ten numbers the median lies between the second and the ninth with 97.9 %, between the third and the eighth with 89.1 %;
    /// by Hettmansperger and Sheather's formula, with I = (0.05 - 0.0215) / (0.1094 - 0.0215), 0.658 of the way back.
    #[test]
    fn the_median_of_ten() {
        let found = quantile_of(&numbers(10), 0.5);
        let part = (0.05 - 22.0 / 1024.0) / (112.0 / 1024.0 - 22.0 / 1024.0);
        let weight = 8.0 * part / (2.0 + 6.0 * part);
        assert!((found.low - (2.0 + weight)).abs() < 1e-6 && (found.high - (9.0 - weight)).abs() < 1e-6, "{found:?}");
        assert!((found.value - 5.5).abs() < 1e-6 && found.n == 10);
        let whole: Vec<f64> = (1..=10).map(f64::from).collect();
        assert_eq!((quantile_of(&whole, 0.5).low, quantile_of(&whole, 0.5).high), (3.0, 8.0));
    }

    /// 0.95^40 = 0.129: that all of 40 games lie above the twentieth is too likely for a lower bound; 0.95^72 < 0.025.
    #[test]
    fn few_games_leave_an_end_open() {
        let low = quantile_of(&numbers(40), 0.05);
        assert!(low.low == f64::NEG_INFINITY && low.high > 4.0 && low.high < 6.0, "{low:?}");
        let high = quantile_of(&numbers(40), 0.95);
        assert!(high.high == f64::INFINITY && (high.low - (41.0 - low.high)).abs() < 1e-6, "{high:?}");
        assert!(quantile_of(&numbers(73), 0.05).low >= 1.0);
        let few = quantile_of(&numbers(5), 0.5);
        assert_eq!((few.low, few.high), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(quantile_of(&[], 0.5).n, 0);
    }

    #[test]
    fn games_that_are_alike_have_one_quantile() {
        let found = quantile_of(&[7.0; 100], 0.95);
        assert_eq!((found.low, found.value, found.high), (7.0, 7.0, 7.0));
    }
}
