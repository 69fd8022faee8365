//! The distributions that intervals are made of.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal, StudentsT};

/// The standard normal value below which this share lies.
pub fn normal_quantile(share: f64) -> f64 {
    Normal::standard().inverse_cdf(share.clamp(0.0, 1.0))
}

/// The share of the standard normal distribution below a value.
pub fn normal_cdf(value: f64) -> f64 {
    Normal::standard().cdf(value)
}

/// The value of Student's t with so many degrees of freedom below which this share lies; without any freedom there is no
/// bound.
pub fn t_quantile(share: f64, freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(t) => t.inverse_cdf(share.clamp(0.0, 1.0)),
        Err(_) => f64::INFINITY.copysign(share - 0.5),
    }
}

/// The share of Student's t with so many degrees of freedom below a value; half of it without any freedom.
pub fn t_cdf(value: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(0.5, |t| t.cdf(value))
}

/// The chance of at most `times` among `of`, where each has the chance `share`.
pub(super) fn binomial_cdf(times: u64, of: u64, share: f64) -> f64 {
    Binomial::new(share, of).map_or(1.0, |binomial| binomial.cdf(times))
}

/// The normal value whose two tails leave `level` in the middle: 1.96 for 0.95.
pub(super) fn two_sided(level: f64) -> f64 {
    normal_quantile(0.5 + level / 2.0)
}

#[cfg(test)]
mod tests {
    use super::{binomial_cdf, normal_cdf, normal_quantile, t_cdf, t_quantile, two_sided};

    /// Abramowitz and Stegun 1964, "Handbook of Mathematical Functions", tables 26.1 to 26.5 and 26.10.
    #[test]
    fn values_are_those_of_the_tables() {
        for (share, value) in [(0.975, 1.959_964), (0.95, 1.644_854), (0.8, 0.841_621), (0.5, 0.0)] {
            assert!((normal_quantile(share) - value).abs() < 1e-6, "{share}");
            assert!((normal_cdf(value) - share).abs() < 1e-6, "{share}");
        }
        for (freedom, value) in [(1.0, 12.706), (2.0, 4.303), (9.0, 2.262), (30.0, 2.042), (120.0, 1.980)] {
            assert!((t_quantile(0.975, freedom) - value).abs() < 5e-4, "{freedom}");
            assert!((t_cdf(-value, freedom) - 0.025).abs() < 5e-5, "{freedom}");
        }
        assert!((two_sided(0.95) - 1.959_964).abs() < 1e-6);
        assert!((binomial_cdf(1, 4, 0.5) - 5.0 / 16.0).abs() < 1e-12);
        assert_eq!((t_quantile(0.975, 0.0), t_cdf(3.0, 0.0)), (f64::INFINITY, 0.5));
        assert_eq!(t_quantile(0.025, 0.0), f64::NEG_INFINITY);
    }
}
