//! Two sides of one metric.

use super::{Estimate, Mean, RatioTerm, Scores, to_see, to_show_equal};

/// How one metric differs between two sets of games, the second less the first. Game `i` of one was played with the random choices of
/// game `i` of the other: they are a pair, and what they share is no difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contrast {
    /// The difference with its 95 % interval; its `n` is that of the smaller side.
    pub difference: Estimate,
    /// The bounds of its 90 % interval, which two one-sided tests at 0.05 come to (Schuirmann 1987, "A comparison of the two
    /// one-sided tests procedure and the power approach").
    pub within: (f64, f64),
    /// How likely a difference at least so large is where there is none.
    pub p_different: f64,
    /// Pairs whose games differ.
    pub differing: u64,
    /// The margin that was declared: what is smaller than that does not matter.
    pub margin: Option<f64>,
    /// Games a side after which a difference, or that there is none, can be expected to show with a power of 0.8.
    pub games: Option<u64>,
}

impl Contrast {
    /// Of points from 0 to 1: scores, or whether something happened; nothing of a game that does not count.
    pub fn of_points(a: &[Option<f64>], b: &[Option<f64>], margin: Option<f64>) -> Contrast {
        let both: Option<Vec<(f64, f64)>> = a.iter().zip(b).map(|(a, b)| Some(((*a)?, (*b)?))).collect();
        let Some(both) = both else {
            let terms = |points: &[Option<f64>]| -> Vec<RatioTerm> {
                points.iter().map(|points| points.map_or((0.0, 0.0), |points| (points, 1.0))).collect()
            };
            return Contrast::of_ratios(&terms(a), &terms(b), margin);
        };
        let scores = Scores::of(both.iter().map(|(a, b)| b - a), (-1.0, 1.0));
        let differing = both.iter().filter(|(a, b)| a != b).count() as u64;
        let found = (scores.estimate_at(0.95), scores.estimate_at(0.9), scores.p_value(0.0), scores.variance());
        Contrast::new(found, differing, margin)
    }

    /// Of two ratios of sums over games, such as means (where the second of each term is 1).
    pub fn of_ratios(a: &[RatioTerm], b: &[RatioTerm], margin: Option<f64>) -> Contrast {
        let mean = Mean::difference(a, b);
        let counted = |terms: &[RatioTerm]| terms.iter().filter(|term| term.1 > 0.0).count() as u64;
        let differing = a.iter().zip(b).filter(|(a, b)| a != b).count() as u64;
        let difference = Estimate { n: counted(a).min(counted(b)), ..mean.estimate() };
        let found = (difference, mean.estimate_at(0.9), mean.p_value(0.0), mean.variance_of_a_game());
        Contrast::new(found, differing, margin)
    }

    fn new(
        (difference, narrow, p, variance): (Estimate, Estimate, f64, f64),
        differing: u64,
        margin: Option<f64>,
    ) -> Contrast {
        // Where there is no difference, each pair that differs points either way: all of so few may point one way by chance.
        let chance = 0.5_f64.powi(differing.saturating_sub(1).min(1_000) as i32);
        let equal = margin.and_then(|margin| to_show_equal(difference.value, margin, variance));
        Contrast {
            difference,
            within: (narrow.low, narrow.high),
            p_different: p.max(chance).min(1.0),
            differing,
            margin,
            games: to_see(difference.value, variance).into_iter().chain(equal).min(),
        }
    }

    /// Whether the difference lies within the margin with 95 % confidence on either side.
    pub fn is_equivalent(&self) -> bool {
        self.margin.is_some_and(|margin| -margin < self.within.0 && self.within.1 < margin)
    }
}

#[cfg(test)]
mod tests {
    use super::Contrast;

    fn points(wins: &[u32], games: u32) -> Vec<Option<f64>> {
        (0..games).map(|game| Some(f64::from(wins.contains(&(game % 10))))).collect()
    }

    /// Ten points of a hundred: of games that agree otherwise they are clear after 100, of games by themselves they are not.
    #[test]
    fn pairs_tell_more_than_games_by_themselves() {
        let (a, b, other) = (points(&[0, 1, 2, 3], 100), points(&[0, 1, 2, 3, 4], 100), points(&[3, 4, 5, 6, 7], 100));
        let (paired, apart) = (Contrast::of_points(&a, &b, Some(0.03)), Contrast::of_points(&a, &other, Some(0.03)));
        assert!((paired.difference.value - 0.1).abs() < 1e-12 && (apart.difference.value - 0.1).abs() < 1e-12);
        assert!(paired.p_different < 0.005 && apart.p_different > 0.1, "{paired:?} {apart:?}");
        assert!(paired.difference.half_width() < 0.6 * apart.difference.half_width());
        assert!(paired.games < apart.games && paired.differing == 10);
        // A game that was cut off on one side has no score.
        let cut: Vec<Option<f64>> = b.iter().enumerate().map(|(game, points)| points.filter(|_| game > 0)).collect();
        let found = Contrast::of_points(&a, &cut, Some(0.03));
        assert!((found.difference.value - (50.0 / 99.0 - 0.4)).abs() < 0.02 && found.difference.n == 99, "{found:?}");
    }

    #[test]
    fn few_pairs_that_differ_prove_nothing() {
        let (a, mut b) = (points(&[], 1_000), points(&[], 1_000));
        for game in b.iter_mut().take(5) {
            *game = Some(1.0);
        }
        let found = Contrast::of_points(&a, &b, Some(0.03));
        assert!((found.p_different - 0.0625).abs() < 1e-9 && found.is_equivalent(), "{found:?}");
        let same = Contrast::of_points(&a, &a, Some(0.03));
        assert!(same.p_different == 1.0 && same.differing == 0 && same.is_equivalent(), "{same:?}");
        assert!(!Contrast::of_points(&points(&[], 20), &points(&[], 20), Some(0.03)).is_equivalent());
    }

    #[test]
    fn means_are_told_apart_by_games() {
        let side =
            |by: f64, skip: u32| (0..200).map(|game| (f64::from((game + skip) % 20) + by, 1.0)).collect::<Vec<_>>();
        let same = Contrast::of_ratios(&side(0.0, 0), &side(0.1, 5), Some(3.0));
        assert!(same.is_equivalent() && same.p_different > 0.5, "{same:?}");
        let other = Contrast::of_ratios(&side(0.0, 0), &side(4.0, 5), Some(3.0));
        assert!(!other.is_equivalent() && other.p_different < 0.01, "{other:?}");
    }
}
