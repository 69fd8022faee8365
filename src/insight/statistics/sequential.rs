//! Stopping early without looking too often.

use super::Pairs;
use super::score::tilt;

/// Beyond this on either side a test stops: `ln(0.95 / 0.05)`, errors of 0.05 on both sides (Wald 1945, "Sequential tests of
/// statistical hypotheses").
pub const BOUND: f64 = 2.944_438_979_166_44;

/// A generalised sequential probability ratio test: is the mean score nearer to `low` or to `high`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequential {
    /// The score of the null hypothesis, between 0 and 1.
    pub low: f64,
    /// The score of the alternative, above it.
    pub high: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The score is the high one, or more.
    High,
    /// The score is the low one, or less.
    Low,
    /// More games.
    GoOn,
}

/// What a count of no pairs is taken for: there might have been some.
const SOME: f64 = 1e-3;

impl Sequential {
    /// The logarithm of the ratio of the likelihoods of the pairs, each the greatest that any distribution over the five results
    /// has with that mean (Van den Bergh 2019, "A practical introduction to the GSPRT", section 2; what Fishtest does).
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.counts.map(|count| if count == 0 { SOME } else { count as f64 });
        let all: f64 = counts.iter().sum();
        let shares: Vec<(f64, f64)> =
            counts.iter().enumerate().map(|(place, count)| (place as f64 / 4.0, count / all)).collect();
        // The likeliest distribution of mean m is p / (1 + t (score - m)): its logarithm without the common part.
        let lost = |mean: f64| {
            let t = tilt(&shares, mean.clamp(1e-6, 1.0 - 1e-6), (0.0, 1.0));
            shares.iter().map(|(score, share)| share * (1.0 + t * (score - mean)).ln()).sum::<f64>()
        };
        all * (lost(self.low) - lost(self.high))
    }

    /// What that says.
    pub fn decide(&self, pairs: &Pairs) -> Decision {
        match self.ratio(pairs) {
            ratio if ratio >= BOUND => Decision::High,
            ratio if ratio <= -BOUND => Decision::Low,
            _ => Decision::GoOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BOUND, Decision, Sequential};
    use crate::statistics::Pairs;

    fn between(low: f64, high: f64) -> Sequential {
        let score = |elo: f64| 1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0));
        Sequential { low: score(low), high: score(high) }
    }

    /// The likelihoods maximised under the constraint by `scipy.optimize.minimize(method="SLSQP")`, scipy 1.17.
    #[test]
    fn ratios_are_those_of_an_independent_program() {
        for (counts, low, high, wanted) in [
            ([10, 150, 500, 170, 14], 0.0, 5.0, 0.927_416_5),
            ([10, 150, 500, 170, 14], -1.0, 3.0, 1.082_335_4),
            ([10, 150, 500, 170, 14], 0.0, 100.0, -174.122_195_3),
            ([0, 4, 12, 30, 9], 0.0, 5.0, 0.785_755_5),
            ([0, 4, 12, 30, 9], 0.0, 100.0, 13.398_396_5),
            ([331, 12_190, 24_110, 12_490, 345], -1.0, 3.0, 1.798_528_9),
        ] {
            let found = between(low, high).ratio(&Pairs { counts });
            assert!((found - wanted).abs() < 1e-6 * wanted.abs().max(1.0), "{counts:?} {low} {high}: {found}");
        }
        assert!((BOUND - 19.0_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn a_test_stops_on_the_right_side() {
        let test = Sequential { low: 0.5, high: 0.6 };
        assert_eq!(test.decide(&Pairs { counts: [0, 4, 12, 30, 9] }), Decision::High);
        assert_eq!(test.decide(&Pairs { counts: [9, 30, 12, 4, 0] }), Decision::Low);
        assert_eq!(test.decide(&Pairs { counts: [1, 2, 4, 2, 1] }), Decision::GoOn);
        assert_eq!(test.decide(&Pairs::default()), Decision::GoOn);
    }

    /// Seeded pairs at the null: the wrong side is reached in about a twentieth of the runs, not more.
    #[test]
    fn the_error_is_the_nominal_one() {
        let test = Sequential { low: 0.5, high: 0.56 };
        let wrong = (0..400_u64).filter(|run| {
            let (mut rng, mut pairs) = (rulebook_language::util::Rng::for_game(5, *run), Pairs::default());
            loop {
                let mut game = || f64::from(rng.below(2));
                let (first, second) = (game(), game());
                pairs.add(first, second);
                match test.decide(&pairs) {
                    Decision::GoOn if pairs.pairs() < 20_000 => {}
                    decision => break decision == Decision::High,
                }
            }
        });
        let wrong = wrong.count();
        assert!((4..=32).contains(&wrong), "{wrong} of 400");
    }
}
