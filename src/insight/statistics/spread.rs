//! What a statistic comes to when the games are drawn again and again.

use super::Estimate;
use super::mean::moments;
use super::quantile::{normal_cdf, normal_quantile};
use super::summary::quantile;

/// A statistic with its bootstrap distribution.
#[derive(Clone, PartialEq, Debug)]
pub struct Spread {
    /// The statistic of the games themselves.
    pub value: f64,
    /// The number of games.
    pub n: u64,
    /// What it came to for each resample, sorted.
    drawn: Vec<f64>,
    /// The bias of the median, as a normal value.
    bias: f64,
    /// How fast the standard error changes with the statistic.
    acceleration: f64,
}

impl Spread {
    /// The statistic of `n` games, what it came to when they were drawn again, and its acceleration: 0 for percentile
    /// intervals.
    pub(super) fn new(value: f64, n: u64, mut drawn: Vec<f64>, acceleration: Option<f64>) -> Self {
        drawn.sort_unstable_by(f64::total_cmp);
        // Where many resamples equal the statistic, half of them count as below.
        let below = drawn.partition_point(|x| *x < value) as f64;
        let upto = drawn.partition_point(|x| *x <= value) as f64;
        let share = (below + upto) / 2.0 / (drawn.len() as f64).max(1.0);
        let bias = match acceleration {
            Some(_) if share > 0.0 && share < 1.0 => normal_quantile(share),
            _ => 0.0,
        };
        Spread { value, n, drawn, bias, acceleration: acceleration.unwrap_or(0.0) }
    }

    /// With its 95 % interval.
    pub fn estimate(&self) -> Estimate {
        self.estimate_at(0.95)
    }

    /// With its interval at another level: bias-corrected and accelerated (Efron 1987, "Better bootstrap confidence
    /// intervals"), which is the percentile interval where there is neither bias nor acceleration. Of fewer than two games
    /// there are no bounds.
    pub fn estimate_at(&self, level: f64) -> Estimate {
        let (low, high) = self.bounds(level);
        Estimate { value: self.value, low, high, n: self.n }
    }

    fn bounds(&self, level: f64) -> (f64, f64) {
        if self.n < 2 || self.drawn.is_empty() {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        let z = normal_quantile(0.5 + level / 2.0);
        let at = |z: f64| {
            let shifted = self.bias + z;
            quantile(&self.drawn, normal_cdf(self.bias + shifted / (1.0 - self.acceleration * shifted)))
        };
        (at(-z), at(z))
    }

    /// How likely a statistic at least so far from `null` is where `null` is the truth: twice the smaller share of resamples on
    /// either side of it, never 0 (Davison and Hinkley 1997, "Bootstrap Methods and their Application", section 4.2).
    pub fn p_value(&self, null: f64) -> f64 {
        (2.0 * self.tail(null)).min(1.0)
    }

    /// The share of resamples beyond `null`, seen from the statistic.
    pub(super) fn tail(&self, null: f64) -> f64 {
        if self.n < 2 {
            return 0.5;
        }
        let upto = self.drawn.partition_point(|x| *x <= null);
        let from = self.drawn.len() - self.drawn.partition_point(|x| *x < null);
        let beyond = if self.value >= null { upto } else { from };
        let counted = (1.0 + beyond as f64) / (1.0 + self.drawn.len() as f64);
        if beyond > 0 { counted } else { counted.min(self.far_tail((self.value - null).abs())) }
    }

    /// The tail that no resample reached, by the normal distribution: with many metrics judged together, a few thousand resamples
    /// could not tell a clear difference from a doubtful one. Where all games are alike, each of them says so.
    fn far_tail(&self, distance: f64) -> f64 {
        let (_, variance) = moments(self.drawn.iter().copied());
        match variance.sqrt() {
            0.0 => 0.5_f64.powi(self.n.min(1_000) as i32),
            error => normal_cdf(-distance / error),
        }
    }
}
