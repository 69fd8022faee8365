//! Means over games, ratios of sums over games, and what else can be told of single games.

use super::quantile::{t_cdf, t_quantile};
use super::{Estimate, rule_of_three};

/// What one game adds to a ratio of sums: to what is counted, and to what it is counted among. For a mean over games the second is 1;
/// a game that does not count has nothing in both.
pub type RatioTerm = (f64, f64);

/// A statistic of games, by what each of them adds to it (the pseudo-values of the jackknife).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The statistic.
    pub value: f64,
    /// The number of games.
    pub n: u64,
    /// The standard error.
    error: f64,
    /// The skewness of the games.
    skewness: f64,
}

/// So much of a game is thought of at either end of what was seen: rare games lie beyond, and the variance is seldom too large.
const BEYOND: f64 = 0.5;

impl Mean {
    /// The mean of one number a game.
    pub fn of(values: &[f64]) -> Mean {
        Mean::ratio(&values.iter().map(|value| (*value, 1.0)).collect::<Vec<_>>())
    }

    /// The mean of numbers that so many games each have.
    pub fn counted(values: &[(f64, u64)]) -> Mean {
        let n = values.iter().map(|(_, games)| *games as f64).sum::<f64>();
        let value = values.iter().map(|(value, games)| value * *games as f64).sum::<f64>() / n.max(1.0);
        let off = |value: f64, mean: f64| if (value - mean).abs() <= 1e-12 * value.abs() { 0.0 } else { value - mean };
        Mean::weighted(
            value,
            &values
                .iter()
                .filter(|(_, games)| *games > 0)
                .map(|(its, games)| (off(*its, value), *games))
                .collect::<Vec<_>>(),
        )
    }

    /// The ratio of two sums over games, such as the share of plies of a kind.
    pub fn ratio(terms: &[RatioTerm]) -> Mean {
        let terms: Vec<RatioTerm> = terms.iter().copied().filter(|term| term.1 > 0.0).collect();
        let (value, influences) = influences(&terms);
        Mean::new(value, &influences)
    }

    /// The same, where a game could have any of these terms: what was not seen is thought of as what was seen at either end is.
    pub(super) fn ratio_among(terms: &[RatioTerm], possible: &[RatioTerm]) -> Mean {
        let (value, influences) = influences(terms);
        let of: f64 = terms.iter().map(|term| term.1).sum();
        let pulls = possible.iter().map(|term| (term.0 - value * term.1) / of * terms.len() as f64);
        let (low, high) = pulls.fold((0.0_f64, 0.0_f64), |(low, high), pull| (low.min(pull), high.max(pull)));
        let counted: Vec<(f64, u64)> = influences.iter().map(|influence| (*influence, 1)).collect();
        Mean::between(value, &counted, (low, high))
    }

    /// The difference of two ratios over pairs of games, those of `b` less those of `a`: what a pair adds is what its game of `b` does,
    /// less what its game of `a` does. Such differences are about as often to one side as to the other, and their skewness is mostly
    /// chance: it is left out.
    pub fn difference(a: &[RatioTerm], b: &[RatioTerm]) -> Mean {
        let counts = |(a, b): &(&RatioTerm, &RatioTerm)| a.1 > 0.0 || b.1 > 0.0;
        let (a, b): (Vec<RatioTerm>, Vec<RatioTerm>) = a.iter().zip(b).filter(counts).unzip();
        let ((of_a, first), (of_b, second)) = (influences(&a), influences(&b));
        let influences: Vec<f64> = second.iter().zip(first).map(|(b, a)| b - a).collect();
        let n = influences.len() as f64;
        let error = (moments(influences.iter().copied()).1 / n.max(1.0)).sqrt();
        Mean { value: of_b - of_a, n: influences.len() as u64, error, skewness: 0.0 }
    }

    /// The variance between games of one number a game.
    pub fn variance(values: &[f64]) -> Mean {
        let (mean, variance) = moments(values.iter().copied());
        let n = values.len() as f64;
        let scale = if n > 2.0 { n / (n - 2.0) } else { 1.0 };
        let influences: Vec<f64> =
            values.iter().map(|value| scale * ((value - mean).powi(2) - variance * (n - 1.0) / n)).collect();
        Mean::new(variance, &influences)
    }

    /// A statistic with what each game adds to it, beside the statistic itself.
    fn new(value: f64, influences: &[f64]) -> Mean {
        Mean::weighted(value, &influences.iter().map(|influence| (*influence, 1)).collect::<Vec<_>>())
    }

    /// A statistic with what so many games each add to it.
    fn weighted(value: f64, influences: &[(f64, u64)]) -> Mean {
        Mean::between(value, influences, (0.0, 0.0))
    }

    /// The same, where what a game adds can be so low and so high.
    fn between(value: f64, influences: &[(f64, u64)], ends: (f64, f64)) -> Mean {
        let games: u64 = influences.iter().map(|(_, games)| *games).sum();
        let n = games as f64;
        let sum = |of: &dyn Fn(f64) -> f64| influences.iter().map(|(x, games)| of(*x) * *games as f64).sum::<f64>();
        let mean = sum(&|x| x) / n.max(1.0);
        let seen = if games > 1 { sum(&|x| (x - mean) * (x - mean)) / (n - 1.0) } else { 0.0 };
        let cubes = sum(&|x| x.powi(3)) / n.max(1.0);
        let skewness =
            if n > 2.0 && seen > 0.0 { cubes / seen.powf(1.5) * (n * (n - 1.0)).sqrt() / (n - 2.0) } else { 0.0 };
        let (low, high) = influences.iter().fold(ends, |(low, high), (x, _)| (low.min(*x), high.max(*x)));
        let beyond = (seen * (n - 1.0) + BEYOND * (low * low + high * high)) / (n - 1.0 + 2.0 * BEYOND);
        Mean { value, n: games, error: (seen.max(beyond) / n.max(1.0)).sqrt(), skewness }
    }

    /// The variance of what one game adds.
    pub fn variance_of_a_game(&self) -> f64 {
        self.error * self.error * self.n as f64
    }

    /// With its 95 % interval.
    pub fn estimate(&self) -> Estimate {
        self.estimate_at(0.95)
    }

    /// With its interval at another level: Student's t, transformed by the skewness of the games (Hall 1992, "On the removal of
    /// skewness by transformation"). Games that all say the same leave room for other ones, by the rule of three and by one unit.
    /// Of fewer than two games there are no bounds.
    pub fn estimate_at(&self, level: f64) -> Estimate {
        let (low, high) = match self.n {
            0 | 1 => (f64::NEG_INFINITY, f64::INFINITY),
            n if self.error == 0.0 => (self.value - rule_of_three(n), self.value + rule_of_three(n)),
            n => {
                let t = t_quantile(0.5 + level / 2.0, n as f64 - 1.0);
                (self.value - self.error * self.untransformed(t), self.value - self.error * self.untransformed(-t))
            }
        };
        Estimate { value: self.value, low, high, n: self.n }
    }

    /// How likely a statistic at least so far from `null` is where `null` is the truth.
    pub fn p_value(&self, null: f64) -> f64 {
        match self.n {
            0 | 1 => 1.0,
            _ if self.value == null => 1.0,
            _ if self.error == 0.0 => 0.0,
            n => 2.0 * t_cdf(-self.transformed((self.value - null) / self.error).abs(), n as f64 - 1.0),
        }
    }

    /// Hall's transformation: what is distributed as Student's t where `t` is so many standard errors. It grows in `t`.
    fn transformed(&self, t: f64) -> f64 {
        let (bend, shift) = self.bend();
        t + bend * t * t + bend * bend * t.powi(3) / 3.0 + shift
    }

    /// Its inverse.
    fn untransformed(&self, x: f64) -> f64 {
        let (bend, shift) = self.bend();
        if bend.abs() < 1e-9 { x - shift } else { ((1.0 + 3.0 * bend * (x - shift)).cbrt() - 1.0) / bend }
    }

    fn bend(&self) -> (f64, f64) {
        let root = (self.n as f64).sqrt();
        (self.skewness / (3.0 * root), self.skewness / (6.0 * root))
    }
}

/// Mean and variance (of a sample: over n - 1) of numbers; 0 where there are too few.
pub(super) fn moments(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / n.max(1.0);
    let squares = values.map(|value| (value - mean) * (value - mean)).sum::<f64>();
    (mean, if n > 1.0 { squares / (n - 1.0) } else { 0.0 })
}

/// A ratio, and how far each game pulls it: `n - 1` times what it would lose without the game.
fn influences(terms: &[RatioTerm]) -> (f64, Vec<f64>) {
    let (times, of) = terms.iter().fold((0.0, 0.0), |(times, of), term| (times + term.0, of + term.1));
    let value = if of > 0.0 { times / of } else { 0.0 };
    let others = terms.len() as f64 - 1.0;
    let pull = |term: &RatioTerm| {
        let (off, rest) = (term.0 - value * term.1, of - term.1);
        // Sums are rounded: games that are alike pull nowhere.
        if rest <= 0.0 || off.abs() <= 1e-12 * term.0.abs() { 0.0 } else { off / rest * others }
    };
    (value, terms.iter().map(pull).collect())
}

#[cfg(test)]
mod tests {
    use super::{Mean, RatioTerm};

    /// Student 1908, section IX: the additional hours of sleep gained by the use of hyoscyamine hydrobromide, as R's data set
    /// `sleep` has them; `t.test` gives the interval of the differences as 0.7001 to 2.4599. They are skewed to the right: the interval
    /// reaches further there.
    #[test]
    fn the_interval_of_students_own_figures() {
        let gained = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let mean = Mean::of(&gained);
        assert!((mean.value - 1.58).abs() < 1e-12 && mean.skewness > 1.0);
        let symmetric = Mean { skewness: 0.0, error: 0.389, ..mean }.estimate();
        assert!((symmetric.low - 0.7001).abs() < 5e-4 && (symmetric.high - 2.4599).abs() < 5e-4, "{symmetric:?}");
        let found = mean.estimate();
        assert!(found.low > 0.7 && found.low < 1.1 && found.high > 2.46 && found.high < 6.0, "{found:?}");
    }

    #[test]
    fn the_transformation_is_undone() {
        for skewness in [-4.0, -0.3, 0.0, 0.5, 5.0] {
            let mean = Mean { value: 1.0, n: 40, error: 0.2, skewness };
            for t in [-3.0, -1.0, 0.0, 0.5, 2.5] {
                assert!((mean.untransformed(mean.transformed(t)) - t).abs() < 1e-6, "{skewness} {t}");
            }
            // What the interval holds is what the test does not reject.
            let found = mean.estimate();
            for null in [found.low, found.high] {
                assert!((mean.p_value(null) - 0.05).abs() < 1e-6, "{skewness}");
            }
        }
    }

    /// Shares of plies are drawn by game: games that are all alike within and differ between each other say as much as there are
    /// games, however long they are.
    #[test]
    fn plies_of_one_game_are_not_independent() {
        let short: Vec<RatioTerm> = (0..40).map(|game| (f64::from(game % 2), 1.0)).collect();
        let long: Vec<RatioTerm> = short.iter().map(|(times, of)| (100.0 * times, 100.0 * of)).collect();
        let (short, long) = (Mean::ratio(&short).estimate(), Mean::ratio(&long).estimate());
        assert!((short.half_width() - long.half_width()).abs() < 1e-9 && long.half_width() > 0.14, "{long:?}");
    }

    #[test]
    fn few_games_and_games_that_agree() {
        let one = Mean::of(&[3.0]).estimate();
        assert_eq!((one.value, one.low, one.high, one.n), (3.0, f64::NEG_INFINITY, f64::INFINITY, 1));
        assert_eq!((Mean::of(&[]).n, Mean::ratio(&[(0.0, 0.0), (4.0, 2.0)]).n), (0, 1));
        let same = Mean::of(&[9.0; 60]).estimate();
        assert!((same.low - 8.95).abs() < 1e-9 && (same.high - 9.05).abs() < 1e-9, "{same:?}");
        let thirds: Vec<RatioTerm> = (1..50).map(|plies| (f64::from(plies) / 3.0, f64::from(plies))).collect();
        assert_eq!(Mean::ratio(&thirds).error, 0.0, "rounding is no spread");
    }

    /// Pairs that agree leave nothing to chance; pairs that do not are as good as games by themselves.
    #[test]
    fn pairs_are_compared_within() {
        let a: Vec<RatioTerm> = (0..60).map(|game| (f64::from(game * 7 % 30), 1.0)).collect();
        let longer: Vec<RatioTerm> = a.iter().map(|(plies, _)| (plies + 1.0, 1.0)).collect();
        let shifted: Vec<RatioTerm> = longer.iter().cycle().skip(11).take(60).copied().collect();
        let (same, other) = (Mean::difference(&a, &longer), Mean::difference(&a, &shifted));
        assert!((same.value - 1.0).abs() < 1e-9 && (other.value - 1.0).abs() < 1e-9);
        assert!(same.p_value(0.0) < 1e-9 && other.p_value(0.0) > 0.3, "{same:?} {other:?}");
        assert_eq!(Mean::difference(&a, &a).p_value(0.0), 1.0);
    }

    #[test]
    fn games_that_are_alike_may_be_counted() {
        let one_by_one = Mean::of(&[7.0, 9.0, 7.0, 7.0, 30.0, 9.0]).estimate();
        let counted = Mean::counted(&[(7.0, 3), (9.0, 2), (30.0, 1), (50.0, 0)]).estimate();
        assert_eq!(counted.n, 6);
        for (a, b) in
            [(one_by_one.value, counted.value), (one_by_one.low, counted.low), (one_by_one.high, counted.high)]
        {
            assert!((a - b).abs() < 1e-9, "{one_by_one:?} {counted:?}");
        }
        assert_eq!((Mean::counted(&[]).n, Mean::counted(&[(0.1, 1_000_000)]).error), (0, 0.0));
    }

    /// `numpy.var(ddof=1)`.
    #[test]
    fn a_variance_is_a_mean_of_squares() {
        let found = Mean::variance(&[9.0, 1.0, 4.0, 16.0]);
        assert!((found.value - 43.0).abs() < 1e-9 && found.n == 4);
    }
}
