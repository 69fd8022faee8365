//! A1 to A3: how games end, and for whom.

use super::facts::{Ending, GameFacts};
use super::metric::{List, Unit, points, rate};
use super::sheet::Sheet;

pub(super) fn outcomes(sheet: &Sheet, games: &[GameFacts], list: &mut List) {
    let won = |game: &GameFacts| matches!(&game.ending, Ending::Over { winners, .. } if !winners.is_empty());
    let drawn = |game: &GameFacts| matches!(&game.ending, Ending::Over { winners, .. } if winners.is_empty());
    list.add("A1.decisive", "games with a winner", Unit::Share, rate(games, won));
    list.add("A1.draw", "games drawn", Unit::Share, rate(games, drawn));
    list.add("A1.cut", "games cut off", Unit::Share, rate(games, GameFacts::is_cut));
    for (place, clause) in sheet.clauses.iter().enumerate() {
        let by =
            |game: &GameFacts| matches!(&game.ending, Ending::Over { clause, .. } if usize::from(*clause) == place);
        list.add(format!("A1.clause.{clause}"), sheet.ended_by(place), Unit::Share, rate(games, by));
    }
    for seat in 1..=sheet.roles.len() as u8 {
        let sample = points(games, |game| game.score(seat));
        let role = sheet.roles.get(usize::from(seat) - 1).filter(|_| !sheet.pie);
        let role = role.map(|role| format!(" ({role})")).unwrap_or_default();
        let label = format!("score of seat {seat}{role}");
        list.add(format!("A2.seat.{seat}"), label, Unit::Score, sample);
    }
    // Without a pie rule each seat has one role, and the same would be told twice.
    for (role, name) in sheet.roles.iter().enumerate().filter(|_| sheet.pie) {
        let sample = points(games, |game| game.score(game.seat_of_role(role as u8)?));
        list.add(format!("A3.role.{name}"), format!("score of {name}"), Unit::Score, sample);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Ending, GameFacts, Sheet};
    use crate::analysis::measure::metrics;

    fn sheet() -> Sheet {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        Sheet { roles: names(&["Black", "White"]), clauses: names(&["full", "1"]), pie: true, ..Sheet::default() }
    }

    fn game(winners: Option<&[u8]>, roles: [u8; 2]) -> GameFacts {
        let over = |winners: &[u8]| Ending::Over { clause: 1, winners: winners.to_vec() };
        GameFacts { ending: winners.map_or(Ending::Cut, over), roles: roles.to_vec(), ..GameFacts::default() }
    }

    /// Shares of games are true fractions, and seat and role differ where seats were changed.
    #[test]
    fn shares_are_fractions() {
        let games = [
            game(Some(&[1]), [0, 1]),
            game(Some(&[1]), [1, 0]),
            game(Some(&[2]), [1, 0]),
            game(Some(&[]), [0, 1]),
            game(None, [0, 1]),
        ];
        let found = metrics(&sheet(), &games);
        let value = |key: &str| found.iter().find(|metric| metric.key == key).unwrap().value();
        assert!((value("A1.decisive") - 0.6).abs() < 1e-12 && (value("A1.draw") - 0.2).abs() < 1e-12);
        assert!((value("A1.cut") - 0.2).abs() < 1e-12 && (value("A1.clause.1") - 0.8).abs() < 1e-12);
        // Seat 1: two wins and a draw among four games that were decided.
        assert!((value("A2.seat.1") - 2.5 / 4.0).abs() < 1e-12 && (value("A2.seat.2") - 1.5 / 4.0).abs() < 1e-12);
        // Black won the first as seat 1 and the third as seat 2, and drew once.
        assert!((value("A3.role.Black") - 2.5 / 4.0).abs() < 1e-12, "{}", value("A3.role.Black"));
        assert!((value("A3.role.White") - 1.5 / 4.0).abs() < 1e-12);
    }
}
