//! B1 to B5: how a game feels, as far as values by search can tell.

use super::facts::{GameFacts, Lead};
use super::metric::{List, Margin, Sample, Unit};
use crate::statistics::RatioTerm;

pub(super) fn tension(games: &[GameFacts], list: &mut List) {
    if games.iter().all(|game| game.lead.is_none()) {
        return;
    }
    let parts = |part: &dyn Fn(&GameFacts, &Lead) -> Option<RatioTerm>| {
        let term = |game: &GameFacts| game.lead.as_ref().and_then(|lead| part(game, lead)).unwrap_or_default();
        Sample::Ratio(games.iter().map(term).collect())
    };
    let plies = |game: &GameFacts| f64::from(game.plies);
    let drama = parts(&|_, lead| lead.drama.map(|drama| (drama, 1.0)));
    list.add("B1.drama", "how far the later winner was behind, mean over plies", Unit::Value, drama);
    let trailing = parts(&|game, lead| lead.trailing.map(|count| (f64::from(count), plies(game))));
    list.add("B1.trailing", "plies on which the later winner trailed", Unit::Share, trailing);
    let changes = parts(&|game, lead| (game.plies > 1).then(|| (f64::from(lead.changes), plies(game) - 1.0)));
    list.with_margin("B2.changes", "changes of the leader per ply", Unit::Share, Margin::Points(0.01), changes);
    let last = parts(&|game, lead| {
        (game.plies > 1).then(|| (f64::from(lead.last_change.unwrap_or(0)) / (plies(game) - 1.0), 1.0))
    });
    list.add("B2.last", "when the last one came, as a part of the game", Unit::Share, last);
    let tail = parts(&|game, lead| lead.tail.map(|count| (f64::from(count) / plies(game).max(1.0), 1.0)));
    list.add("B3.tail", "part of the game after which the winner stood at 0.95", Unit::Share, tail);
    list.add("B4.late", "uncertainty of the last third", Unit::Value, parts(&|_, lead| Some((lead.late, 1.0))));
    let open = |lead: &Lead| (lead.open > 0).then(|| f64::from(lead.open));
    let effective = parts(&|_, lead| Some((lead.effective as f64, open(lead)?)));
    list.add("B5.choices", "choices within 0.1 of the best", Unit::Choices, effective);
    let share = parts(&|_, lead| Some((lead.effective as f64, (lead.among > 0).then_some(lead.among as f64)?)));
    list.add("B5.share", "their part of all choices", Unit::Share, share);
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{GameFacts, Lead};
    use crate::analysis::measure::{Sheet, metrics};

    fn game(plies: u32, lead: Lead) -> GameFacts {
        GameFacts { plies, lead: Some(lead), ..GameFacts::default() }
    }

    #[test]
    fn games_without_a_winner_have_no_tail() {
        let won = game(10, Lead { tail: Some(4), drama: Some(0.2), trailing: Some(3), ..Lead::default() });
        let drawn = game(10, Lead { late: 1.0, ..Lead::default() });
        let found = metrics(&Sheet::default(), &[won, drawn]);
        let metric = |key: &str| found.iter().find(|metric| metric.key == key).unwrap();
        assert_eq!((metric("B3.tail").games(), metric("B3.tail").value()), (1, 0.4));
        assert_eq!((metric("B1.trailing").games(), metric("B1.trailing").value()), (1, 0.3));
        assert_eq!((metric("B4.late").games(), metric("B4.late").value()), (2, 0.5));
    }

    #[test]
    fn without_values_there_is_nothing_to_say() {
        assert!(metrics(&Sheet::default(), &[GameFacts::default()]).iter().all(|metric| !metric.key.starts_with('B')));
    }
}
