//! A8: what of the rules ever comes to pass. End clauses are told with A1.

use super::facts::GameFacts;
use super::metric::{List, Unit, points, rate};
use super::sheet::{BESIDE, Effect, Sheet};

pub(super) fn firing(sheet: &Sheet, games: &[GameFacts], list: &mut List) {
    let own = sheet.moves.len().saturating_sub(BESIDE.len());
    for (place, name) in sheet.moves.iter().enumerate() {
        let made = |game: &GameFacts| game.moves.get(place).is_some_and(|count| *count > 0);
        // What every game has beside its moves is told of where it was done.
        if place < own || games.iter().any(made) {
            list.add(format!("A8.move.{name}"), format!("games with `{name}`"), Unit::Share, rate(games, made));
        }
    }
    if games.iter().any(|game| game.effects.is_some()) {
        let key = |effect: &Effect| format!("A8.effect.{}.{}", effect.of, effect.text);
        for (place, effect) in sheet.effects.iter().enumerate() {
            let done = |game: &GameFacts| {
                let counts = game.effects.as_ref()?;
                Some(f64::from(counts.get(place).is_some_and(|count| *count > 0)))
            };
            // The same words may stand in a move several times.
            let before = sheet.effects.iter().take(place).filter(|other| key(other) == key(effect)).count();
            let again = if before > 0 { format!(" ({})", before + 1) } else { String::new() };
            let key = key(effect) + &again;
            let label = format!("games in which `{}` (line {}) changed something", effect.text, effect.line);
            list.add(key, label, Unit::Share, points(games, done));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{GameFacts, Sheet};
    use crate::analysis::measure::{Method, metrics};

    #[test]
    fn what_never_fired_is_bounded() {
        let moves = ["place", "take", "pass", "swap", "stop"].map(str::to_owned).to_vec();
        let sheet = Sheet { moves, ..Sheet::default() };
        let games: Vec<GameFacts> =
            (0..100).map(|_| GameFacts { moves: vec![3, 0, 0, 0, 0], ..GameFacts::default() }).collect();
        let found = metrics(&sheet, &games);
        let never = found.iter().find(|metric| metric.key == "A8.move.take").unwrap();
        let estimate = never.estimate();
        assert_eq!((never.method(), estimate.value, estimate.high, estimate.n), (Method::RuleOfThree, 0.0, 0.03, 100));
        assert!(found.iter().any(|metric| metric.key == "A8.move.place" && metric.value() == 1.0));
        assert!(found.iter().all(|metric| metric.key != "A8.move.swap"), "nobody could change seats");
    }
}
