//! Means of independent numbers.

use super::Estimate;
use super::quantile::t_quantile;

/// Mean and variance (of a sample: over n - 1) of numbers; 0 where there are too few.
pub(super) fn moments(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / n.max(1.0);
    let squares = values.map(|value| (value - mean) * (value - mean)).sum::<f64>();
    (mean, if n > 1.0 { squares / (n - 1.0) } else { 0.0 })
}

/// The mean of numbers with its 95 % interval (Student 1908, "The probable error of a mean"). Of one number, or of none, the
/// interval has no bounds.
pub fn t_interval(values: &[f64]) -> Estimate {
    let (mean, variance) = moments(values.iter().copied());
    let n = values.len() as u64;
    if n < 2 {
        return Estimate { value: mean, low: f64::NEG_INFINITY, high: f64::INFINITY, n };
    }
    let half = t_quantile(0.975, (n - 1) as f64) * (variance / n as f64).sqrt();
    Estimate { value: mean, low: mean - half, high: mean + half, n }
}

#[cfg(test)]
mod tests {
    use super::t_interval;

    /// Student 1908, section IX: the additional hours of sleep gained by the use of hyoscyamine hydrobromide, as R's data set
    /// `sleep` has them; `t.test` gives the interval of the differences as 0.7001 to 2.4599.
    #[test]
    fn the_interval_of_students_own_figures() {
        let gained = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let mean = t_interval(&gained);
        assert!((mean.value - 1.58).abs() < 1e-12);
        assert!((mean.low - 0.7001).abs() < 5e-5 && (mean.high - 2.4599).abs() < 5e-5, "{mean:?}");
    }

    #[test]
    fn one_number_says_nothing_of_its_spread() {
        let one = t_interval(&[3.0]);
        assert_eq!((one.value, one.low, one.high, one.n), (3.0, f64::NEG_INFINITY, f64::INFINITY, 1));
        assert_eq!(t_interval(&[2.0, 2.0]).half_width(), 0.0);
        assert_eq!(t_interval(&[]).n, 0);
    }
}
