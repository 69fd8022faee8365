//! Whether games have shown so far that a number lies in a range, or outside of it.

use super::kind::{Kind, Term};
use crate::WishRange;
use crate::sequence::{is_above, wealth};

/// How a number stands to a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Not settled.
    Open,
    /// It was shown to lie in the range.
    Met,
    /// It was shown to lie below it.
    Below,
    /// It was shown to lie above it.
    Above,
}

/// The errors that are taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Levels {
    /// Of saying that a number lies in the range where it does not.
    pub met: f64,
    /// Of saying that it lies outside of it where it does not.
    pub missed: f64,
}

/// How a number stands to a range by games that were played one after another, at any moment, however often one looks.
pub fn standing(kind: Kind, range: &WishRange, terms: &[Term], levels: Levels) -> Standing {
    let is = |bound: f64, above: bool, error: f64| shown(kind, terms, bound, above, error);
    if range.low.is_some_and(|low| is(low, false, levels.missed)) {
        return Standing::Below;
    }
    if range.high.is_some_and(|high| is(high, true, levels.missed)) {
        return Standing::Above;
    }
    let is_met = range.low.is_none_or(|low| is(low, true, levels.met))
        && range.high.is_none_or(|high| is(high, false, levels.met));
    if is_met { Standing::Met } else { Standing::Open }
}

/// Whether a number was shown to lie above a bound, or below it.
fn shown(kind: Kind, terms: &[Term], bound: f64, above: bool, error: f64) -> bool {
    let counted = || terms.iter().flatten();
    let rich = (1.0 / error).ln();
    let signed = |value: f64| if above { value } else { -value };
    match kind {
        Kind::Points => wealth(counted().map(|term| term.0), bound, above) >= rich,
        // Below the quantile lies that share of games: fewer of them below a bound, and the quantile lies above it.
        Kind::Quantile(share) => {
            let is_below = |value: f64| if above { value <= bound } else { value < bound };
            wealth(counted().map(|term| f64::from(is_below(term.0))), share, !above) >= rich
        }
        Kind::Ratio => is_above(counted().map(|term| signed(term.0 - bound * term.1)), error),
        Kind::Power => {
            let digits = if bound > 0.0 { bound.log10() } else { return above };
            is_above(counted().map(|term| signed(term.0 - digits * term.1)), error)
        }
        Kind::Deviation => {
            let mean = counted().map(|term| term.0).sum::<f64>() / (counted().count() as f64).max(1.0);
            is_above(counted().map(|term| signed((term.0 - mean).powi(2) - bound * bound)), error)
        }
        Kind::Slow => false,
    }
}

/// The number that games come to so far; nothing of none.
pub fn value(kind: Kind, terms: &[Term]) -> Option<f64> {
    let (n, sum, of) =
        terms.iter().flatten().fold((0.0, 0.0, 0.0), |(n, sum, of), term| (n + 1.0, sum + term.0, of + term.1));
    if n == 0.0 {
        return None;
    }
    Some(match kind {
        Kind::Points | Kind::Slow => sum / n,
        Kind::Ratio => sum / of,
        Kind::Power => 10.0_f64.powf(sum / of),
        Kind::Quantile(share) => {
            let mut sorted: Vec<f64> = terms.iter().flatten().map(|term| term.0).collect();
            sorted.sort_unstable_by(f64::total_cmp);
            sorted[((sorted.len() - 1) as f64 * share).round() as usize]
        }
        Kind::Deviation => {
            let mean = sum / n;
            (terms.iter().flatten().map(|term| (term.0 - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0)).sqrt()
        }
    })
}

/// The number that games come to, with its standard error, by the same games of the sheet: what those were luckier than the many games that
/// the sheet played is taken off, as far as both go together (a control variate; Lavenberg and Welch 1981). Without bounds where too few
/// games say something, or the number is not that of a mean.
pub fn adjusted(kind: Kind, terms: &[Term], sheet: &[Term]) -> Option<(f64, f64)> {
    let plain = value(kind, terms)?;
    let (Some(own), Some(its)) = (pulls(kind, terms), pulls(kind, sheet)) else { return Some((plain, f64::INFINITY)) };
    let both: Vec<(f64, f64)> = own.iter().zip(&its).filter_map(|(own, its)| Some(((*own)?, (*its)?))).collect();
    let n = both.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| both.iter().map(of).sum::<f64>() / n.max(1.0);
    let (y, z) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let all: Vec<f64> = its.iter().flatten().copied().collect();
    let of_all = all.iter().sum::<f64>() / (all.len() as f64).max(1.0);
    let spread = both.iter().map(|pair| (pair.1 - z).powi(2)).sum::<f64>();
    let common = both.iter().map(|pair| (pair.0 - y) * (pair.1 - z)).sum::<f64>();
    let slope = if both.len() >= FEW && spread > 0.0 { (common / spread).clamp(-2.0, 2.0) } else { 0.0 };
    let rest = both.iter().map(|pair| (pair.0 - y - slope * (pair.1 - z)).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let of_sheet = all.iter().map(|its| (its - of_all).powi(2)).sum::<f64>() / (all.len() as f64 - 1.0).max(1.0);
    let error = (rest / n.max(1.0) + slope * slope * of_sheet / (all.len() as f64).max(1.0)).sqrt();
    let number = y - slope * (z - of_all);
    Some(match kind {
        Kind::Power => (10.0_f64.powf(number), error * 10.0_f64.powf(number) * std::f64::consts::LN_10),
        _ => (number, if n > 1.0 { error } else { f64::INFINITY }),
    })
}

/// Fewer pairs of games say nothing of how both go together.
const FEW: usize = 8;

/// What each game says of a mean or a ratio by itself: numbers whose mean it is. Nothing of other kinds.
fn pulls(kind: Kind, terms: &[Term]) -> Option<Vec<Option<f64>>> {
    let (n, sum, of) =
        terms.iter().flatten().fold((0.0, 0.0, 0.0), |(n, sum, of), term| (n + 1.0, sum + term.0, of + term.1));
    if n == 0.0 || !matches!(kind, Kind::Points | Kind::Ratio | Kind::Power) {
        return None;
    }
    let (mean, each) = (sum / of, of / n);
    Some(terms.iter().map(|term| term.map(|term| mean + (term.0 - mean * term.1) / each)).collect())
}

#[cfg(test)]
mod tests {
    use super::{Kind, Levels, Standing, Term, adjusted, standing, value};
    use crate::WishRange;
    use rulebook_language::util::Rng;

    const LEVELS: Levels = Levels { met: 0.05, missed: 0.05 };

    fn games(mean: f64, n: usize, unit: f64) -> Vec<Term> {
        let mut rng = Rng::new(5);
        (0..n)
            .map(|_| Some((unit * f64::from(f64::from(rng.below(1 << 20)) < mean * f64::from(1 << 20)), 1.0)))
            .collect()
    }

    #[test]
    fn numbers_are_in_below_or_above() {
        let range = WishRange { low: Some(0.4), high: Some(0.6) };
        let found = |mean: f64, n| standing(Kind::Points, &range, &games(mean, n, 1.0), LEVELS);
        assert_eq!(
            [found(0.5, 2_000), found(0.2, 400), found(0.8, 400)],
            [Standing::Met, Standing::Below, Standing::Above]
        );
        assert_eq!([found(0.5, 20), found(0.6, 100)], [Standing::Open, Standing::Open]);
        // The same numbers as a ratio, in another unit.
        let wide = WishRange { low: Some(4.0), high: Some(6.0) };
        let found = |mean: f64, n| standing(Kind::Ratio, &wide, &games(mean, n, 10.0), LEVELS);
        assert_eq!(
            [found(0.5, 2_000), found(0.2, 400), found(0.8, 400)],
            [Standing::Met, Standing::Below, Standing::Above]
        );
    }

    /// Games that go together with those of the sheet say more than they do by themselves.
    #[test]
    fn luck_that_is_shared_is_taken_off() {
        let sheet = games(0.5, 4_000, 1.0);
        // The same games, of which one of ten is won as well.
        let own: Vec<Term> = sheet
            .iter()
            .take(60)
            .enumerate()
            .map(|(at, term)| if at % 10 == 3 { Some((1.0, 1.0)) } else { *term })
            .collect();
        let truth = value(Kind::Points, &sheet).unwrap_or_default() * 0.9 + 0.1;
        let (number, error) = adjusted(Kind::Points, &own, &sheet).unwrap_or_default();
        assert!((number - truth).abs() < 0.06 && error < 0.04, "{number} {error}, {truth}");
        let alone = adjusted(Kind::Points, &own, &[]).unwrap_or_default();
        assert!(alone.1.is_infinite() && Some(alone.0) == value(Kind::Points, &own));
    }

    #[test]
    fn quantiles_lie_between_games() {
        let terms: Vec<Term> = (0..400).map(|n| Some((f64::from(n % 40), 1.0))).collect();
        let of =
            |low, high| standing(Kind::Quantile(0.5), &WishRange { low: Some(low), high: Some(high) }, &terms, LEVELS);
        assert_eq!([of(5.0, 35.0), of(30.0, 40.0), of(0.0, 8.0)], [Standing::Met, Standing::Below, Standing::Above]);
        assert_eq!(value(Kind::Quantile(0.5), &terms), Some(20.0));
    }
}
