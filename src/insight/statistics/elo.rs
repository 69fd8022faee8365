//! Scores on the scale of Elo.

/// The difference in rating that a score among decided games stands for: `400 log10(s / (1 - s))` (Elo 1978, "The Rating of
/// Chessplayers"). Infinite for a score of 0 or 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::elo;

    /// A tenfold chance is 400 points by definition; 0.76 is 200 points, as the table of the rating regulations has it.
    #[test]
    fn scores_are_those_of_the_scale() {
        assert!(elo(0.5).abs() < 1e-12);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((elo(0.76) - 200.24).abs() < 0.01);
        assert!((elo(0.3) + elo(0.7)).abs() < 1e-9);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }
}
