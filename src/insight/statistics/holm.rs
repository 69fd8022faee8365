//! Many questions at once.

/// The p-values of several tests, each with its weight, adjusted so that with all null hypotheses true the chance of any below
/// `alpha` is at most `alpha` (Holm 1979, "A simple sequentially rejective multiple test procedure", section 5 for weights).
pub fn holm(tests: &[(f64, f64)]) -> Vec<f64> {
    let worth = |at: usize| tests[at].0 / tests[at].1;
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|a, b| worth(*a).total_cmp(&worth(*b)));
    let mut left: f64 = tests.iter().map(|(_, weight)| weight).sum();
    let mut adjusted = vec![1.0; tests.len()];
    let mut least = 0.0_f64;
    for at in order {
        least = least.max(left * worth(at)).min(1.0);
        adjusted[at] = least;
        left -= tests[at].1;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::holm;

    /// The fifteen p-values of Benjamini and Hochberg 1995, "Controlling the false discovery rate", section 3.2;
    /// `statsmodels.stats.multitest.multipletests(p, method="holm")`.
    #[test]
    fn values_are_those_of_an_independent_program() {
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let wanted = [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        let even = |p: &[f64]| holm(&p.iter().map(|p| (*p, 1.0)).collect::<Vec<_>>());
        for (found, wanted) in even(&p).into_iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        }
        assert_eq!(even(&[0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
        // A quarter of the level against three quarters.
        assert_eq!(holm(&[(0.01, 0.25), (0.03, 0.75)]), [0.04, 0.04]);
        assert!(holm(&[]).is_empty());
    }
}
