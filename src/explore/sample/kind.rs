//! What single games say of a metric.

use serde::{Deserialize, Serialize};

use rulebook_insight::analysis::{Metric, Sample, Unit};

/// How a metric is worked out from single games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// A mean of points from 0 to 1.
    Points,
    /// A ratio of two sums over games.
    Ratio,
    /// The power of ten of such a ratio.
    Power,
    /// The number below which this share of games lies.
    Quantile(f64),
    /// The standard deviation between games.
    Deviation,
    /// It plays games of its own.
    Slow,
}

/// What one game says: what it adds to the two sums of a ratio, or its number and 1. Nothing of a game that does not count.
pub type Term = Option<(f64, f64)>;

/// How a metric is worked out.
pub fn kind(metric: &Metric) -> Kind {
    match &metric.sample {
        Sample::Points(_) => Kind::Points,
        Sample::Ratio(_) => Kind::Ratio,
        Sample::Power(_) => Kind::Power,
        Sample::Quantile(_, share) => Kind::Quantile(*share),
        Sample::Deviation(_) => Kind::Deviation,
        // Each game is played twice for it, and what a pair adds is known of all games together alone.
        Sample::Shared(_) => Kind::Slow,
    }
}

/// What each game says of a metric, in their order.
pub fn terms(metric: &Metric) -> Vec<Term> {
    match &metric.sample {
        Sample::Points(points) => points.iter().map(|points| points.map(|points| (points, 1.0))).collect(),
        Sample::Ratio(terms) | Sample::Power(terms) => {
            terms.iter().map(|term| (term.1 > 0.0).then_some(*term)).collect()
        }
        Sample::Quantile(values, _) | Sample::Deviation(values) => {
            values.iter().map(|value| Some((*value, 1.0))).collect()
        }
        Sample::Shared(_) => Vec::new(),
    }
}

/// The metric that games come to which say this.
pub fn metric(kind: Kind, unit: Unit, terms: &[Term]) -> Metric {
    let numbers = || terms.iter().flatten().map(|term| term.0).collect();
    let ratio = || terms.iter().map(|term| term.unwrap_or_default()).collect();
    let sample = match kind {
        Kind::Points | Kind::Slow => Sample::Points(terms.iter().map(|term| term.map(|term| term.0)).collect()),
        Kind::Ratio => Sample::Ratio(ratio()),
        Kind::Power => Sample::Power(ratio()),
        Kind::Quantile(share) => Sample::Quantile(numbers(), share),
        Kind::Deviation => Sample::Deviation(numbers()),
    };
    Metric { key: String::new(), label: String::new(), unit, margin: None, sample }
}
