//! What can be said of differences.

use std::fmt;

use super::Contrast;
use super::holm::holm;

/// What can be said of a difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// There is one.
    Different,
    /// There is none: the games are the same.
    Equal,
    /// It was never seen on either side: its share of games is at most this.
    Never(f64),
    /// It was seen in every game of both sides: its share of games is at least this.
    Always(f64),
    /// If there is one, it is smaller than the margin.
    Equivalent,
    /// Neither can be said: about so many more games a side would tell; nothing where no number of games is in sight.
    Inconclusive(Option<u64>),
}

/// The level of all differences together.
const ALPHA: f64 = 0.05;

/// The verdicts on several metrics of the same games, each with its weight among them. *Different* takes the p-values of all of them
/// together (Holm): where no metric differs, the chance that any is called different is at most 0.05. Metrics in which no pair of games
/// differs are no question. *Equivalent* takes two one-sided tests within the margin that was declared for the metric. A difference that
/// is certain but smaller than the margin is *equivalent*: the margin says that it does not matter.
pub fn verdicts(contrasts: &[(Contrast, f64)]) -> Vec<Verdict> {
    let asked = |(contrast, _): &&(Contrast, f64)| contrast.differing > 0;
    let tests: Vec<(f64, f64)> =
        contrasts.iter().filter(asked).map(|(contrast, weight)| (contrast.p_different, *weight)).collect();
    let mut adjusted = holm(&tests).into_iter();
    let of = |(contrast, _): &(Contrast, f64)| {
        let p = if contrast.differing > 0 { adjusted.next().unwrap_or(1.0) } else { 1.0 };
        match () {
            () if contrast.is_equivalent() => Verdict::Equivalent,
            () if p < ALPHA => Verdict::Different,
            () => {
                // With many metrics at once the games that one alone would need can be there already.
                let least = contrast.difference.n / 10 + 1;
                let more = |games: u64| games.saturating_sub(contrast.difference.n).max(least);
                Verdict::Inconclusive(contrast.games.map(more))
            }
        }
    };
    contrasts.iter().map(of).collect()
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Different => "different",
            Verdict::Equal | Verdict::Never(_) | Verdict::Always(_) => "equal",
            Verdict::Equivalent => "equivalent",
            Verdict::Inconclusive(_) => "inconclusive",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Never(most) => write!(f, "equal (never seen: at most {:.1} %)", 100.0 * most),
            Verdict::Always(least) => write!(f, "equal (in every game: at least {:.1} %)", 100.0 * least),
            Verdict::Inconclusive(Some(more)) => write!(f, "inconclusive: about {} more games", rounded(*more)),
            other => f.write_str(other.word()),
        }
    }
}

/// To two digits: it is no more than an estimate.
fn rounded(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    number.div_ceil(unit) * unit
}

#[cfg(test)]
mod tests {
    use super::{Verdict, rounded, verdicts};
    use crate::statistics::Contrast;

    /// Rates `a` and `b` of `n` games by themselves.
    fn of(a: f64, b: f64, n: u64) -> Contrast {
        let side = |share: f64, step: u64| -> Vec<Option<f64>> {
            (0..n).map(|game| Some(f64::from(((game * step % n) as f64) < share * n as f64))).collect()
        };
        Contrast::of_points(&side(a, 1), &side(b, 37), Some(0.03))
    }

    #[test]
    fn words_follow_the_games() {
        let verdict = |a, b, n| verdicts(&[(of(a, b, n), 1.0)])[0];
        assert_eq!(verdict(0.5, 0.58, 5_000), Verdict::Different);
        assert_eq!(verdict(0.5, 0.501, 10_000), Verdict::Equivalent);
        // 5 points take 1,570 games a side that have nothing in common; these have something.
        let Verdict::Inconclusive(Some(more)) = verdict(0.5, 0.55, 100) else { panic!("100 games do not tell") };
        assert!((700..1_600).contains(&more), "{more}");
        assert_eq!(Verdict::Inconclusive(Some(1_470)).to_string(), "inconclusive: about 1500 more games");
        assert_eq!(verdict(0.5, 0.5, 10).word(), "inconclusive");
        assert_eq!(Verdict::Never(0.0075).to_string(), "equal (never seen: at most 0.8 %)");
        assert_eq!(Verdict::Equal.word(), Verdict::Always(0.99).word());
    }

    /// What one metric alone would show, twenty at once do not; and metrics in which no pair differs are no question.
    #[test]
    fn many_metrics_are_judged_together() {
        let close = of(0.5, 0.525, 2_900);
        let clear = (Contrast { p_different: 0.02, margin: None, ..close }, 1.0);
        assert_eq!(verdicts(&[clear]), [Verdict::Different]);
        let twenty = verdicts(&[clear; 20]);
        assert!(twenty.iter().all(|verdict| verdict.word() == "inconclusive"), "{twenty:?}");
        let same = (Contrast { p_different: 1.0, differing: 0, ..clear.0 }, 1.0);
        assert_eq!(verdicts(&[same, clear, same])[1], Verdict::Different);
    }

    #[test]
    fn games_are_said_to_two_digits() {
        assert_eq!([7, 99, 101, 1_234].map(rounded), [7, 99, 110, 1_300]);
    }
}
