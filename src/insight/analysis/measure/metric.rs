//! Metrics: numbers with intervals, worked out from facts alone.

use super::facts::GameFacts;
use super::sheet::Sheet;
use super::{firing, length, outcomes, surface, tension};
use crate::statistics::{Bootstrap, Contrast, Estimate, RatioTerm, rule_of_three, t_interval, wilson};

/// One number that games come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Metric {
    /// Its own name, the same for every game that has it: `A4.plies`, `A3.role.White`.
    pub key: String,
    /// What it is, for people.
    pub label: String,
    /// What it is counted in.
    pub unit: Unit,
    /// What is smaller than that does not matter in a comparison.
    pub margin: Option<Margin>,
    /// The games behind it.
    pub sample: Sample,
}

/// What a number is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A share of games, or of plies, from 0 to 1.
    Share,
    /// A score from 0 to 1, of which a draw is an even part.
    Score,
    /// Plies.
    Plies,
    /// Turns.
    Turns,
    /// Legal actions.
    Choices,
    /// Powers of ten.
    Digits,
    /// Pieces.
    Pieces,
    /// A difference of values between 0 and 1.
    Value,
}

impl Unit {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Unit::Share => "share",
            Unit::Score => "score",
            Unit::Plies => "plies",
            Unit::Turns => "turns",
            Unit::Choices => "choices",
            Unit::Digits => "powers of ten",
            Unit::Pieces => "pieces",
            Unit::Value => "value",
        }
    }
}

/// A difference that does not matter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Margin {
    /// In the unit of the metric.
    Points(f64),
    /// As a part of the first side's value.
    Part(f64),
}

/// What games say, before it is made a number: one entry a game, never one a ply.
#[derive(Clone, PartialEq, Debug)]
pub enum Sample {
    /// So many times among so many games.
    Rate(f64, u64),
    /// A ratio of two sums over games; a mean over games where the second of each is 1.
    Ratio(Vec<RatioTerm>),
    /// The power of ten of such a ratio: a geometric mean.
    Power(Vec<RatioTerm>),
    /// A mean over games, with Student's interval.
    Mean(Vec<f64>),
    /// The number below which this share of games lies.
    Quantile(Vec<f64>, f64),
    /// The standard deviation between games.
    Deviation(Vec<f64>),
}

/// How an interval was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Wilson's.
    Wilson,
    /// What never happened: 3/n.
    RuleOfThree,
    /// Bootstrap over games.
    Bootstrap,
    /// Student's t over games.
    Student,
}

impl Method {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Method::Wilson => "wilson",
            Method::RuleOfThree => "rule of three",
            Method::Bootstrap => "bootstrap",
            Method::Student => "t",
        }
    }
}

impl Metric {
    /// The metric that it belongs to, such as `A4`: its key up to the first dot.
    pub fn id(&self) -> &str {
        id_of(&self.key)
    }

    /// With its 95 % interval.
    pub fn estimate(&self, bootstrap: Bootstrap) -> Estimate {
        match &self.sample {
            Sample::Rate(0.0, of) => Estimate { high: rule_of_three(*of), ..wilson(0.0, *of) },
            Sample::Rate(times, of) => wilson(*times, *of),
            Sample::Ratio(parts) => match self.extreme() {
                Some(0.0) => Estimate { value: 0.0, low: 0.0, high: rule_of_three(self.games()), n: self.games() },
                Some(all) => {
                    Estimate { value: all, low: all - rule_of_three(self.games()), high: all, n: self.games() }
                }
                None => bootstrap.ratio(parts).estimate(),
            },
            Sample::Power(parts) => bootstrap.ratio(parts).estimate().map(|digits| 10.0_f64.powf(digits)),
            Sample::Mean(values) => t_interval(values),
            Sample::Quantile(values, share) => bootstrap.quantile(values, *share).estimate(),
            Sample::Deviation(values) => {
                let of = |places: &[u32]| deviation(places.iter().map(|place| values[*place as usize]));
                bootstrap.statistic(values.len(), of).estimate()
            }
        }
    }

    /// How its interval is made.
    pub fn method(&self) -> Method {
        match &self.sample {
            Sample::Rate(0.0, _) => Method::RuleOfThree,
            Sample::Ratio(_) if self.extreme().is_some() => Method::RuleOfThree,
            Sample::Rate(..) => Method::Wilson,
            Sample::Mean(_) => Method::Student,
            _ => Method::Bootstrap,
        }
    }

    /// Of a share that is 0 in every game, or 1 in every game, which of the two: no resample would say anything else, and the rule of
    /// three has to say what can have been missed.
    fn extreme(&self) -> Option<f64> {
        let Sample::Ratio(parts) = &self.sample else { return None };
        let bounded = matches!(self.unit, Unit::Share | Unit::Score | Unit::Value) && parts.len() > 1;
        let is = |all: f64| parts.iter().all(|(times, of)| *times == all * of);
        match () {
            () if bounded && is(0.0) => Some(0.0),
            () if bounded && is(1.0) => Some(1.0),
            () => None,
        }
    }

    /// The number of games behind it.
    pub fn games(&self) -> u64 {
        match &self.sample {
            Sample::Rate(_, of) => *of,
            Sample::Ratio(parts) | Sample::Power(parts) => parts.len() as u64,
            Sample::Mean(values) | Sample::Quantile(values, _) | Sample::Deviation(values) => values.len() as u64,
        }
    }

    /// How the same metric differs in other games, those less these; nothing for quantiles and deviations, of which only the
    /// values can be shown, and where one side has no games. A geometric mean is compared by its logarithm.
    pub fn contrast(&self, other: &Metric, bootstrap: Bootstrap) -> Option<Contrast> {
        let ones = |values: &[f64]| values.iter().map(|value| (*value, 1.0)).collect::<Vec<RatioTerm>>();
        let margin = self.margin.map(|margin| match margin {
            Margin::Points(points) => points,
            Margin::Part(part) => part * self.value().abs(),
        });
        if self.games() == 0 || other.games() == 0 {
            return None;
        }
        Some(match (&self.sample, &other.sample) {
            (Sample::Rate(a, n), Sample::Rate(b, m)) => Contrast::of_rates((*a, *n), (*b, *m), margin),
            (Sample::Ratio(a), Sample::Ratio(b)) => match (self.extreme(), other.extreme()) {
                // Where all games of both say the same, no resample says anything else: they count as rates of games.
                (Some(one), Some(another)) => {
                    let rate = |all: f64, games: u64| (all * games as f64, games);
                    Contrast::of_rates(rate(one, self.games()), rate(another, other.games()), margin)
                }
                _ => Contrast::of_ratios(bootstrap, a, b, margin),
            },
            (Sample::Power(a), Sample::Power(b)) => {
                let digits = match self.margin {
                    Some(Margin::Part(part)) => Some((1.0 + part).log10()),
                    _ => None,
                };
                Contrast::of_ratios(bootstrap, a, b, digits)
            }
            (Sample::Mean(a), Sample::Mean(b)) => Contrast::of_ratios(bootstrap, &ones(a), &ones(b), margin),
            _ => return None,
        })
    }

    /// The number alone.
    pub fn value(&self) -> f64 {
        let ratio = |parts: &[RatioTerm]| {
            let sums = parts.iter().fold((0.0, 0.0), |(a, b), part| (a + part.0, b + part.1));
            if sums.1 == 0.0 { 0.0 } else { sums.0 / sums.1 }
        };
        match &self.sample {
            Sample::Rate(times, of) => times / (*of as f64).max(1.0),
            Sample::Ratio(parts) => ratio(parts),
            Sample::Power(parts) => 10.0_f64.powf(ratio(parts)),
            Sample::Mean(values) => values.iter().sum::<f64>() / (values.len() as f64).max(1.0),
            Sample::Quantile(..) | Sample::Deviation(_) => self.estimate(Bootstrap { seed: 0, resamples: 0 }).value,
        }
    }
}

fn deviation(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let n = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / n.max(1.0);
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    (squares / (n - 1.0).max(1.0)).sqrt()
}

/// The metrics A1 to A11, and B1 to B5 where the facts have values, of games whose names are in `sheet`, in order.
pub fn metrics(sheet: &Sheet, games: &[GameFacts]) -> Vec<Metric> {
    let mut list = List::default();
    outcomes::outcomes(sheet, games, &mut list);
    length::length(games, &mut list);
    firing::firing(sheet, games, &mut list);
    surface::surface(sheet, games, &mut list);
    tension::tension(games, &mut list);
    list.metrics
}

/// Metrics in the making.
#[derive(Default)]
pub(super) struct List {
    metrics: Vec<Metric>,
}

impl List {
    /// Adds a metric with the margin of its unit: three points of a share, a score or a value, five parts of a hundred of all else.
    pub(super) fn add(&mut self, key: impl Into<String>, label: impl Into<String>, unit: Unit, sample: Sample) {
        let margin = match unit {
            Unit::Share | Unit::Score | Unit::Value => Margin::Points(0.03),
            Unit::Plies | Unit::Turns | Unit::Choices | Unit::Digits | Unit::Pieces => Margin::Part(0.05),
        };
        self.with_margin(key, label, unit, margin, sample);
    }

    /// Adds a metric.
    pub(super) fn with_margin(
        &mut self,
        key: impl Into<String>,
        label: impl Into<String>,
        unit: Unit,
        margin: Margin,
        sample: Sample,
    ) {
        self.metrics.push(Metric { key: key.into(), label: label.into(), unit, margin: Some(margin), sample });
    }
}

/// The metric that a key belongs to.
pub(in crate::analysis) fn id_of(key: &str) -> &str {
    key.split('.').next().unwrap_or_default()
}

/// One number a game.
pub(super) fn each(games: &[GameFacts], number: impl Fn(&GameFacts) -> f64) -> Vec<f64> {
    games.iter().map(number).collect()
}

/// A mean over games of one number a game.
pub(super) fn mean(games: &[GameFacts], number: impl Fn(&GameFacts) -> f64) -> Sample {
    Sample::Ratio(games.iter().map(|game| (number(game), 1.0)).collect())
}

/// A ratio of sums over games.
pub(super) fn ratio(games: &[GameFacts], part: impl Fn(&GameFacts) -> RatioTerm) -> Sample {
    Sample::Ratio(games.iter().map(part).collect())
}

/// A number of games among all.
pub(super) fn rate(games: &[GameFacts], is: impl Fn(&GameFacts) -> bool) -> Sample {
    Sample::Rate(games.iter().filter(|game| is(game)).count() as f64, games.len() as u64)
}
