//! Metrics: numbers with intervals, worked out from facts alone.

use super::facts::GameFacts;
use crate::statistics::{
    Contrast, Estimate, Mean, Pair, RatioTerm, Scores, Verdict, quantile_of, rule_of_three, shared,
};

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

    /// Whether it lies between 0 and 1.
    fn is_bounded(self) -> bool {
        matches!(self, Unit::Share | Unit::Score | Unit::Value)
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

/// What games say, before it is made a number: one entry a game, in their order, never one a ply. A game that does not count has none,
/// or nothing in both parts of a ratio.
#[derive(Clone, PartialEq, Debug)]
pub enum Sample {
    /// Points from 0 to 1: a score, or whether something happened.
    Points(Vec<Option<f64>>),
    /// A ratio of two sums over games; a mean over games where the second of each is 1.
    Ratio(Vec<RatioTerm>),
    /// The power of ten of such a ratio: a geometric mean.
    Power(Vec<RatioTerm>),
    /// The number below which this share of games lies.
    Quantile(Vec<f64>, f64),
    /// The standard deviation between games.
    Deviation(Vec<f64>),
    /// The share of the variance between pairs of games.
    Shared(Vec<Pair>),
}

/// How an interval was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Wilson's, of a rate.
    Wilson,
    /// What happened in no game, or in all: 3/n.
    RuleOfThree,
    /// The score interval of a mean of few values.
    Score,
    /// Student's t, transformed by the skewness of the games.
    Student,
    /// Between two of the sorted games.
    OrderStatistics,
}

impl Method {
    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Method::Wilson => "wilson",
            Method::RuleOfThree => "rule of three",
            Method::Score => "score",
            Method::Student => "skewed t",
            Method::OrderStatistics => "order statistics",
        }
    }
}

impl Metric {
    /// The metric that it belongs to, such as `A4`: its key up to the first dot.
    pub fn id(&self) -> &str {
        id_of(&self.key)
    }

    /// With its 95 % interval.
    pub fn estimate(&self) -> Estimate {
        let most = if self.unit.is_bounded() { 1.0 } else { f64::INFINITY };
        match &self.sample {
            Sample::Points(_) => self.scores().estimate(),
            Sample::Ratio(terms) => Mean::ratio(terms).estimate().clamped(0.0, most),
            Sample::Power(terms) => {
                Mean::ratio(terms).estimate().clamped(0.0, f64::INFINITY).map(|digits| 10.0_f64.powf(digits))
            }
            Sample::Quantile(values, share) => quantile_of(values, *share),
            Sample::Deviation(values) => Mean::variance(values).estimate().clamped(0.0, f64::INFINITY).map(f64::sqrt),
            Sample::Shared(pairs) => shared(pairs).unwrap_or(Estimate { value: 0.0, low: 0.0, high: 1.0, n: 0 }),
        }
    }

    /// How its interval is made.
    pub fn method(&self) -> Method {
        match &self.sample {
            Sample::Points(_) | Sample::Ratio(_) if self.constant().is_some() => Method::RuleOfThree,
            Sample::Points(_) if self.scores().is_rate() => Method::Wilson,
            Sample::Points(_) => Method::Score,
            Sample::Ratio(_) | Sample::Power(_) | Sample::Deviation(_) | Sample::Shared(_) => Method::Student,
            Sample::Quantile(..) => Method::OrderStatistics,
        }
    }

    fn scores(&self) -> Scores {
        let Sample::Points(points) = &self.sample else { return Scores::of([], (0.0, 1.0)) };
        Scores::of(points.iter().flatten().copied(), (0.0, 1.0))
    }

    /// 0 where no game adds anything; 1 of what is a share and whole in every game.
    fn constant(&self) -> Option<f64> {
        let is = |all: f64| match &self.sample {
            Sample::Points(points) => points.iter().flatten().all(|points| *points == all),
            Sample::Ratio(terms) => terms.iter().all(|(times, of)| *times == all * of),
            _ => false,
        };
        let among: &[f64] = if self.unit.is_bounded() { &[0.0, 1.0] } else { &[0.0] };
        among.iter().copied().find(|all| self.games() > 0 && is(*all))
    }

    /// What can be said of this metric of two games without a test: that both never have it, or always.
    pub fn alike(&self, other: &Metric) -> Option<Verdict> {
        let bound = rule_of_three(self.games().min(other.games()));
        let (one, another) = (self.constant()?, other.constant()?);
        (one == another).then_some(if one == 0.0 { Verdict::Never(bound) } else { Verdict::Always(1.0 - bound) })
    }

    /// The number of games behind it.
    pub fn games(&self) -> u64 {
        match &self.sample {
            Sample::Points(points) => points.iter().flatten().count() as u64,
            Sample::Ratio(terms) | Sample::Power(terms) => terms.iter().filter(|term| term.1 > 0.0).count() as u64,
            Sample::Quantile(values, _) | Sample::Deviation(values) => values.len() as u64,
            Sample::Shared(pairs) => pairs.len() as u64,
        }
    }

    /// How the same metric differs in other games, those less these, each of which was played with the random choices of the game of
    /// its number here; nothing for quantiles, deviations and shares of a variance, of which only the values can be shown, and where
    /// one side has no games. A geometric mean is compared by its logarithm.
    pub fn contrast(&self, other: &Metric) -> Option<Contrast> {
        let margin = self.margin.map(|margin| match margin {
            Margin::Points(points) => points,
            Margin::Part(part) => part * self.value().abs(),
        });
        if self.games() == 0 || other.games() == 0 {
            return None;
        }
        Some(match (&self.sample, &other.sample) {
            (Sample::Points(a), Sample::Points(b)) => Contrast::of_points(a, b, margin),
            (Sample::Ratio(a), Sample::Ratio(b)) => Contrast::of_ratios(a, b, margin),
            (Sample::Power(a), Sample::Power(b)) => {
                let digits = match self.margin {
                    Some(Margin::Part(part)) => Some((1.0 + part).log10()),
                    _ => None,
                };
                Contrast::of_ratios(a, b, digits)
            }
            _ => return None,
        })
    }

    /// The number alone.
    pub fn value(&self) -> f64 {
        self.estimate().value
    }
}

/// Metrics in the making.
#[derive(Default)]
pub(super) struct List {
    metrics: Vec<Metric>,
}

impl List {
    /// Those that were made.
    pub(super) fn into_metrics(self) -> Vec<Metric> {
        self.metrics
    }

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

/// Points of each game.
pub(super) fn points(games: &[GameFacts], of: impl Fn(&GameFacts) -> Option<f64>) -> Sample {
    Sample::Points(games.iter().map(of).collect())
}

/// Whether something happened in a game.
pub(super) fn rate(games: &[GameFacts], is: impl Fn(&GameFacts) -> bool) -> Sample {
    points(games, |game| Some(f64::from(is(game))))
}
