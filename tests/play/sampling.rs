//! Random actions that are drawn without a list of the legal ones: each is legal, and each legal one is as likely as another.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Position};
use rustc_hash::FxHashMap;

use super::cases::cases;

/// Random games of a case.
const GAMES: u64 = 6;
/// The longest of them.
const PLIES: usize = 120;
/// How often an action is drawn for each that is legal.
const DRAWS: usize = 60;
/// The positions of one game in which frequencies are counted.
const COUNTED: usize = 6;
/// The most legal actions of such a position.
const MOST: usize = 80;

fn legal(position: &mut Position) -> Vec<Action> {
    position.legal().unwrap().iter().collect()
}

#[test]
fn what_is_drawn_is_legal_and_nothing_is_drawn_where_nothing_is() {
    for case in cases().some() {
        for seed in 0..GAMES {
            let mut rng = Rng::for_game(seed, 0);
            let mut position = case.start();
            for ply in 0..PLIES {
                let drawn = position.random_action(&mut rng).unwrap();
                let over = position.outcome().unwrap().is_some();
                // The list is asked for afterwards: the draw must not have looked at it.
                let listed = legal(&mut position);
                assert_eq!(
                    (drawn.is_none(), over),
                    (listed.is_empty(), listed.is_empty()),
                    "{case}, seed {seed}, ply {ply}"
                );
                let Some(action) = drawn else { break };
                assert!(
                    listed.contains(&action),
                    "{case}, seed {seed}, ply {ply}: {} is not legal",
                    position.written(&action)
                );
                position.play_unchecked(&action).unwrap();
            }
        }
    }
}

/// How far a chi-squared value of so many degrees of freedom lies above its mean, in standard deviations (E. B. Wilson, M. M.
/// Hilferty 1931, "The distribution of chi-square").
fn deviations(chi_squared: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((chi_squared / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

#[test]
fn the_published_quantiles_are_near_their_deviations() {
    // The 95 % and 99.9 % points of 10 and 30 degrees of freedom, from the tables of R. A. Fisher and F. Yates.
    for (quantile, freedom, normal) in [(18.307, 10.0, 1.645), (29.588, 10.0, 3.090), (43.773, 30.0, 1.645)] {
        assert!((deviations(quantile, freedom) - normal).abs() < 0.03);
    }
}

/// How often each legal action is expected among so many draws: by its odds where nature acts, else as often as another.
fn shares(position: &mut Position, draws: f64) -> Vec<f64> {
    let legal = position.legal().unwrap().len();
    match position.chance().unwrap() {
        Some(chance) => chance.weights.iter().map(|weight| draws * *weight as f64 / chance.total as f64).collect(),
        None => vec![draws / legal as f64; legal],
    }
}

#[test]
fn each_legal_action_is_as_likely_as_another() {
    let mut counted = 0;
    for case in cases().some() {
        let mut rng = Rng::for_game(17, 0);
        let mut position = case.start();
        let mut left = COUNTED;
        for ply in 0..PLIES {
            let Some(action) = position.random_action(&mut rng).unwrap() else { break };
            if left > 0 && ply % 5 == 1 {
                let mut drawn: FxHashMap<Action, u32> = FxHashMap::default();
                // Of how many it is one is not known yet: a list would be drawn from.
                let listed = legal(&mut position.clone());
                if (2..=MOST).contains(&listed.len()) {
                    let draws = DRAWS * listed.len();
                    for _ in 0..draws {
                        *drawn.entry(position.random_action(&mut rng).unwrap().unwrap()).or_insert(0) += 1;
                    }
                    let shares = shares(&mut position.clone(), draws as f64);
                    let square = |(action, share): (&Action, &f64)| {
                        (f64::from(drawn.get(action).copied().unwrap_or(0)) - share).powi(2) / share
                    };
                    let chi_squared = listed.iter().zip(&shares).map(square).sum::<f64>();
                    let far = deviations(chi_squared, (listed.len() - 1) as f64);
                    assert!(far < 5.0, "{case}, ply {ply}: {far:.1} deviations over {} actions", listed.len());
                    assert_eq!(drawn.values().sum::<u32>() as usize, draws);
                    assert!(drawn.keys().all(|action| listed.contains(action)), "{case}, ply {ply}");
                    left -= 1;
                    counted += 1;
                }
            }
            position.play_unchecked(&action).unwrap();
        }
    }
    assert!(counted > 100, "only {counted} positions");
}
