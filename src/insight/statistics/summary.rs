//! What a list of numbers looks like: mean, quantiles, histogram.

use super::mean::moments;

/// A list of numbers in short.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    /// How many.
    pub n: u64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, over n - 1.
    pub sd: f64,
    /// The least.
    pub least: f64,
    /// A twentieth lies below.
    pub p5: f64,
    /// Half lies below.
    pub median: f64,
    /// A twentieth lies above.
    pub p95: f64,
    /// The greatest.
    pub greatest: f64,
}

/// How many numbers fall into bins of equal width.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histogram {
    /// Where the first bin begins.
    pub start: f64,
    /// The width of a bin, a whole number.
    pub width: f64,
    /// The numbers in each bin; a bin holds its lower bound and not its upper one.
    pub counts: Vec<u64>,
}

impl Summary {
    /// Of these numbers.
    pub fn of(values: &[f64]) -> Summary {
        let sorted = sorted(values);
        let (mean, variance) = moments(values.iter().copied());
        let at = |share| quantile(&sorted, share);
        Summary {
            n: values.len() as u64,
            mean,
            sd: variance.sqrt(),
            least: at(0.0),
            p5: at(0.05),
            median: at(0.5),
            p95: at(0.95),
            greatest: at(1.0),
        }
    }
}

impl Histogram {
    /// Of whole numbers, in at most `most` bins.
    pub fn of(values: &[f64], most: usize) -> Histogram {
        let [bins] = Histogram::of_all([values], most);
        bins
    }

    /// Of several lists of whole numbers in the same bins, at most `most`.
    pub fn of_all<const N: usize>(lists: [&[f64]; N], most: usize) -> [Histogram; N] {
        let all = || lists.iter().flat_map(|values| values.iter().copied());
        if all().next().is_none() {
            return std::array::from_fn(|_| Histogram::default());
        }
        let low = all().fold(f64::INFINITY, f64::min);
        let high = all().fold(f64::NEG_INFINITY, f64::max);
        let width = ((high - low + 1.0) / most.max(1) as f64).ceil().max(1.0);
        let start = (low / width).floor() * width;
        let bins = ((high - start) / width).floor() as usize + 1;
        lists.map(|values| {
            let mut counts = vec![0; bins];
            for value in values {
                if let Some(count) = counts.get_mut(((value - start) / width) as usize) {
                    *count += 1;
                }
            }
            Histogram { start, width, counts }
        })
    }
}

pub(super) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

/// The number below which this share of sorted numbers lies, between two of them in proportion (Hyndman and Fan 1996, "Sample
/// quantiles in statistical packages", definition 7); 0 of none.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = (place.floor() as usize).min(last);
    let above = (below + 1).min(last);
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}

#[cfg(test)]
mod tests {
    use super::{Histogram, Summary};

    /// `numpy.quantile` and `numpy.std(ddof=1)`, whose default is definition 7, of the same numbers.
    #[test]
    fn quantiles_lie_between_numbers() {
        let summary = Summary::of(&[9.0, 1.0, 4.0, 16.0]);
        assert_eq!((summary.n, summary.least, summary.greatest), (4, 1.0, 16.0));
        assert!((summary.median - 6.5).abs() < 1e-12 && (summary.mean - 7.5).abs() < 1e-12);
        assert!((summary.p5 - 1.45).abs() < 1e-12 && (summary.p95 - 14.95).abs() < 1e-12);
        assert!((summary.sd - 6.557_438_524_302).abs() < 1e-9);
        assert_eq!(Summary::of(&[]), Summary::default());
    }

    #[test]
    fn several_lists_have_the_same_bins() {
        let [a, b] = Histogram::of_all([&[3.0, 4.0, 9.0], &[12.0]], 5);
        assert_eq!((a.start, a.width, a.start, a.width), (b.start, b.width, 2.0, 2.0));
        assert_eq!((a.counts, b.counts), (vec![1, 1, 0, 1, 0, 0], vec![0, 0, 0, 0, 0, 1]));
        assert_eq!(Histogram::of_all([&[], &[]], 5), [Histogram::default(), Histogram::default()]);
    }

    #[test]
    fn bins_hold_every_number() {
        let values: Vec<f64> = (3..40).map(f64::from).collect();
        for most in [1, 2, 7, 37, 100] {
            let bins = Histogram::of(&values, most);
            assert_eq!(bins.counts.iter().sum::<u64>(), 37, "{bins:?}");
            assert!(bins.counts.len() <= most + 1 && bins.start <= 3.0, "{bins:?}");
        }
        assert_eq!(Histogram::of(&[5.0, 5.0, 7.0], 10), Histogram { start: 5.0, width: 1.0, counts: vec![2, 0, 1] });
    }
}
