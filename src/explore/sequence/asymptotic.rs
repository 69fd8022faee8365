//! Means of numbers without bounds, such as plies: sequences that hold as the number of games grows (Waudby-Smith, Arbour, Sinha,
//! Kennedy and Ramdas 2024, "Time-uniform central limit theory and asymptotic confidence sequences"; the boundary is Robbins' normal
//! mixture, Howard, Ramdas, McAuliffe and Sekhon 2021).

/// Fewer numbers than this say nothing.
pub const FEWEST: usize = 48;
/// After so many numbers the boundary is at its best.
const AIMED_AT: f64 = 400.0;

/// Whether the mean of these numbers was shown to lie above 0 at some moment, with this error. One imagined number at 0 stands beside
/// them in their variance: numbers that agree are not certain.
pub fn is_above(values: impl IntoIterator<Item = f64>, error: f64) -> bool {
    let log = -2.0 * (2.0 * error).min(0.99).ln();
    let rho = (log + log.ln_1p()) / AIMED_AT;
    let (mut n, mut mean, mut squares) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (index, value) in values.into_iter().enumerate() {
        n += 1.0;
        let off = value - mean;
        mean += off / n;
        squares += off * (value - mean);
        if index + 1 < FEWEST || mean <= 0.0 {
            continue;
        }
        let variance = (squares + mean * mean) / n;
        let scaled = n * rho + 1.0;
        let bound = (2.0 * scaled / (n * n * rho) * (scaled.sqrt() / (2.0 * error)).ln_1p()).sqrt();
        if mean > bound * variance.sqrt() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_above;
    use rulebook_language::util::Rng;

    /// Skewed numbers with the mean 0, and with another.
    fn drawn(seed: u64, n: usize, shift: f64) -> Vec<f64> {
        let mut rng = Rng::new(seed);
        let uniform = |rng: &mut Rng| (f64::from(rng.below(1 << 24)) + 0.5) / f64::from(1 << 24);
        (0..n).map(|_| -uniform(&mut rng).ln() - 1.0 + shift).collect()
    }

    #[test]
    fn a_mean_of_nothing_is_seldom_above() {
        for sign in [1.0, -1.0] {
            let often =
                (0..400).filter(|seed| is_above(drawn(*seed, 2_000, 0.0).iter().map(|x| sign * x), 0.05)).count();
            assert!(often <= 32, "{often} of 400, expected 20 at most");
        }
    }

    #[test]
    fn a_shift_is_seen() {
        assert!(is_above(drawn(1, 400, 0.3), 0.05) && !is_above(drawn(1, 400, -0.3), 0.05));
        assert!(is_above(vec![1.0; 60], 0.05) && !is_above(vec![1.0; 20], 0.05));
    }
}
