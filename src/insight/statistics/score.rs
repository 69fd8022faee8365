//! Scores: means of games that come to a few values, such as 0, 1/2 and 1.

use super::quantile::{normal_cdf, two_sided};
use super::{Estimate, rate};

/// How many games came to each of a few values.
#[derive(Clone, PartialEq, Debug)]
pub struct Scores {
    /// The values with the number of games of each.
    counts: Vec<(f64, f64)>,
    /// The least value that a game can have, and the greatest.
    bounds: (f64, f64),
}

const STEPS: u32 = 60;

impl Scores {
    /// Of games with these values, all within the bounds.
    pub fn of(values: impl IntoIterator<Item = f64>, bounds: (f64, f64)) -> Scores {
        Scores::counted(values.into_iter().map(|value| (value, 1)), bounds)
    }

    /// Of so many games with each of these values.
    pub fn counted(values: impl IntoIterator<Item = (f64, u64)>, bounds: (f64, f64)) -> Scores {
        let mut counts: Vec<(f64, f64)> = Vec::new();
        for (value, games) in values.into_iter().filter(|(_, games)| *games > 0) {
            match counts.iter_mut().find(|(known, _)| *known == value) {
                Some((_, count)) => *count += games as f64,
                None => counts.push((value, games as f64)),
            }
        }
        Scores { counts, bounds }
    }

    /// Of wins, draws and losses: points from 0 to 1.
    pub fn of_results([wins, draws, losses]: [u64; 3]) -> Scores {
        Scores::counted([(1.0, wins), (0.5, draws), (0.0, losses)], (0.0, 1.0))
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.counts.iter().map(|(_, count)| *count as u64).sum()
    }

    /// The mean; 0 of none.
    pub fn mean(&self) -> f64 {
        self.counts.iter().map(|(value, count)| value * count).sum::<f64>() / (self.games() as f64).max(1.0)
    }

    /// Whether every game had the least value or the greatest: then the mean is a rate.
    pub fn is_rate(&self) -> bool {
        self.counts.iter().all(|(value, _)| *value == self.bounds.0 || *value == self.bounds.1)
    }

    /// The variance of a game, with one game more at either bound: few games that agree are not certain.
    pub fn variance(&self) -> f64 {
        let (mean, (low, high)) = (self.mean(), self.bounds);
        let squares: f64 = self.counts.iter().map(|(value, count)| (value - mean).powi(2) * count).sum();
        (squares + (low - mean).powi(2) + (high - mean).powi(2)) / (self.games() as f64 + 1.0)
    }

    /// The mean with its 95 % interval; of a rate that of [`rate()`].
    pub fn estimate(&self) -> Estimate {
        let (low, high) = self.bounds;
        if !self.is_rate() {
            return self.estimate_at(0.95);
        }
        let of_high = self.counts.iter().filter(|(value, _)| *value == high).map(|(_, count)| *count as u64).sum();
        rate(of_high, self.games()).map(|share| low + share * (high - low))
    }

    /// The mean with its score interval at another level: all means that a test does not reject, whose variance is that of the
    /// likeliest distribution with this mean over the values and the bounds. Of a rate it is Wilson's, of the differences of paired
    /// rates Tango's (1998, "Equivalence test and confidence interval for the difference in proportions for the paired-sample
    /// design").
    pub fn estimate_at(&self, level: f64) -> Estimate {
        let (mean, n) = (self.mean(), self.games());
        if n == 0 {
            return Estimate { value: 0.0, low: self.bounds.0, high: self.bounds.1, n };
        }
        let z = two_sided(level);
        let bound = |end: f64| {
            let (mut inside, mut outside) = (mean, end);
            for _ in 0..STEPS {
                let middle = f64::midpoint(inside, outside);
                if self.distance(middle) < z * z { inside = middle } else { outside = middle }
            }
            f64::midpoint(inside, outside)
        };
        Estimate { value: mean, low: bound(self.bounds.0), high: bound(self.bounds.1), n }
    }

    /// How likely a mean at least so far from `null` is where `null`, between the bounds, is the truth.
    pub fn p_value(&self, null: f64) -> f64 {
        (2.0 * normal_cdf(-self.distance(null).sqrt())).min(1.0)
    }

    /// The square of the distance from a mean, in standard errors under it.
    fn distance(&self, mean: f64) -> f64 {
        let (n, off) = (self.games() as f64, self.mean() - mean);
        if off == 0.0 {
            return 0.0;
        }
        let shares: Vec<(f64, f64)> = self.counts.iter().map(|(value, count)| (*value, count / n)).collect();
        let t = tilt(&shares, mean, self.bounds);
        let (mut all, mut variance) = (0.0, 0.0);
        for (value, share) in &shares {
            let likeliest = share / (1.0 + t * (value - mean));
            all += likeliest;
            variance += likeliest * (value - mean).powi(2);
        }
        // A mean beyond all values takes games at the bound.
        let end = if t < 0.0 { self.bounds.1 } else { self.bounds.0 };
        variance += (1.0 - all).max(0.0) * (end - mean).powi(2);
        n * off * off / variance
    }
}

/// The `t` for which `share / (1 + t (value - mean))`, the likeliest distribution with this mean, has it: the sum of
/// `share (value - mean) / (1 + t (value - mean))` is 0, which falls in `t`. Where no `t` has, the one at which a bound takes the rest.
pub(super) fn tilt(shares: &[(f64, f64)], mean: f64, (least, greatest): (f64, f64)) -> f64 {
    let (mut low, mut high) = (-1.0 / (greatest - mean), 1.0 / (mean - least));
    for _ in 0..STEPS {
        let t = f64::midpoint(low, high);
        let sum: f64 = shares.iter().map(|(value, share)| share * (value - mean) / (1.0 + t * (value - mean))).sum();
        if sum > 0.0 { low = t } else { high = t }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::Scores;

    const POINTS: (f64, f64) = (0.0, 1.0);

    fn paired(more: u64, less: u64, games: u64) -> Scores {
        Scores::counted([(1.0, more), (-1.0, less), (0.0, games - more - less)], (-1.0, 1.0))
    }

    /// Without draws it is Wilson's (Newcombe 1998, table I, method 3).
    #[test]
    fn without_draws_it_is_wilsons() {
        for (wins, games, low, high) in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (1, 29, 0.0061, 0.1718)]
        {
            let found = Scores::of_results([wins, 0, games - wins]).estimate_at(0.95);
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
        }
    }

    /// The roots of Tango's own formula, in which the variance under a difference is the root of a quadratic equation.
    #[test]
    fn of_paired_rates_it_is_tangos() {
        for (more, less, games, low, high) in
            [(9, 1, 44, 0.050_333, 0.328_341), (16, 24, 100, -0.203_105, 0.044_909), (0, 0, 44, -0.0803, 0.0803)]
        {
            let found = paired(more, less, games).estimate_at(0.95);
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
        }
        // The test of no difference is McNemar's: z = (9 - 1) / sqrt(10).
        assert!((paired(9, 1, 44).p_value(0.0) - 0.011_412).abs() < 1e-5);
        assert_eq!(paired(0, 0, 44).p_value(0.0), 1.0);
    }

    /// A drawish game says more of its score than a game without draws.
    #[test]
    fn draws_make_it_narrower() {
        let (with, without) = (Scores::of_results([10, 80, 10]).estimate(), Scores::of_results([50, 0, 50]).estimate());
        assert!(with.half_width() < 0.5 * without.half_width(), "{with:?}");
        // 100 draws are no certainty: a game with another end may be one in 30.
        let drawn = Scores::of_results([0, 100, 0]).estimate();
        assert!(drawn.low < 0.49 && drawn.low > 0.48 && drawn.value == 0.5 && drawn.n == 100, "{drawn:?}");
        assert_eq!(Scores::of_results([7, 0, 0]).estimate().high, 1.0);
        let none = Scores::of([], POINTS).estimate();
        assert_eq!((none.low, none.high, none.n), (0.0, 1.0, 0));
    }
}
