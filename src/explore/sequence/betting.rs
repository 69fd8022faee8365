//! Betting against a mean: of numbers from 0 to 1, whatever their distribution (Waudby-Smith and Ramdas 2024, "Estimating means of
//! bounded random variables by betting"; Ville 1939).
//!
//! Who bets at fair odds that the mean is `mean` or less cannot hope to grow rich: their wealth ever reaches 1 / alpha with a chance
//! of alpha at most. So whoever is that rich at any moment may say that the mean is greater, however often they look.

/// The greatest part of the wealth that could be lost that is ever staked.
const CAUTION: f64 = 0.75;

/// The logarithm of the greatest wealth so far of one who bets that the mean of these numbers, each from 0 to 1, lies above `mean`
/// (or below it). The stakes are those that grow the wealth best where the mean and variance so far go on ("approximate GRAPA", section
/// B.3 of the paper), begun with one imagined number at `mean`.
pub fn wealth(values: impl IntoIterator<Item = f64>, mean: f64, above: bool) -> f64 {
    // Below a mean is above its mirror image.
    let (mean, mirror) = if above { (mean, false) } else { (1.0 - mean, true) };
    if mean >= 1.0 {
        return 0.0;
    }
    let most = if mean > 0.0 { CAUTION / mean } else { MOST };
    let (mut wealth, mut greatest) = (0.0_f64, 0.0_f64);
    let (mut n, mut sum, mut squares) = (1.0, mean, mean * (1.0 - mean));
    for value in values {
        let value = if mirror { 1.0 - value } else { value };
        let (seen, variance) = (sum / n, squares / n);
        let off = seen - mean;
        let stake = if off > 0.0 { (off / (variance + off * off)).min(most) } else { 0.0 };
        wealth += (stake * (value - mean)).ln_1p();
        greatest = greatest.max(wealth);
        n += 1.0;
        sum += value;
        squares += (value - sum / n).powi(2);
    }
    greatest
}

/// The stake where nothing can be lost.
const MOST: f64 = 1e6;
/// How finely means are tried.
const STEPS: u32 = 400;

/// The means from 0 to 1 that no bet has refuted at this error so far: from the lowest to the highest.
pub fn bounds(values: &[f64], error: f64) -> (f64, f64) {
    let rich = (2.0 / error).ln();
    let is_refuted =
        |step: u32, above: bool| wealth(values.iter().copied(), f64::from(step) / f64::from(STEPS), above) >= rich;
    let low = (0..=STEPS).take_while(|step| is_refuted(*step, true)).last();
    let high = (0..=STEPS).rev().take_while(|step| is_refuted(*step, false)).last();
    (
        low.map_or(0.0, |step| f64::from(step) / f64::from(STEPS)),
        high.map_or(1.0, |step| f64::from(step) / f64::from(STEPS)),
    )
}

#[cfg(test)]
mod tests {
    use super::{bounds, wealth};
    use rulebook_language::util::Rng;

    fn drawn(seed: u64, n: usize, mean: f64) -> Vec<f64> {
        let mut rng = Rng::new(seed);
        (0..n).map(|_| f64::from(f64::from(rng.below(1 << 24)) < mean * f64::from(1 << 24))).collect()
    }

    /// The chance of ever being that rich where the mean is the truth, over 2,000 games of each of 400 seeds.
    #[test]
    fn nobody_grows_rich_at_fair_odds() {
        for mean in [0.02, 0.3, 0.5, 0.9] {
            for above in [true, false] {
                let rich = (0..400).filter(|seed| wealth(drawn(*seed, 2_000, mean), mean, above) >= 20.0_f64.ln());
                let often = rich.count();
                assert!(often <= 28, "{often} of 400 at {mean}, expected 20 at most");
            }
        }
    }

    #[test]
    fn what_is_true_is_found_soon() {
        let when = |mean: f64, null: f64| {
            let values = drawn(7, 20_000, mean);
            (0..values.len())
                .step_by(20)
                .find(|n| wealth(values[..*n].iter().copied(), null, mean > null) >= 20.0_f64.ln())
        };
        assert!(when(0.7, 0.5).is_some_and(|n| n <= 200));
        assert!(when(0.0, 0.01).is_some_and(|n| n <= 500));
        assert!(when(0.55, 0.5).is_some_and(|n| n <= 2_000));
    }

    #[test]
    fn bounds_hold_the_mean_and_shrink() {
        let values = drawn(3, 3_000, 0.4);
        let (few, many) = (bounds(&values[..100], 0.05), bounds(&values, 0.05));
        assert!(few.0 < 0.4 && 0.4 < few.1 && many.0 < 0.4 && 0.4 < many.1, "{few:?} {many:?}");
        assert!(many.1 - many.0 < 0.1 && few.1 - few.0 < 0.4, "{few:?} {many:?}");
        assert_eq!(bounds(&[], 0.05), (0.0, 1.0));
    }
}
