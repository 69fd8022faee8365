//! How often 95 % intervals hold the truth, on distributions that are known. `examples/coverage.rs` does the same with games.

use rulebook_insight::statistics::{Contrast, Estimate, Mean, Scores, quantile_of, rate, verdicts};
use rulebook_language::util::Rng;

const STUDIES: u64 = 1_500;
/// 93 to 97 %, and three standard errors of so many studies.
const BAND: std::ops::RangeInclusive<f64> = 0.913..=0.987;

/// Draws one number.
type Draw = fn(&mut Rng) -> f64;

fn uniform(rng: &mut Rng) -> f64 {
    (f64::from(rng.below(1 << 31)) + 0.5) / f64::from(1_u32 << 31)
}

/// About the normal distribution.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| uniform(rng)).sum::<f64>()
}

/// Lengths of a game that may end at every ply: skewed, and whole numbers.
fn geometric(rng: &mut Rng) -> f64 {
    (uniform(rng).ln() / 0.95_f64.ln()).floor() + 8.0
}

/// Most games have none of it.
fn rare(rng: &mut Rng) -> f64 {
    if rng.below(10) < 7 { 0.0 } else { uniform(rng) }
}

/// The lengths of random games of Tic-Tac-Toe.
fn short(rng: &mut Rng) -> f64 {
    match rng.below(100) {
        0..9 => 5.0,
        9..18 => 6.0,
        18..44 => 7.0,
        44..64 => 8.0,
        _ => 9.0,
    }
}

/// The share of studies of `n` games whose interval holds `truth`.
fn coverage(truth: f64, n: usize, draw: fn(&mut Rng) -> f64, interval: &dyn Fn(&[f64]) -> Estimate) -> f64 {
    let holds = |study: &u64| {
        let mut rng = Rng::for_game(n as u64, *study);
        let games: Vec<f64> = (0..n).map(|_| draw(&mut rng)).collect();
        let found = interval(&games);
        found.low - 1e-9 <= truth && truth <= found.high + 1e-9
    };
    (0..STUDIES).filter(holds).count() as f64 / STUDIES as f64
}

fn pool(draw: fn(&mut Rng) -> f64) -> Vec<f64> {
    let mut rng = Rng::new(99);
    (0..200_000).map(|_| draw(&mut rng)).collect()
}

#[test]
fn intervals_of_means_and_deviations_hold_the_truth() {
    let draws: [(&str, Draw); 4] = [("normal", normal), ("geometric", geometric), ("rare", rare), ("short", short)];
    for (name, draw) in draws {
        let all = pool(draw);
        let (mean, variance) = (Mean::of(&all).value, Mean::variance(&all).value);
        for n in [40, 100] {
            let found = coverage(mean, n, draw, &|games| Mean::of(games).estimate());
            assert!(BAND.contains(&found), "mean of {name}, {n} games: {found}");
            let found = coverage(variance, n, draw, &|games| Mean::variance(games).estimate());
            assert!(BAND.contains(&found), "deviation of {name}, {n} games: {found}");
        }
    }
}

/// Whole numbers have ties, which widen no interval but raise what it holds: there the band is open above.
#[test]
fn intervals_of_quantiles_hold_the_truth() {
    let draws: [(&str, Draw, f64); 3] =
        [("normal", normal, 0.987), ("geometric", geometric, 1.0), ("short", short, 1.0)];
    for (name, draw, most) in draws {
        let all = pool(draw);
        for share in [0.05, 0.5, 0.95] {
            let truth = quantile_of(&all, share).value;
            for n in [40, 100] {
                let found = coverage(truth, n, draw, &|games| quantile_of(games, share));
                assert!(found >= *BAND.start() && found <= most, "{share} of {name}, {n} games: {found}");
            }
        }
    }
}

#[test]
fn intervals_of_scores_hold_the_truth() {
    for (wins, draws) in [(50, 0), (30, 50), (10, 80), (70, 20)] {
        let truth = f64::from(wins) / 100.0 + f64::from(draws) / 200.0;
        for n in [40, 100] {
            let holds = |study: &u64| {
                let mut rng = Rng::for_game(n, *study);
                let game = |_| match rng.below(100) {
                    place if place < wins => 1.0,
                    place if place < wins + draws => 0.5,
                    _ => 0.0,
                };
                Scores::of((0..n).map(game), (0.0, 1.0)).estimate().holds(truth)
            };
            let found = (0..STUDIES).filter(holds).count() as f64 / STUDIES as f64;
            assert!(BAND.contains(&found), "{wins} wins, {draws} draws, {n} games: {found}");
        }
    }
}

/// Exactly, over all numbers of times: near 0 and 1 a discrete number cannot be held with 95 % at every rate.
#[test]
fn intervals_of_rates_hold_the_truth() {
    for n in [40_u64, 100] {
        let mut held = Vec::new();
        for step in 4..=200 {
            let truth = f64::from(step) / 400.0;
            let (mut chance, mut all) = ((1.0 - truth).powi(n as i32), 0.0);
            for times in 0..=n {
                all += if rate(times, n).holds(truth) { chance } else { 0.0 };
                chance *= (n - times) as f64 / (times + 1) as f64 * truth / (1.0 - truth);
            }
            held.push(all);
        }
        let (least, mean) = (held.iter().copied().fold(1.0, f64::min), held.iter().sum::<f64>() / held.len() as f64);
        assert!(least > 0.91 && (0.945..0.96).contains(&mean), "{n} games: {least} {mean}");
        let inside = held.iter().filter(|held| (0.93..=0.97).contains(*held)).count();
        assert!(inside * 100 >= held.len() * 88, "{n} games: {inside} of {}", held.len());
    }
}

/// Pairs of games with a part in common: intervals of the difference hold it, and are narrower the more they share.
#[test]
fn intervals_of_paired_differences_hold_the_truth() {
    for n in [40, 100] {
        for (shared, by) in [(0.0, 0.5), (0.8, 0.5), (0.95, 0.5), (0.8, 0.0)] {
            let mut widths = 0.0;
            let holds = |study: &u64| {
                let mut rng = Rng::for_game(n, *study);
                let (mut a, mut b) = (Vec::new(), Vec::new());
                for _ in 0..n {
                    let game = geometric(&mut rng);
                    let again = uniform(&mut rng) < shared;
                    a.push((game, 1.0));
                    b.push((if again { game } else { geometric(&mut rng) } + by, 1.0));
                }
                let found = Contrast::of_ratios(&a, &b, None).difference;
                widths += found.high - found.low;
                found.holds(by)
            };
            let found = (0..STUDIES).filter(holds).count() as f64 / STUDIES as f64;
            // Where few pairs differ, the interval has room for those that were not seen.
            assert!((0.913..=1.0).contains(&found), "{shared} shared, {n} games: {found}");
            assert!(shared > 0.9 || BAND.contains(&found), "{shared} shared, {n} games: {found}");
        }
    }
}

/// Twelve metrics of games that do not differ, paired and not: in at most a twentieth of the comparisons is any called different.
#[test]
fn equal_games_are_seldom_called_different() {
    for shared in [0.0, 0.6, 0.95] {
        let is_wrong = |study: &u64| {
            let mut rng = Rng::for_game(7, *study);
            let mut contrasts = Vec::new();
            for metric in 0..12 {
                let draw: fn(&mut Rng) -> f64 = [normal, geometric, rare, short][metric % 4];
                let (mut a, mut b) = (Vec::new(), Vec::new());
                for _ in 0..100 {
                    let game = draw(&mut rng);
                    let other = if uniform(&mut rng) < shared { game } else { draw(&mut rng) };
                    a.push((game, 1.0));
                    b.push((other, 1.0));
                }
                contrasts.push((Contrast::of_ratios(&a, &b, None), 1.0));
            }
            verdicts(&contrasts).iter().any(|verdict| verdict.word() == "different")
        };
        let wrong = (0..600).filter(is_wrong).count();
        // A twentieth of 600 is 30, and three standard errors 16.
        assert!(wrong <= 46, "{shared} shared: {wrong} of 600");
    }
}
