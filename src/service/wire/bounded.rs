//! An estimate with its interval.

use serde::Serialize;

use rulebook_insight::statistics::Estimate;

/// An estimate without a name.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Bounded {
    /// The number.
    pub value: Option<f64>,
    /// The lower bound of its 95 % interval.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
    /// How many games, or pairs, it is from.
    pub n: u64,
}

/// A number to nine digits: what lies beyond depends on the machine.
pub(super) fn nine(number: f64) -> f64 {
    format!("{number:.8e}").parse().unwrap_or(number)
}

/// The same of a number that there is.
pub(super) fn finite(number: f64) -> Option<f64> {
    number.is_finite().then(|| nine(number))
}

impl From<&Estimate> for Bounded {
    fn from(estimate: &Estimate) -> Self {
        let value = if estimate.n > 0 { finite(estimate.value) } else { None };
        Bounded { value, low: finite(estimate.low), high: finite(estimate.high), n: estimate.n }
    }
}

impl Bounded {
    /// The estimate that it was made from, but for the last digits.
    pub fn estimate(&self) -> Estimate {
        Estimate {
            value: self.value.unwrap_or(f64::NAN),
            low: self.low.unwrap_or(f64::NEG_INFINITY),
            high: self.high.unwrap_or(f64::INFINITY),
            n: self.n,
        }
    }
}
