//! What two games of a pair have in common.

use super::{Estimate, Mean, RatioTerm, rule_of_three};

/// The scores of the seats, from 0 to 1, in either game of a pair.
pub type Pair = (Vec<f64>, Vec<f64>);

/// The share of the variance of the scores that lies between pairs, where either game of a pair could as well be the other: the
/// intraclass correlation (Fisher 1925, "Statistical Methods for Research Workers", chapter VII), over all seats together. By the law of
/// total variance it is the share that is explained by what the games of a pair have in common. Nothing where all games came to the same.
///
/// It is a ratio of sums over pairs, of the products of the deviations and of their squares, with the interval of one. Pairs that were not
/// seen, such as two losses of a seat that hardly ever loses, are thought of as the outermost ones that were.
pub fn shared(pairs: &[Pair]) -> Option<Estimate> {
    let n = pairs.len() as f64;
    let seats = pairs.first()?.0.len();
    let mean = |seat: usize| pairs.iter().map(|(one, other)| one[seat] + other[seat]).sum::<f64>() / (2.0 * n);
    let means: Vec<f64> = (0..seats).map(mean).collect();
    let term = |one: &[f64], other: &[f64]| -> RatioTerm {
        let off = one.iter().zip(other).zip(&means).map(|((one, other), mean)| (one - mean, other - mean));
        off.fold((0.0, 0.0), |(both, each), (a, b)| (both + a * b, each + f64::midpoint(a * a, b * b)))
    };
    let mut terms: Vec<RatioTerm> = pairs.iter().map(|(one, other)| term(one, other)).collect();
    let each: f64 = terms.iter().map(|term| term.1).sum();
    if each <= 1e-12 * n {
        return None;
    }
    // Deviations from a mean of the same games are a little too small.
    let missing = terms.iter().map(|term| term.0 + term.1).sum::<f64>() / (2.0 * n * n);
    terms.iter_mut().for_each(|term| *term = (term.0 + missing, term.1 + missing));
    if pairs.iter().all(|(one, other)| one == other) {
        // What two games of a pair differ by is at most the square of a whole point, and as much again of the seat that gets it.
        let most = rule_of_three(pairs.len() as u64) * seats.min(2) as f64 / 2.0 / (each / n);
        return Some(Estimate { value: 1.0, low: (1.0 - most).max(0.0), high: 1.0, n: pairs.len() as u64 });
    }
    let ends: Vec<Vec<f64>> =
        (0..seats.max(2)).map(|won| (0..seats).map(|seat| f64::from(seat == won)).collect()).collect();
    let possible: Vec<RatioTerm> = ends.iter().flat_map(|one| ends.iter().map(|other| term(one, other))).collect();
    let found = Mean::ratio_among(&terms, &possible).estimate().clamped(0.0, 1.0);
    Some(Estimate { value: found.value.clamp(0.0, 1.0), ..found })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Pair, shared};
    use rulebook_language::util::Rng;

    fn won(first: bool) -> Vec<f64> {
        vec![f64::from(first), f64::from(!first)]
    }

    /// Fisher's formula, with what the mean of the same games takes away given back.
    #[test]
    fn it_is_fishers() {
        let pairs: Vec<Pair> = [(1.0, 0.5), (0.0, 0.0), (1.0, 1.0), (0.5, 0.0), (0.0, 0.5), (1.0, 1.0)]
            .map(|(a, b)| (vec![a], vec![b]))
            .to_vec();
        let mean = 6.5 / 12.0;
        let both: f64 = pairs.iter().map(|(a, b)| (a[0] - mean) * (b[0] - mean)).sum();
        let each: f64 = pairs.iter().map(|(a, b)| ((a[0] - mean).powi(2) + (b[0] - mean).powi(2)) / 2.0).sum();
        let off = (both + each) / 12.0;
        assert!((shared(&pairs).unwrap().value - (both + off) / (each + off)).abs() < 1e-12);
    }

    #[test]
    fn all_or_nothing() {
        assert_eq!(shared(&[]), None);
        assert_eq!(shared(&vec![(won(true), won(true)); 9]), None);
        let coin: Vec<Pair> = (0..200).map(|game| (won(game % 2 == 0), won(game % 2 == 0))).collect();
        let found = shared(&coin).unwrap();
        assert_eq!((found.value, found.high, found.n), (1.0, 1.0, 200));
        assert!((found.low - 0.97).abs() < 1e-9, "{found:?}");
        let apart: Vec<Pair> = (0..200).map(|game| (won(game % 2 == 0), won(game % 4 < 2))).collect();
        let found = shared(&apart).unwrap();
        assert!(found.value < 0.01 && found.low == 0.0 && found.high < 0.2, "{found:?}");
    }

    /// With a chance of the share a lot decides the game, else the players do, as even or uneven as the lot is.
    #[test]
    fn intervals_hold_the_truth() {
        let mut rng = Rng::new(5);
        let mut draw = |share: f64| f64::from(rng.below(1_000_000)) < share * 1e6;
        for (share, even) in [(0.0, 0.5), (0.2, 0.5), (0.5, 0.5), (0.8, 0.5), (0.2, 0.8), (0.6, 0.8)] {
            let mut held = 0;
            for _ in 0..400 {
                let pairs: Vec<Pair> = (0..100)
                    .map(|_| {
                        let (by_lot, one, other) = (draw(share), draw(even), draw(even));
                        (won(one), won(if by_lot { one } else { other }))
                    })
                    .collect();
                held += u32::from(shared(&pairs).is_none_or(|found| found.holds(share)));
            }
            assert!(held >= 370, "{share} {even}: {held} of 400");
        }
    }
}
