//! The metrics of two games side by side.

use crate::analysis::measure::id_of;
use crate::analysis::{Margin, Metric, Sample, Strength, StrengthLevel, Unit};
use crate::statistics::{Contrast, Estimate, Verdict, verdicts};

/// A metric of both games.
#[derive(Clone, PartialEq, Debug)]
pub struct Contrasted {
    /// Its own name.
    pub key: String,
    /// What it is, for people.
    pub label: String,
    /// What it is in B, where that is called otherwise.
    pub label_b: Option<String>,
    /// What it is counted in.
    pub unit: Unit,
    /// In A; nothing where B alone has it.
    pub a: Option<Estimate>,
    /// In B.
    pub b: Option<Estimate>,
    /// B - A; nothing for what can only be shown.
    pub contrast: Option<Contrast>,
    /// Whether that is a difference of powers of ten, as of a geometric mean.
    pub logarithmic: bool,
    /// What can be said of that.
    pub verdict: Option<Verdict>,
}

impl Contrasted {
    /// The metric that it belongs to, such as `A4`.
    pub fn id(&self) -> &str {
        id_of(&self.key)
    }
}

/// The part of the level that all single clauses (A8) have together: there are as many as a sheet has clauses, and they are not to hide
/// the others.
const OF_CLAUSES: f64 = 0.2;

/// Pairs the metrics of two games by their names. What differs stands first, the surest first; then what is not decided, and what
/// is equivalent or equal; what can only be shown is last. Where the games are proved to be the same, their metrics are equal, whatever
/// was drawn.
pub fn contrasted(a: &[Metric], b: &[Metric], same_game: bool) -> Vec<Contrasted> {
    let mut rows: Vec<Contrasted> = Vec::new();
    let row = |metric: &Metric| Contrasted {
        key: metric.key.clone(),
        label: metric.label.clone(),
        label_b: None,
        unit: metric.unit,
        a: None,
        b: None,
        contrast: None,
        logarithmic: matches!(metric.sample, Sample::Power(_)),
        verdict: None,
    };
    for metric in a {
        let other = b.iter().find(|other| other.key == metric.key);
        let contrast = other.and_then(|other| metric.contrast(other));
        let alike = contrast.and(other).and_then(|other| metric.alike(other));
        rows.push(Contrasted {
            a: Some(metric.estimate()),
            b: other.map(Metric::estimate),
            label_b: other.map(|other| other.label.clone()).filter(|label| unplaced(label) != unplaced(&metric.label)),
            contrast,
            verdict: if same_game { contrast.map(|_| Verdict::Equal) } else { alike },
            ..row(metric)
        });
    }
    let is_new = |metric: &&Metric| a.iter().all(|known| known.key != metric.key);
    rows.extend(b.iter().filter(is_new).map(|metric| Contrasted { b: Some(metric.estimate()), ..row(metric) }));
    judge(&mut rows);
    sorted(rows)
}

/// A label without the line of the file in which what it is about begins: that may move.
fn unplaced(label: &str) -> String {
    let Some((before, rest)) = label.rsplit_once(" (line ") else { return label.to_owned() };
    rest.split_once(')').map_or_else(|| label.to_owned(), |(_, after)| format!("{before}{after}"))
}

/// Gives the metrics of both games that have none their verdicts.
fn judge(rows: &mut [Contrasted]) {
    let mut asked: Vec<&mut Contrasted> = rows.iter_mut().filter(|row| row.verdict.is_none()).collect();
    asked.retain(|row| row.contrast.is_some());
    let of_clauses = asked.iter().filter(|row| row.id() == "A8").count() as f64;
    let others = asked.len() as f64 - of_clauses;
    let weight = |row: &Contrasted| match row.id() {
        "A8" => OF_CLAUSES / of_clauses,
        _ => (1.0 - OF_CLAUSES) / others,
    };
    let contrasts: Vec<(Contrast, f64)> = asked.iter().filter_map(|row| Some((row.contrast?, weight(row)))).collect();
    for (row, verdict) in asked.into_iter().zip(verdicts(&contrasts)) {
        row.verdict = Some(verdict);
    }
}

fn sorted(mut rows: Vec<Contrasted>) -> Vec<Contrasted> {
    let rank = |row: &Contrasted| match row.verdict {
        Some(Verdict::Different) => 0,
        Some(Verdict::Inconclusive(_)) => 1,
        Some(Verdict::Equivalent) => 2,
        Some(Verdict::Equal | Verdict::Never(_) | Verdict::Always(_)) => 3,
        None => 4,
    };
    let sure = |row: &Contrasted| {
        let Some(contrast) = &row.contrast else { return 0.0 };
        let half = (contrast.difference.high - contrast.difference.low) / 2.0;
        if half > 0.0 && half.is_finite() { contrast.difference.value.abs() / half } else { 0.0 }
    };
    let is_clause = |row: &Contrasted| row.id() == "A8";
    rows.sort_by(|one, other| {
        (is_clause(one), rank(one)).cmp(&(is_clause(other), rank(other))).then(sure(other).total_cmp(&sure(one)))
    });
    rows
}

/// The score of seat 1 at each strength (C2) as metrics, to be contrasted.
pub fn by_strength(found: &Strength) -> Vec<Metric> {
    let metric = |level: &StrengthLevel| Metric {
        key: format!("C2.{}", level.agent),
        label: format!("score of seat 1, {} in all seats", level.agent),
        unit: Unit::Score,
        margin: Some(Margin::Points(0.03)),
        sample: Sample::Points(level.points.iter().map(|points| Some(*points)).collect()),
    };
    found.levels.iter().map(metric).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Contrasted, contrasted};
    use crate::analysis::{Ending, GameFacts, Sheet, metrics};
    use crate::statistics::Verdict;

    /// Games in which seat 1 wins `wins` times, of about `plies` plies; those of another number of wins have other winners.
    fn games(wins: u32, plies: u32) -> Vec<GameFacts> {
        let game = |index: u32| GameFacts {
            index: u64::from(index),
            ending: Ending::Over { clause: 0, winners: vec![if index * (2 * wins + 1) % 1000 < wins { 1 } else { 2 }] },
            roles: vec![0, 1],
            plies: plies + index % 7,
            turns: plies + index % 7,
            ..GameFacts::default()
        };
        (0..1000).map(game).collect()
    }

    fn sheet(clause: &str) -> Sheet {
        let roles = vec!["A".to_owned(), "B".to_owned()];
        Sheet { roles, clauses: vec![clause.to_owned()], clause_lines: vec![1], ..Sheet::default() }
    }

    fn row<'a>(rows: &'a [Contrasted], key: &str) -> &'a Contrasted {
        rows.iter().find(|row| row.key == key).unwrap()
    }

    #[test]
    fn what_differs_stands_first() {
        let side = |wins, plies| metrics(&sheet("full"), &games(wins, plies));
        let found = contrasted(&side(500, 40), &side(620, 40), false);
        let verdict = |key: &str| row(&found, key).verdict;
        assert_eq!(verdict("A2.seat.1"), Some(Verdict::Different));
        assert_eq!(verdict("A4.plies"), Some(Verdict::Equivalent), "within five parts of a hundred");
        assert_eq!(verdict("A4.plies.median"), None);
        assert!(found[0].key.starts_with("A2.seat."), "{:?}", found[0]);
        let last = found.iter().rposition(|row| row.verdict.is_some()).unwrap();
        assert!(found[last + 1..].iter().all(|row| row.verdict.is_none()));
        let longer = contrasted(&side(500, 40), &side(505, 50), false);
        let length = row(&longer, "A4.plies");
        assert_eq!(length.verdict, Some(Verdict::Different));
        assert!((length.contrast.unwrap().difference.value - 10.0).abs() < 1e-9);
        let score = row(&longer, "A2.seat.1").verdict;
        assert!(matches!(score, Some(Verdict::Inconclusive(Some(more))) if more > 1000), "{score:?}");
    }

    /// The same game is equal in everything, whatever was drawn; what neither side ever had is, as far as was seen.
    #[test]
    fn what_is_equal_is_said_to_be() {
        let side = |wins| metrics(&sheet("full"), &games(wins, 40));
        let found = contrasted(&side(500), &side(620), true);
        assert!(found.iter().all(|row| row.verdict == row.contrast.map(|_| Verdict::Equal)), "{found:?}");
        let found = contrasted(&side(500), &side(620), false);
        assert_eq!(row(&found, "A1.cut").verdict, Some(Verdict::Never(0.003)));
        assert_eq!(row(&found, "A1.decisive").verdict, Some(Verdict::Always(0.997)));
    }

    #[test]
    fn what_one_side_has_is_shown_without_a_verdict() {
        let side = |clause: &str| metrics(&sheet(clause), &games(500, 40));
        let found = contrasted(&side("full"), &side("blocked"), false);
        let (gone, come) = (row(&found, "A1.clause.full"), row(&found, "A1.clause.blocked"));
        assert!(gone.a.is_some() && gone.b.is_none() && gone.verdict.is_none());
        assert!(come.a.is_none() && come.b.is_some() && come.contrast.is_none());
    }
}
