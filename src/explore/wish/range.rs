//! Where a number is to lie.

use serde::Serialize;

/// Where a number is to lie: no lower than one bound, no higher than the other.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WishRange {
    /// The lowest that will do.
    pub low: Option<f64>,
    /// The highest that will do.
    pub high: Option<f64>,
}

impl WishRange {
    /// Whether a number lies there.
    pub fn holds(&self, number: f64) -> bool {
        self.low.is_none_or(|low| number >= low) && self.high.is_none_or(|high| number <= high)
    }

    /// How far a number lies outside of it, in its own unit; negative inside, by the distance to the nearer bound.
    pub fn gap(&self, number: f64) -> f64 {
        let below = self.low.map_or(f64::NEG_INFINITY, |low| low - number);
        let above = self.high.map_or(f64::NEG_INFINITY, |high| number - high);
        below.max(above)
    }

    /// What counts as one step away from it: its width, or a quarter of the bound where there is one alone; no less than `least`.
    pub fn scale(&self, least: f64) -> f64 {
        let width = match (self.low, self.high) {
            (Some(low), Some(high)) => high - low,
            (Some(bound), None) | (None, Some(bound)) => bound.abs() / 4.0,
            (None, None) => least,
        };
        width.max(least)
    }

    /// The same with twice the room on either side: what is out of this is out of the way.
    #[must_use]
    pub fn widened(&self, least: f64) -> WishRange {
        let more = self.scale(least);
        WishRange { low: self.low.map(|low| low - more), high: self.high.map(|high| high + more) }
    }
}

#[cfg(test)]
mod tests {
    use super::WishRange;

    #[test]
    fn gaps_are_of_the_nearer_bound() {
        let both = WishRange { low: Some(30.0), high: Some(60.0) };
        assert_eq!([20.0, 35.0, 75.0].map(|number| both.gap(number)), [10.0, -5.0, 15.0]);
        assert!(both.holds(30.0) && both.holds(60.0) && !both.holds(60.1));
        let most = WishRange { low: None, high: Some(0.04) };
        assert!(most.holds(-1.0) && (most.scale(0.005) - 0.01).abs() < 1e-12 && most.widened(0.005).holds(0.05));
    }
}
