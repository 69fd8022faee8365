//! The figures of a variant, of fresh games alone.

use serde::Serialize;

use crate::sample::{Kind, Term, metric};
use crate::wish::{Wish, WishRange};
use rulebook_insight::analysis::Unit;
use rulebook_insight::statistics::{Estimate, Mean, RatioTerm, Scores};

/// Whether a wish is met, by fresh games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It was shown to be met.
    Met,
    /// It may be met or not: more games would tell.
    Open,
    /// It was shown not to be met.
    Missed,
}

/// A number of a variant with its 95 % interval.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// The number; nothing where the game has none of the kind.
    pub value: Option<f64>,
    /// The lower bound, where there is one.
    pub low: Option<f64>,
    /// The upper bound, where there is one.
    pub high: Option<f64>,
    /// The games behind it.
    pub games: u64,
    /// Whether the wish is met.
    pub verdict: Verdict,
    /// How it differs from that of the sheet, over games with the same random choices.
    pub difference: Option<Contrasted>,
}

/// A difference with its 95 % interval.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Contrasted {
    /// The difference: of the variant, less of the sheet.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// A number with nine digits, as everywhere; nothing where there is none.
fn digits(number: f64) -> Option<f64> {
    if !number.is_finite() {
        return None;
    }
    format!("{number:.8e}").parse().ok()
}

impl Figure {
    /// Of games of a variant; `base` are the same games of the sheet. `error` is taken of saying wrongly that the wish is met.
    pub fn of_games(wish: &Wish, (kind, unit): (Kind, Unit), terms: &[Term], base: &[Term], error: f64) -> Figure {
        let counted = terms.iter().flatten().count();
        if counted == 0 {
            return Figure::of(wish, None, Verdict::Open);
        }
        let metric = |terms: &[Term]| metric(kind, unit, terms);
        let its = metric(terms);
        let estimate = its.estimate();
        let is_met = is_within(kind, &wish.range, terms, error);
        let mut figure = Figure::of(wish, Some(estimate), Verdict::Open);
        figure.verdict = match figure.verdict {
            _ if is_met => Verdict::Met,
            _ if is_out(&wish.range, &estimate) => Verdict::Missed,
            _ => Verdict::Open,
        };
        let contrast = if base.len() == terms.len() { metric(base).contrast(&its) } else { None };
        figure.difference = contrast.and_then(|contrast| {
            let difference = contrast.difference;
            Some(Contrasted {
                value: digits(difference.value)?,
                low: digits(difference.low)?,
                high: digits(difference.high)?,
            })
        });
        figure
    }

    /// Of a metric that played games of its own.
    pub fn of_slow(wish: &Wish, estimate: Option<Estimate>) -> Figure {
        let verdict = match &estimate {
            Some(found) if wish.range.holds(found.low) && wish.range.holds(found.high) => Verdict::Met,
            Some(found) if is_out(&wish.range, found) => Verdict::Missed,
            _ => Verdict::Open,
        };
        Figure::of(wish, estimate, verdict)
    }

    fn of(_: &Wish, estimate: Option<Estimate>, verdict: Verdict) -> Figure {
        Figure {
            value: estimate.and_then(|found| digits(found.value)),
            low: estimate.and_then(|found| digits(found.low)),
            high: estimate.and_then(|found| digits(found.high)),
            games: estimate.map_or(0, |found| found.n),
            verdict,
            difference: None,
        }
    }
}

/// Whether an interval lies outside of a range altogether.
fn is_out(range: &WishRange, estimate: &Estimate) -> bool {
    range.low.is_some_and(|low| estimate.high < low) || range.high.is_some_and(|high| estimate.low > high)
}

/// Whether games show that a number lies in a range: each bound by a test of its own with this error.
fn is_within(kind: Kind, range: &WishRange, terms: &[Term], error: f64) -> bool {
    let level = 1.0 - 2.0 * error.min(0.25);
    let counted = || terms.iter().flatten();
    let ratio = || -> Vec<RatioTerm> { counted().copied().collect() };
    let holds = |found: Estimate| {
        range.low.is_none_or(|low| found.low >= low) && range.high.is_none_or(|high| found.high <= high)
    };
    match kind {
        Kind::Points => holds(Scores::of(counted().map(|term| term.0), (0.0, 1.0)).estimate_at(level)),
        Kind::Ratio => holds(Mean::ratio(&ratio()).estimate_at(level)),
        Kind::Power => holds(Mean::ratio(&ratio()).estimate_at(level).map(|digits| 10.0_f64.powf(digits))),
        Kind::Deviation => {
            let numbers: Vec<f64> = counted().map(|term| term.0).collect();
            holds(Mean::variance(&numbers).estimate_at(level).clamped(0.0, f64::INFINITY).map(f64::sqrt))
        }
        // Fewer games than the share lie below the lower bound, and more up to the upper one.
        Kind::Quantile(share) => {
            let part = |is: &dyn Fn(f64) -> bool| {
                Scores::of(counted().map(|term| f64::from(is(term.0))), (0.0, 1.0)).estimate_at(level)
            };
            range.low.is_none_or(|low| part(&|number| number < low).high <= share)
                && range.high.is_none_or(|high| part(&|number| number <= high).low >= share)
        }
        Kind::Slow => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Term, WishRange, is_within};

    #[test]
    fn many_games_show_what_few_do_not() {
        let range = WishRange { low: Some(0.45), high: Some(0.55) };
        let games = |n: u32| -> Vec<Term> { (0..n).map(|game| Some((f64::from(game % 2), 1.0))).collect() };
        assert!(
            is_within(Kind::Points, &range, &games(2_000), 0.01) && !is_within(Kind::Points, &range, &games(200), 0.01)
        );
        let plies: Vec<Term> = (0..200).map(|game| Some((f64::from(30 + game % 20), 1.0))).collect();
        let wide = WishRange { low: Some(35.0), high: Some(45.0) };
        assert!(is_within(Kind::Ratio, &wide, &plies, 0.01) && is_within(Kind::Quantile(0.5), &wide, &plies, 0.01));
        assert!(!is_within(Kind::Quantile(0.5), &WishRange { low: Some(39.5), high: None }, &plies, 0.01));
    }
}
