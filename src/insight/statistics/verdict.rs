//! What can be said of differences.

use std::fmt;

use super::Contrast;
use super::holm::holm;

/// What can be said of a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is one.
    Different,
    /// If there is one, it is smaller than the margin.
    Equivalent,
    /// Neither can be said: about so many more games a side would tell; nothing where no number of games is in sight.
    Inconclusive(Option<u64>),
}

/// The level of all differences together.
const ALPHA: f64 = 0.05;

/// The verdicts on several metrics of the same games. *Different* takes the p-values of all of them together (Holm);
/// *equivalent* takes two one-sided tests within the margin that was declared for the metric. A difference that is certain but
/// smaller than the margin is *equivalent*: the margin says that it does not matter.
pub fn verdicts(contrasts: &[Contrast]) -> Vec<Verdict> {
    let p_values: Vec<f64> = contrasts.iter().map(|contrast| contrast.p_different).collect();
    let of = |(contrast, p): (&Contrast, f64)| match () {
        () if contrast.is_equivalent() => Verdict::Equivalent,
        () if p < ALPHA => Verdict::Different,
        () => {
            // With many metrics at once the games that one alone would need can be there already.
            let least = contrast.difference.n / 10 + 1;
            let more = |games: u64| games.saturating_sub(contrast.difference.n).max(least);
            Verdict::Inconclusive(contrast.games.map(more))
        }
    };
    contrasts.iter().zip(holm(&p_values)).map(of).collect()
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Different => "different",
            Verdict::Equivalent => "equivalent",
            Verdict::Inconclusive(_) => "inconclusive",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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

    fn of(a: f64, b: f64, n: u64) -> Contrast {
        Contrast::of_rates((a * n as f64, n), (b * n as f64, n), Some(0.03))
    }

    #[test]
    fn words_follow_the_games() {
        let verdict = |a, b, n| verdicts(&[of(a, b, n)])[0];
        assert_eq!(verdict(0.5, 0.58, 5_000), Verdict::Different);
        assert_eq!(verdict(0.5, 0.501, 10_000), Verdict::Equivalent);
        // 5 points take 1,570 games a side: 1,470 more than there are.
        let Verdict::Inconclusive(Some(more)) = verdict(0.5, 0.55, 100) else { panic!("100 games do not tell") };
        assert!((1_400..1_500).contains(&more), "{more}");
        assert_eq!(verdict(0.5, 0.55, 100).to_string(), "inconclusive: about 1500 more games");
        assert_eq!(verdict(0.5, 0.5, 10).word(), "inconclusive");
    }

    /// What one metric alone would show, twenty at once do not.
    #[test]
    fn many_metrics_are_judged_together() {
        let close = of(0.5, 0.525, 2_900);
        // 2.5 points take 7.849 * 0.5 / 0.025^2 = 6,279 games a side.
        let alone = verdicts(&[Contrast { margin: None, ..close }]);
        assert!(matches!(alone[..], [Verdict::Inconclusive(Some(3_300..3_400))]), "{alone:?}");
        let clear = Contrast { p_different: 0.02, margin: None, ..close };
        assert_eq!(verdicts(&[clear]), [Verdict::Different]);
        let twenty = verdicts(&[clear; 20]);
        assert!(twenty.iter().all(|verdict| verdict.word() == "inconclusive"), "{twenty:?}");
    }

    #[test]
    fn games_are_said_to_two_digits() {
        assert_eq!([7, 99, 101, 1_234].map(rounded), [7, 99, 110, 1_300]);
    }
}
