//! A number that was estimated.

/// A number that was estimated from `n` games (or pairs), with the bounds of its 95 % interval, unless something else is said.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// How many games or pairs it was estimated from.
    pub n: u64,
}

impl Estimate {
    /// The same under an increasing function, such as a change of scale.
    #[must_use]
    pub fn map(self, increasing: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: increasing(self.value), low: increasing(self.low), high: increasing(self.high), n: self.n }
    }

    /// The same where no number is below `low` or above `high`.
    #[must_use]
    pub fn clamped(self, low: f64, high: f64) -> Estimate {
        Estimate { low: self.low.max(low), high: self.high.min(high), ..self }
    }

    /// Whether the interval holds this number.
    pub fn holds(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::Estimate;

    #[test]
    fn bounds_move_with_the_value() {
        let halved = Estimate { value: 4.0, low: 2.0, high: 8.0, n: 3 }.map(|x| x / 2.0);
        assert_eq!(halved, Estimate { value: 2.0, low: 1.0, high: 4.0, n: 3 });
        assert!(halved.holds(1.0) && halved.holds(4.0) && !halved.holds(0.99) && !halved.holds(4.01));
        assert!((halved.half_width() - 1.5).abs() < 1e-12);
    }
}
