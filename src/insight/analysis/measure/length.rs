//! A4 to A7: how long games are and how much there is to choose.

use super::facts::GameFacts;
use super::metric::{List, Sample, Unit, each, mean, ratio};

pub(super) fn length(games: &[GameFacts], list: &mut List) {
    let plies = |game: &GameFacts| f64::from(game.plies);
    let turns = |game: &GameFacts| f64::from(game.turns);
    list.add("A4.plies", "plies, mean", Unit::Plies, mean(games, plies));
    for (key, label, share) in [
        ("A4.plies.median", "plies, median", 0.5),
        ("A4.plies.p5", "plies, a twentieth is shorter", 0.05),
        ("A4.plies.p95", "plies, a twentieth is longer", 0.95),
    ] {
        list.add(key, label, Unit::Plies, Sample::Quantile(each(games, plies), share));
    }
    list.add("A4.plies.sd", "plies, standard deviation", Unit::Plies, Sample::Deviation(each(games, plies)));
    list.add("A4.turns", "turns, mean", Unit::Turns, mean(games, turns));
    list.add("A4.turns.median", "turns, median", Unit::Turns, Sample::Quantile(each(games, turns), 0.5));

    // Nature does not choose.
    let acts = |game: &GameFacts| f64::from(game.plies - game.lots);
    let of_plies = |count: fn(&GameFacts) -> f64| ratio(games, move |game| (count(game), acts(game)));
    list.add("A5.forced", "plies with one choice", Unit::Share, of_plies(|game| f64::from(game.forced)));
    list.add("A5.pass", "plies with only a pass", Unit::Share, of_plies(|game| f64::from(game.forced_passes)));

    list.add("A6.mean", "choices, arithmetic mean", Unit::Choices, of_plies(|game| game.choices as f64));
    let logs = games.iter().map(|game| (game.log_choices, acts(game))).collect();
    list.add("A6.geometric", "choices, geometric mean", Unit::Choices, Sample::Power(logs));
    let most = |game: &GameFacts| f64::from(game.most_choices);
    list.add("A6.most", "choices, most in a game", Unit::Choices, mean(games, most));

    list.add("A7.tree", "tree size, power of ten", Unit::Digits, mean(games, |game| game.log_choices));
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::GameFacts;
    use crate::analysis::measure::{Sheet, metrics};

    fn game(branching: &[u32]) -> GameFacts {
        GameFacts {
            plies: branching.len() as u32,
            choices: branching.iter().map(|b| u64::from(*b)).sum(),
            log_choices: branching.iter().map(|b| f64::from(*b).log10()).sum(),
            forced: branching.iter().filter(|b| **b == 1).count() as u32,
            ..GameFacts::default()
        }
    }

    fn value(games: &[GameFacts], key: &str) -> f64 {
        metrics(&Sheet::default(), games).iter().find(|metric| metric.key == key).unwrap().value()
    }

    /// T log10(mean b) would say 2 log10(50.5) = 3.4 of a game whose tree has 100 leaves.
    #[test]
    fn tree_size_adds_logarithms() {
        let games = [game(&[100, 1])];
        assert!((value(&games, "A7.tree") - 2.0).abs() < 1e-12);
        assert!((value(&games, "A6.geometric") - 10.0).abs() < 1e-9);
        assert!((value(&games, "A6.mean") - 50.5).abs() < 1e-12);
        // A mean over games, not the logarithm of a mean.
        let two = [game(&[100, 1]), game(&[10_000])];
        assert!((value(&two, "A7.tree") - 3.0).abs() < 1e-12);
    }

    /// One forced ply of three is a third, not 0.
    #[test]
    fn a_share_is_no_whole_number() {
        assert!((value(&[game(&[3, 1, 2])], "A5.forced") - 1.0 / 3.0).abs() < 1e-12);
    }
}
