//! Killer moves: what wins at once, and where those have played who win.

use super::facts::{Ending, GameFacts};
use super::sheet::Sheet;
use crate::statistics::{Estimate, Mean, RatioTerm, rate};

/// What won games end with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Killers {
    /// Games that one player won.
    pub won: u64,
    /// The games among these that ended with an action of the winner.
    pub closed: u64,
    /// Moves by their names, those first that end most games.
    pub moves: Vec<Killer>,
    /// Cells that moves go to, those first that end most games.
    pub cells: Vec<Killer>,
}

/// A move, or all moves to a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Killer {
    /// The name of the move or of the cell.
    pub name: String,
    /// The games that it won at once.
    pub times: u64,
    /// Their share of the won games.
    pub closing: Estimate,
    /// The share of such actions that win at once, over all games.
    pub kills: Estimate,
    /// Of a cell: by how much the roles that moved there scored more than an even share, on average; the interval holds for all cells
    /// together.
    pub contribution: Option<Estimate>,
}

impl Killers {
    /// Of games whose names are in `sheet`.
    pub fn new(sheet: &Sheet, games: &[GameFacts]) -> Killers {
        let sole = |game: &GameFacts| matches!(&game.ending, Ending::Over { winners, .. } if winners.len() == 1);
        let won = games.iter().filter(|game| sole(game)).count() as u64;
        let closed = games.iter().filter(|game| closing(game).is_some()).count() as u64;
        let killer = |name: &String, terms: Vec<RatioTerm>, contribution: Option<Estimate>| -> Option<Killer> {
            let made: Vec<RatioTerm> = terms.into_iter().filter(|term| term.1 > 0.0).collect();
            let times = made.iter().map(|term| term.0).sum::<f64>() as u64;
            let kills = Mean::ratio(&made).estimate().clamped(0.0, 1.0);
            let shown = !name.is_empty() && !made.is_empty();
            shown.then(|| Killer { name: name.clone(), times, closing: rate(times, won), kills, contribution })
        };
        let of_move = |(place, name): (usize, &String)| {
            let wins = |game: &GameFacts| closing(game).is_some_and(|last| usize::from(last.rule) == place);
            let made = |game: &GameFacts| game.moves.get(place).map_or(0.0, |count| f64::from(*count));
            killer(name, games.iter().map(|game| (f64::from(wins(game)), made(game))).collect(), None)
        };
        let level = 1.0 - 0.05 / sheet.cell_count().max(1) as f64;
        let of_cell = |(slot, name): (usize, &String)| {
            let wins = |game: &GameFacts| closing(game).and_then(|last| last.cell).map(usize::from) == Some(slot);
            let made = |game: &GameFacts| game.visits.get(slot).map_or(0.0, |count| f64::from(*count));
            let terms = games.iter().map(|game| (f64::from(wins(game)), made(game))).collect();
            killer(name, terms, contribution(games, slot, level))
        };
        let sorted = |mut list: Vec<Killer>| {
            list.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| b.kills.value.total_cmp(&a.kills.value)));
            list
        };
        Killers {
            won,
            closed,
            moves: sorted(sheet.moves.iter().enumerate().filter_map(of_move).collect()),
            cells: sorted(sheet.cells.iter().enumerate().filter_map(of_cell).collect()),
        }
    }
}

/// The last action of a game that its only winner made.
fn closing(game: &GameFacts) -> Option<super::facts::LastAction> {
    let Ending::Over { winners, .. } = &game.ending else { return None };
    game.last.filter(|last| winners.as_slice() == [last.seat])
}

/// By how much the roles scored more than an even share that moved to a slot; nothing where nobody did in a game that has a score.
fn contribution(games: &[GameFacts], slot: usize, level: f64) -> Option<Estimate> {
    let term = |game: &GameFacts| -> Option<RatioTerm> {
        let seats = game.roles.len() as u8;
        let there = *game.visitors.get(slot)?;
        let roles = (0..seats).filter(|role| there >> (role % 32) & 1 == 1);
        let scores = roles.map(|role| game.seat_of_role(role).and_then(|seat| game.score(seat)));
        let scores: Vec<f64> = scores.collect::<Option<_>>()?;
        let even = 1.0 / f64::from(seats.max(1));
        (!scores.is_empty()).then(|| (scores.iter().map(|score| score - even).sum(), scores.len() as f64))
    };
    let terms: Vec<RatioTerm> = games.iter().filter_map(term).collect();
    let even = 1.0 / games.first().map_or(1, |game| game.roles.len().max(1)) as f64;
    (!terms.is_empty()).then(|| Mean::ratio(&terms).estimate_at(level).clamped(-even, 1.0 - even))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::super::facts::LastAction;
    use super::{Ending, GameFacts, Killers, Sheet};

    /// A game for two in which seat 1 moved to the first cell, seat 2 to the second, and `last` moved to the third.
    fn game(winners: &[u8], last: u8) -> GameFacts {
        GameFacts {
            ending: Ending::Over { clause: 0, winners: winners.to_vec() },
            roles: vec![0, 1],
            moves: vec![3],
            visits: vec![1, 1, 1],
            visitors: vec![1, 2, 1 << (last - 1)],
            last: Some(LastAction { rule: 0, cell: Some(2), seat: last }),
            ..GameFacts::default()
        }
    }

    #[test]
    fn who_moves_where_wins() {
        let sheet = Sheet {
            moves: vec!["place".to_owned()],
            cells: ["a1", "b1", "c1"].map(str::to_owned).to_vec(),
            ..Sheet::default()
        };
        // Seat 1 wins three of four by its own last action, seat 2 one by an action of seat 1.
        let games = [game(&[1], 1), game(&[1], 1), game(&[1], 1), game(&[2], 1)];
        let found = Killers::new(&sheet, &games);
        assert_eq!((found.won, found.closed), (4, 3));
        let cell = |name: &str| found.cells.iter().find(|cell| cell.name == name).unwrap();
        assert_eq!(found.cells[0].name, "c1");
        assert_eq!((cell("c1").times, cell("c1").closing.value, cell("c1").kills.value), (3, 0.75, 0.75));
        assert_eq!((cell("a1").times, cell("a1").kills.value), (0, 0.0));
        assert!((cell("a1").contribution.unwrap().value - 0.25).abs() < 1e-12);
        assert!((cell("b1").contribution.unwrap().value + 0.25).abs() < 1e-12);
        // A third of the moves of a game, in three games of four.
        assert!((found.moves[0].kills.value - 0.25).abs() < 1e-12);
    }

    /// Seat 2 takes over the role that moved to the first cell, and wins with it.
    #[test]
    fn a_role_keeps_its_cells() {
        let sheet = Sheet { cells: vec!["a1".to_owned()], ..Sheet::default() };
        let swapped = GameFacts { roles: vec![1, 0], ..game(&[2], 2) };
        let found = Killers::new(&sheet, &[swapped]);
        assert!(found.cells[0].contribution.is_some_and(|gain| (gain.value - 0.5).abs() < 1e-12));
    }

    #[test]
    fn draws_and_games_cut_off_are_won_by_nobody() {
        let sheet = Sheet { cells: vec!["a1".to_owned()], ..Sheet::default() };
        let cut = GameFacts { ending: Ending::Cut, ..game(&[1], 1) };
        let found = Killers::new(&sheet, &[game(&[], 1), cut]);
        assert_eq!((found.won, found.closed, found.cells[0].times), (0, 0, 0));
        // Both of whom nobody won: even in the draw, without a score in the other.
        assert!(found.cells[0].contribution.is_some_and(|even| even.value.abs() < 1e-12 && even.n == 1));
    }
}
