//! Games in pairs: each start twice, with the seats exchanged.

use super::{Estimate, Scores};

/// How many pairs came to each score of the one agent: 0, 1/2, 1, 3/2, 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// The numbers of pairs, by half points.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts a pair by the scores of its two games, each 0, 1/2 or 1 (or in between, among several winners).
    pub fn add(&mut self, first: f64, second: f64) {
        let place = (2.0 * (first + second)).round().clamp(0.0, 4.0) as usize;
        if let Some(count) = self.counts.get_mut(place) {
            *count += 1;
        }
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean score a game, from 0 to 1.
    pub fn mean(&self) -> f64 {
        self.scores().mean()
    }

    /// The mean scores of the pairs.
    pub fn scores(&self) -> Scores {
        let scores = self.counts.iter().enumerate().map(|(place, count)| (place as f64 / 4.0, *count));
        Scores::counted(scores, (0.0, 1.0))
    }

    /// The mean score a game with its 95 % interval, which counts pairs, not games: an opening that favours one seat favours
    /// either agent once, and does not make the score less certain (Van den Bergh 2017, "The pentanomial model", Fishtest).
    /// The interval is that of [`Scores`]; its `n` is the number of pairs.
    pub fn score(&self) -> Estimate {
        self.scores().estimate_at(0.95)
    }
}

#[cfg(test)]
mod tests {
    use super::Pairs;

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pairs::default();
        for (first, second) in [(1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.5, 1.0), (0.0, 0.0), (0.0, 0.5)] {
            pairs.add(first, second);
        }
        assert_eq!(pairs.counts, [1, 1, 3, 1, 1]);
        assert_eq!((pairs.pairs(), pairs.mean()), (7, 0.5));
    }

    /// A large run (the counts are of the size of a test on Fishtest): mean and variance by their definitions, and the interval
    /// that of the normal distribution.
    #[test]
    fn many_pairs_have_the_normal_interval() {
        let pairs = Pairs { counts: [331, 12_190, 24_110, 12_490, 345] };
        let n = 49_466.0;
        assert!((pairs.mean() - (0.25 * 12_190.0 + 0.5 * 24_110.0 + 0.75 * 12_490.0 + 345.0) / n).abs() < 1e-12);
        let score = pairs.score();
        let half = 1.959_964 * (pairs.scores().variance() / n).sqrt();
        assert!((score.half_width() - half).abs() < 1e-5, "{score:?} {half}");
        assert!(pairs.scores().variance() < 0.04 && score.n == 49_466);
    }

    #[test]
    fn few_pairs_that_agree_are_not_certain() {
        let swept = Pairs { counts: [0, 0, 0, 0, 10] }.score();
        assert!(swept.value == 1.0 && swept.low > 0.69 && swept.low < 0.75, "{swept:?}");
        // Whoever moves first wins: 10 pairs say more of the agents than 20 games by themselves would, but are no proof.
        let split = Pairs { counts: [0, 0, 10, 0, 0] }.score();
        assert!(split.low > 0.3 && split.low < 0.45 && split.value == 0.5, "{split:?}");
        assert_eq!(Pairs::default().score().n, 0);
    }
}
