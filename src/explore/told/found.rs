//! All that a search found.

use std::collections::BTreeMap;

use serde::Serialize;

use super::figures::{Figure, Verdict};
use super::nearer::{Nearer, nearer};
use super::row::{Row, Stage};
use crate::sample::Term;
use crate::search::{Fate, Promise, Search};
use crate::wish::{Subject, Wish, WishRange};
use rulebook_language::diagnostic::Code;

/// All that a search found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Found {
    /// The version of this shape.
    pub version: u32,
    /// The title of the sheet.
    pub game: String,
    /// The options that are set.
    pub options: Vec<(String, String)>,
    /// The wishes.
    pub wishes: Vec<ToldWish>,
    /// Who plays, stage by stage.
    pub agents: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The games.
    pub games: GameTotals,
    /// The candidates.
    pub candidates: CandidateCounts,
    /// The sheet as it is.
    pub sheet: Row,
    /// The variants that were played again, the best first.
    pub rows: Vec<Row>,
    /// What would have to change to come nearer.
    pub nearer: Vec<Nearer>,
    /// Variants that were not missed at earlier stages and were at the last, by their titles, with the wish.
    pub only_early: Vec<(String, String)>,
}

/// A wish.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ToldWish {
    /// As it was written.
    pub text: String,
    /// The key of its metric.
    pub key: String,
    /// What that is, for people.
    pub label: String,
    /// What it is counted in.
    pub unit: String,
    /// Whether it is a share of 1.
    pub is_share: bool,
    /// Where it is to lie.
    #[serde(flatten)]
    pub range: WishRange,
}

/// How many games were played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GameTotals {
    /// That may be played.
    pub of: u64,
    /// In the race.
    pub raced: u64,
    /// With fresh seeds.
    pub fresh: u64,
    /// With fresh seeds, of each variant that is told, at each stage.
    pub each: u64,
}

/// What became of the candidates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CandidateCounts {
    /// How many were tried, the sheet not counted.
    pub tried: usize,
    /// For how many there were no games.
    pub left_out: usize,
    /// How many changes a variant cannot say.
    pub unsaid: usize,
    /// Those that were thrown out before or while they were played, by reason.
    pub thrown: Vec<Reason>,
    /// Those that missed a wish in the race, by the wish.
    pub missed: Vec<MissedBy>,
    /// Those that were not settled.
    pub open: usize,
    /// Those that met all wishes in the race.
    pub met: usize,
}

/// A reason for which candidates were thrown out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reason {
    /// The code of a finding, `tests`, or why games could not be played to an end.
    pub reason: String,
    /// In words.
    pub text: String,
    /// How many.
    pub count: usize,
}

/// Candidates that missed a wish.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MissedBy {
    /// The place of the wish.
    pub wish: usize,
    /// The place of the stage.
    pub stage: usize,
    /// Whether their numbers lie above the range, or below it.
    pub above: bool,
    /// How many.
    pub count: usize,
}

/// The error of saying of any of the variants that are told that it meets a wish which it does not meet.
const ERROR: f64 = 0.05;

impl Search {
    /// All that was found so far: of games with fresh seeds alone, so that nothing is told before the race is over.
    pub fn found(&self) -> Found {
        let among = self.told();
        let error = ERROR / among.len().max(1) as f64;
        let sheet = self.row(0, ERROR);
        let mut rows: Vec<Row> = among.iter().map(|candidate| self.row(*candidate, error)).collect();
        let key = |row: &Row| {
            let count = |verdict: Verdict| row.figures.iter().filter(|figure| figure.verdict == verdict).count();
            let numbers = row.figures.iter().map(|figure| figure.value);
            (
                count(Verdict::Missed),
                count(Verdict::Open),
                Promise::of(self.wishes(), numbers, row.effort, row.candidate),
            )
        };
        rows.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| a.2.order(&b.2))
        });
        let front: Vec<bool> = rows.iter().map(|row| !rows.iter().any(|other| self.is_better(other, row))).collect();
        rows.iter_mut().zip(front).for_each(|(row, front)| row.front = front);
        let nearer = nearer(self.wishes(), &sheet, &rows);
        Found {
            version: 1,
            game: self.ground().title.clone(),
            options: self.ground().set.clone(),
            wishes: self.wishes().iter().map(told_wish).collect(),
            agents: self.plan().agents.iter().map(ToString::to_string).collect(),
            seed: self.plan().seed,
            games: self.totals(),
            candidates: self.counts(),
            sheet,
            rows,
            nearer,
            only_early: self.only_early(),
        }
    }

    /// A candidate as it is told.
    fn row(&self, candidate: usize, error: f64) -> Row {
        let its = self.candidate(candidate).cloned().unwrap_or_default();
        let state = self.state(candidate).cloned().unwrap_or_default();
        let figures = |stage: usize| -> Vec<Figure> {
            let of_wish = |(place, wish): (usize, &Wish)| match wish.subject {
                Subject::Slow(_) => Figure::of_slow(wish, state.slow.get(&place).copied().flatten()),
                _ => {
                    let terms: Vec<Term> = state.freshly(stage, place);
                    let base = if candidate == 0 {
                        Vec::new()
                    } else {
                        self.state(0).map(|sheet| sheet.freshly(stage, place)).unwrap_or_default()
                    };
                    Figure::of_games(wish, self.kind(place), &terms, &base, error)
                }
            };
            self.wishes().iter().enumerate().map(of_wish).collect()
        };
        let last = self.plan().agents.len() - 1;
        let stages =
            (0..last).map(|stage| Stage { agent: self.plan().agents[stage].to_string(), figures: figures(stage) });
        let stages = stages.collect();
        let figures = figures(last);
        Row {
            candidate,
            title: its.title,
            block: its.block,
            words: its.words,
            places: its.places,
            effort: its.effort,
            verdict: Row::judged(&figures),
            front: false,
            figures,
            stages,
            tests: state.tests,
            compared: state.related,
        }
    }

    /// Whether one is nowhere farther from its wish than the other, and somewhere nearer.
    fn is_better(&self, one: &Row, other: &Row) -> bool {
        let gaps = |row: &Row| -> Vec<f64> {
            let gap = |(wish, figure): (&Wish, &Figure)| {
                figure.value.map_or(f64::INFINITY, |number| wish.range.gap(number).max(0.0))
            };
            self.wishes().iter().zip(&row.figures).map(gap).collect()
        };
        let (one, other) = (gaps(one), gaps(other));
        one.iter().zip(&other).all(|(one, other)| one <= other)
            && one.iter().zip(&other).any(|(one, other)| one < other)
    }

    fn totals(&self) -> GameTotals {
        let raced = (0..self.candidates().len())
            .filter_map(|candidate| self.state(candidate))
            .map(|state| (0..state.race.len()).map(|stage| state.played(stage)).sum::<u64>());
        let raced = raced.sum();
        GameTotals { of: self.plan().games, raced, fresh: self.spent() - raced, each: self.each_fresh() }
    }

    fn counts(&self) -> CandidateCounts {
        let (mut thrown, mut missed) = (BTreeMap::<&str, usize>::new(), BTreeMap::<(usize, usize, bool), usize>::new());
        let (mut open, mut met) = (0, 0);
        for state in (1..self.candidates().len()).filter_map(|candidate| self.state(candidate)) {
            match &state.fate {
                Fate::Thrown(reason) => *thrown.entry(reason).or_default() += 1,
                Fate::Missed(by) => *missed.entry((by.wish, by.stage, by.above)).or_default() += 1,
                Fate::New | Fate::Open => open += 1,
                Fate::Met => met += 1,
            }
        }
        let mut thrown: Vec<Reason> = thrown
            .into_iter()
            .map(|(reason, count)| Reason { reason: reason.to_owned(), text: says(reason), count })
            .collect();
        thrown.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.reason.cmp(&b.reason)));
        let missed = missed.into_iter().map(|((wish, stage, above), count)| MissedBy { wish, stage, above, count });
        let [left_out, unsaid] = self.untried();
        let tried = self.candidates().len().saturating_sub(1);
        CandidateCounts { tried, left_out, unsaid, thrown, missed: missed.collect(), open, met }
    }

    /// The variants that only the last stage refuted.
    fn only_early(&self) -> Vec<(String, String)> {
        let last = self.plan().agents.len() - 1;
        let of = |(state, candidate): (usize, &crate::Candidate)| match self.state(state)?.fate {
            Fate::Missed(missed) if missed.stage == last && last > 0 => {
                Some((candidate.title.clone(), self.wishes().get(missed.wish)?.text.clone()))
            }
            _ => None,
        };
        self.candidates().enumerate().skip(1).filter_map(of).collect()
    }
}

fn told_wish(wish: &Wish) -> ToldWish {
    ToldWish {
        text: wish.text.clone(),
        key: wish.subject.key(),
        label: wish.label.clone(),
        unit: wish.unit.to_owned(),
        is_share: wish.is_share,
        range: wish.range,
    }
}

/// A reason in words.
pub(super) fn says(reason: &str) -> String {
    match (reason, Code::find(reason)) {
        ("tests", _) => "more than half of the sheet's own tests that still apply fail".to_owned(),
        (_, Some(code)) => code.summary().replace('\n', " "),
        (reason, None) => reason.to_owned(),
    }
}
