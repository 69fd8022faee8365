//! The metrics of two sets of games, side by side.

use super::metric::Metric;
use crate::statistics::{Bootstrap, Contrast, Verdict, verdicts};

/// One metric of two sets of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// Of the first games.
    pub a: Metric,
    /// Of the second games.
    pub b: Metric,
    /// The second less the first, with what can be said of it; nothing for quantiles and deviations, and where one side has no games.
    pub difference: Option<(Contrast, Verdict)>,
}

/// Sets metrics of the same key side by side, in the order of the first games; what only one side has is left out. The verdicts take all
/// of them together.
pub fn compared(a: &[Metric], b: &[Metric], bootstrap: Bootstrap) -> Vec<Compared> {
    let pair = |a: &Metric| Some((a.clone(), b.iter().find(|b| b.key == a.key)?.clone()));
    let pairs: Vec<(Metric, Metric)> = a.iter().filter_map(pair).collect();
    let contrasts: Vec<Option<Contrast>> = pairs.iter().map(|(a, b)| a.contrast(b, bootstrap)).collect();
    let known: Vec<Contrast> = contrasts.iter().flatten().copied().collect();
    let mut said = verdicts(&known).into_iter();
    let whole = |((a, b), contrast): ((Metric, Metric), Option<Contrast>)| Compared {
        a,
        b,
        difference: contrast.and_then(|contrast| Some((contrast, said.next()?))),
    };
    pairs.into_iter().zip(contrasts).map(whole).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::compared;
    use crate::analysis::measure::{Ending, GameFacts, Sheet, metrics};
    use crate::statistics::{Bootstrap, Verdict};

    /// Games in which seat 1 wins `wins` times, of about `plies` plies.
    fn games(wins: u32, plies: u32) -> Vec<GameFacts> {
        let game = |index: u32| GameFacts {
            index: u64::from(index),
            ending: Ending::Over { clause: 0, winners: vec![if index < wins { 1 } else { 2 }] },
            roles: vec![0, 1],
            plies: plies + index % 7,
            turns: plies + index % 7,
            ..GameFacts::default()
        };
        (0..1000).map(game).collect()
    }

    #[test]
    fn what_differs_and_what_does_not() {
        let sheet = Sheet { roles: vec!["A".to_owned(), "B".to_owned()], ..Sheet::default() };
        let side = |wins, plies| metrics(&sheet, &games(wins, plies));
        let found = compared(&side(500, 40), &side(620, 40), Bootstrap::default());
        let verdict =
            |key: &str| found.iter().find(|row| row.a.key == key).unwrap().difference.map(|(_, verdict)| verdict);
        assert_eq!(verdict("A2.seat.1"), Some(Verdict::Different));
        assert_eq!(verdict("A4.plies"), Some(Verdict::Equivalent), "within five parts of a hundred");
        assert_eq!(verdict("A4.plies.median"), None);
        let longer = compared(&side(500, 40), &side(505, 50), Bootstrap::default());
        let of = |key: &str| longer.iter().find(|row| row.a.key == key).unwrap().difference.unwrap();
        assert_eq!(of("A4.plies").1, Verdict::Different);
        assert!(matches!(of("A2.seat.1").1, Verdict::Inconclusive(Some(more)) if more > 1000), "{:?}", of("A2.seat.1"));
        assert!((of("A4.plies").0.difference.value - 10.0).abs() < 1e-9);
    }
}
