//! Resampling of games.

use super::Spread;
use super::summary::{quantile, sorted};
use rulebook_language::util::Rng;

/// How games are drawn again: `resamples` times as many as there are, each time with replacement (Efron 1979, "Bootstrap
/// methods: another look at the jackknife"). The same seed gives the same intervals on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bootstrap {
    /// The seed of the draws.
    pub seed: u64,
    /// How often the games are drawn again.
    pub resamples: u32,
}

/// What one game adds to a ratio of sums: to what is counted, and to what it is counted among. For a mean over games the
/// second is 1.
pub type RatioTerm = (f64, f64);

impl Default for Bootstrap {
    fn default() -> Self {
        Bootstrap { seed: 1, resamples: 2_000 }
    }
}

impl Bootstrap {
    /// The mean over games of one number a game.
    pub fn mean(&self, values: &[f64]) -> Spread {
        let parts: Vec<RatioTerm> = values.iter().map(|value| (*value, 1.0)).collect();
        self.ratio(&parts)
    }

    /// The ratio of two sums over games, such as the share of plies of a kind, with bias-corrected, accelerated intervals.
    pub fn ratio(&self, parts: &[RatioTerm]) -> Spread {
        let mut rng = Rng::new(self.seed);
        let drawn = (0..self.resamples).map(|_| divide(draw(parts, &mut rng))).collect();
        let (value, influences) = influences(parts, 1.0);
        Spread::new(value, parts.len() as u64, drawn, Some(acceleration(&influences)))
    }

    /// The difference of two such ratios, the second less the first; each side is drawn by itself.
    pub fn difference(&self, a: &[RatioTerm], b: &[RatioTerm]) -> Spread {
        let (mut one, mut other) = (Rng::for_game(self.seed, 0), Rng::for_game(self.seed, 1));
        let drawn = (0..self.resamples).map(|_| divide(draw(b, &mut other)) - divide(draw(a, &mut one))).collect();
        let ((first, mut all), (second, more)) = (influences(a, -1.0), influences(b, 1.0));
        all.extend(more);
        Spread::new(second - first, a.len().min(b.len()) as u64, drawn, Some(acceleration(&all)))
    }

    /// The number below which a share of the games lies, such as the median, with percentile intervals.
    pub fn quantile(&self, values: &[f64], share: f64) -> Spread {
        let values = sorted(values);
        let mut rng = Rng::new(self.seed);
        let mut places: Vec<u32> = Vec::with_capacity(values.len());
        let mut resample: Vec<f64> = Vec::with_capacity(values.len());
        let drawn = (0..self.resamples).map(|_| {
            places.clear();
            places.extend((0..values.len()).map(|_| rng.below(values.len() as u32)));
            places.sort_unstable();
            resample.clear();
            resample.extend(places.iter().map(|place| values[*place as usize]));
            quantile(&resample, share)
        });
        let drawn = drawn.collect();
        Spread::new(quantile(&values, share), values.len() as u64, drawn, None)
    }

    /// Any statistic of `n` games, given by their places, with percentile intervals.
    pub fn statistic(&self, n: usize, statistic: impl Fn(&[u32]) -> f64) -> Spread {
        let mut rng = Rng::new(self.seed);
        let mut places: Vec<u32> = (0..n as u32).collect();
        let value = statistic(&places);
        let drawn = (0..self.resamples).map(|_| {
            places.iter_mut().for_each(|place| *place = rng.below(n as u32));
            statistic(&places)
        });
        let drawn = drawn.collect();
        Spread::new(value, n as u64, drawn, None)
    }
}

/// The sums over as many games as there are, drawn with replacement.
fn draw(parts: &[RatioTerm], rng: &mut Rng) -> RatioTerm {
    let n = parts.len() as u32;
    (0..n).fold((0.0, 0.0), |(times, of), _| {
        let part = parts[rng.below(n) as usize];
        (times + part.0, of + part.1)
    })
}

fn divide((times, of): RatioTerm) -> f64 {
    if of == 0.0 { 0.0 } else { times / of }
}

/// The ratio, and how much each game weighs in it, times `sign`.
fn influences(parts: &[RatioTerm], sign: f64) -> (f64, Vec<f64>) {
    let sums = parts.iter().fold((0.0, 0.0), |(times, of), part| (times + part.0, of + part.1));
    let value = divide(sums);
    let of = if sums.1 == 0.0 { 1.0 } else { sums.1 };
    (value, parts.iter().map(|part| sign * (part.0 - value * part.1) / of).collect())
}

/// Efron 1987, formula 7.3, for one sample and for two.
fn acceleration(influences: &[f64]) -> f64 {
    let squares: f64 = influences.iter().map(|x| x * x).sum();
    let cubes: f64 = influences.iter().map(|x| x * x * x).sum();
    if squares > 0.0 { cubes / (6.0 * squares.powf(1.5)) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::{Bootstrap, RatioTerm};

    const MANY: Bootstrap = Bootstrap { seed: 7, resamples: 100_000 };
    /// Efron and Tibshirani 1993, "An Introduction to the Bootstrap", table 2.1: survival of mice in days.
    const TREATED: [f64; 7] = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];
    const CONTROL: [f64; 9] = [52.0, 104.0, 146.0, 10.0, 51.0, 30.0, 40.0, 27.0, 46.0];

    fn ones(values: &[f64]) -> Vec<RatioTerm> {
        values.iter().map(|value| (*value, 1.0)).collect()
    }

    fn near(found: (f64, f64), wanted: (f64, f64), by: f64) {
        assert!((found.0 - wanted.0).abs() < by && (found.1 - wanted.1).abs() < by, "{found:?}, not {wanted:?}");
    }

    /// `scipy.stats.bootstrap` with 400,000 resamples, methods `BCa` and `percentile`, scipy 1.17.
    #[test]
    fn intervals_are_those_of_an_independent_program() {
        let of = |spread: super::Spread| {
            let estimate = spread.estimate();
            (estimate.low, estimate.high)
        };
        near(of(MANY.mean(&TREATED)), (46.29, 138.29), 1.5);
        near(of(MANY.difference(&ones(&CONTROL), &ones(&TREATED))), (-19.3, 85.9), 1.5);
        let pairs: Vec<RatioTerm> = TREATED.iter().copied().zip(CONTROL).collect();
        near(of(MANY.ratio(&pairs)), (0.393, 2.381), 0.05);
        near(of(MANY.quantile(&TREATED, 0.5)), (23.0, 141.0), 1e-9);
        let mean = |places: &[u32]| places.iter().map(|place| TREATED[*place as usize]).sum::<f64>() / 7.0;
        near(of(MANY.statistic(7, mean)), (43.6, 134.6), 1.5);
    }

    #[test]
    fn the_value_is_that_of_the_games_themselves() {
        assert!((MANY.mean(&TREATED).value - 608.0 / 7.0).abs() < 1e-9);
        assert!((MANY.difference(&ones(&CONTROL), &ones(&TREATED)).value - 30.63).abs() < 0.01);
        assert_eq!(MANY.quantile(&TREATED, 0.5).value, 94.0);
    }

    #[test]
    fn a_seed_gives_the_same_interval() {
        let few = Bootstrap { seed: 3, resamples: 100 };
        assert_eq!(few.mean(&TREATED), few.mean(&TREATED));
        assert_ne!(few.mean(&TREATED), Bootstrap { seed: 4, ..few }.mean(&TREATED));
    }

    /// Shares of plies must be drawn by game: games that are all alike within and differ between each other say as much as
    /// there are games, however long they are.
    #[test]
    fn plies_of_one_game_are_not_independent() {
        let short: Vec<RatioTerm> = (0..40).map(|game| (f64::from(game % 2), 1.0)).collect();
        let long: Vec<RatioTerm> = short.iter().map(|(times, of)| (100.0 * times, 100.0 * of)).collect();
        let (short, long) = (MANY.ratio(&short).estimate(), MANY.ratio(&long).estimate());
        assert!((short.half_width() - long.half_width()).abs() < 1e-9);
        assert!(long.half_width() > 0.14, "{long:?}");
    }

    #[test]
    fn nothing_and_one_game_have_no_bounds() {
        for values in [&[][..], &[3.0]] {
            let estimate = MANY.mean(values).estimate();
            assert_eq!((estimate.low, estimate.high), (f64::NEG_INFINITY, f64::INFINITY));
        }
        assert_eq!(MANY.ratio(&[(0.0, 0.0), (0.0, 0.0)]).value, 0.0);
        assert!(MANY.mean(&TREATED).p_value(0.0) < 0.001);
        assert!(MANY.mean(&TREATED).p_value(86.0) > 0.9);
        // What no resample reaches still has a size: 5 and 39 standard errors away, and games that are all alike.
        let few = Bootstrap { seed: 1, resamples: 200 };
        let (near, far) = (few.mean(&TREATED).p_value(200.0), few.mean(&TREATED).p_value(1000.0));
        assert!(far < 1e-20 && far < near && near < 0.01, "{near} {far}");
        assert_eq!(few.mean(&[5.0; 20]).p_value(4.0), 2.0 * 0.5_f64.powi(20));
    }
}
