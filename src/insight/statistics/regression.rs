//! Whether something grows.

use super::Estimate;
use super::quantile::{normal_cdf, t_quantile};

/// A straight line through points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slope {
    /// By how much the second coordinate grows where the first grows by 1, with its 95 % interval.
    pub slope: Estimate,
    /// The second coordinate where the first is 0.
    pub intercept: f64,
    /// How likely a slope at least so steep is where there is none, by the normal distribution.
    pub p_value: f64,
}

/// The line of least squares with the interval of its slope by Student's t (Draper and Smith 1998, "Applied Regression Analysis",
/// section 1.4). Nothing for fewer than three points, or where all have one first coordinate.
pub fn slope(points: &[(f64, f64)]) -> Option<Slope> {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / n, y + point.1 / n));
    let (mut xx, mut xy) = (0.0, 0.0);
    for point in points {
        xx += (point.0 - x) * (point.0 - x);
        xy += (point.0 - x) * (point.1 - y);
    }
    if points.len() < 3 || xx <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let intercept = y - slope * x;
    let left: f64 = points.iter().map(|point| (point.1 - intercept - slope * point.0).powi(2)).sum();
    let error = (left / (n - 2.0) / xx).sqrt();
    let half = t_quantile(0.975, n - 2.0) * error;
    Some(Slope {
        slope: Estimate { value: slope, low: slope - half, high: slope + half, n: points.len() as u64 },
        intercept,
        p_value: if error > 0.0 { 2.0 * normal_cdf(-(slope / error).abs()) } else { f64::from(slope == 0.0) },
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::slope;

    /// R's data set `women` (The World Almanac 1975): weight by height. `lm(weight ~ height)` gives the slope 3.45 with the
    /// standard error 0.09114 and the intercept -87.51667; `scipy.stats.linregress` the same.
    #[test]
    fn the_line_through_the_almanac() {
        let weights = [115, 117, 120, 123, 126, 129, 132, 135, 139, 142, 146, 150, 154, 159, 164];
        let points: Vec<(f64, f64)> = weights.iter().zip(58..).map(|(y, x)| (f64::from(x), f64::from(*y))).collect();
        let line = slope(&points).unwrap();
        assert!((line.slope.value - 3.45).abs() < 1e-9 && (line.intercept + 87.516_666_7).abs() < 1e-6);
        assert!((line.slope.half_width() / 2.160_369 - 0.091_14).abs() < 1e-5, "{line:?}");
        assert!(line.p_value < 1e-12);
    }

    #[test]
    fn a_line_takes_three_points_in_two_places() {
        assert_eq!(slope(&[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(slope(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        let flat = slope(&[(0.0, 1.0), (1.0, 1.0), (2.0, 1.0)]).unwrap();
        assert_eq!((flat.slope.value, flat.p_value), (0.0, 1.0));
    }
}
