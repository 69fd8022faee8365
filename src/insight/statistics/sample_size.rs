//! How many games it takes.

use super::quantile::normal_quantile;

/// The power that sizes are for: the chance to see what is there.
const POWER: f64 = 0.8;

/// Games a side to see a difference of means, at a level of 0.05 on two sides and a power of 0.8, where the difference of a pair of
/// games has this variance: `(z_0.975 + z_0.8)^2 variance / difference^2` (Fleiss 1981, "Statistical Methods for Rates and
/// Proportions", section 3.2, without the correction for continuity). Nothing for no difference.
pub fn to_see(difference: f64, variance: f64) -> Option<u64> {
    games(normal_quantile(0.975) + normal_quantile(POWER), difference, variance)
}

/// Games a side to show by two one-sided tests at 0.05, with a power of 0.8, that two means differ by less than `margin`, where
/// they differ by `difference` (Julious 2004, "Sample sizes for clinical trials with Normal data", section 5). Nothing where
/// they do not.
pub fn to_show_equal(difference: f64, margin: f64, variance: f64) -> Option<u64> {
    let room = margin - difference.abs();
    // Without a difference both tests can fail alike; with one of some size the other does not matter.
    let power = if difference.abs() < 0.05 * margin { (1.0 + POWER) / 2.0 } else { POWER };
    if room <= 0.0 { None } else { games(normal_quantile(0.95) + normal_quantile(power), room, variance) }
}

fn games(z: f64, difference: f64, variance: f64) -> Option<u64> {
    let games = z * z * variance / (difference * difference);
    (games.is_finite() && games < 1e15).then(|| (games.ceil() as u64).max(2))
}

#[cfg(test)]
mod tests {
    use super::{to_see, to_show_equal};

    /// Of the difference of two games by themselves.
    const EVEN: f64 = 0.5;

    /// Two rates near one half: 5 points take 1,570 games a side, 3 points 4,361.
    #[test]
    fn rates_near_one_half() {
        assert_eq!((to_see(0.05, EVEN), to_see(-0.03, EVEN)), (Some(1570), Some(4361)));
        assert_eq!(to_see(0.0, EVEN), None);
    }

    /// Julious 2004, table VII: with sigma = 1 and no difference, a margin of 1 takes 2 (1.6449 + 1.2816)^2 = 17.1 a side.
    #[test]
    fn equality_takes_more_the_nearer_the_margin() {
        assert_eq!(to_show_equal(0.0, 1.0, 2.0), Some(18));
        let close = to_show_equal(0.02, 0.03, EVEN);
        assert!(close > to_show_equal(0.01, 0.03, EVEN), "{close:?}");
        assert_eq!(to_show_equal(0.03, 0.03, EVEN), None);
    }
}
