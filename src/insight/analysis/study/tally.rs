//! What the games of a study came to, counted: tallies of parts add up to those of the whole, in whatever order.

use std::collections::BTreeMap;

use super::play::Field;
use super::row::Row;
use crate::statistics::{Mean, Pairs};

/// What is counted of games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tallied {
    /// By the end clause that decided.
    Clause,
    /// Cut off.
    Cut,
    /// Pairs of games with the seats exchanged, by the half points of the first player.
    Pair,
    /// By the player that won, as in [`Row::player`].
    Player,
    /// By their length in plies.
    Plies,
    /// By the seat that won, as in [`Row::result`].
    Result,
    /// By the role that won.
    Role,
    /// By why they could not be played to an end; such games are counted nowhere else.
    Trouble,
    /// By their length in turns.
    Turns,
}

/// What is counted, in the order of their names.
const TALLIED: [(Tallied, &str); 9] = [
    (Tallied::Clause, "clause"),
    (Tallied::Cut, "cut"),
    (Tallied::Pair, "pair"),
    (Tallied::Player, "player"),
    (Tallied::Plies, "plies"),
    (Tallied::Result, "result"),
    (Tallied::Role, "role"),
    (Tallied::Trouble, "trouble"),
    (Tallied::Turns, "turns"),
];

impl Tallied {
    /// Its name in a file of results.
    pub fn name(self) -> &'static str {
        TALLIED.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }

    /// What has this name.
    pub fn named(name: &str) -> Option<Self> {
        TALLIED.iter().find(|(_, known)| *known == name).map(|(known, _)| *known)
    }
}

/// What games had in common; numbers come before texts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TallyValue {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

/// How many games there were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// So many.
    pub games: u64,
    /// The number of the first of them in its cell.
    pub first: u64,
}

/// What the games of a cell came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    counts: BTreeMap<(Tallied, TallyValue), Count>,
}

impl Tally {
    /// Counts games that are seated in turn, one after another: a pair, where two players exchange seats.
    pub fn add_round(&mut self, ways: u64, rows: &[Row]) {
        rows.iter().for_each(|row| self.add_row(row));
        let points = |row: &Row| match (&row.trouble, row.player?) {
            (Some(_), _) => None,
            (None, 0) => Some(0.5),
            (None, 1) => Some(1.0),
            _ => Some(0.0),
        };
        if let ([one, other], 2) = (rows, ways)
            && let (Some(first), Some(second)) = (points(one), points(other))
        {
            self.count(Tallied::Pair, TallyValue::Number((2.0 * (first + second)) as u64), one.number);
        }
    }

    fn add_row(&mut self, row: &Row) {
        if let Some(why) = &row.trouble {
            return self.count(Tallied::Trouble, TallyValue::Text(why.clone()), row.number);
        }
        let numbers = [
            (Tallied::Cut, row.cut.then_some(1)),
            (Tallied::Player, row.player.map(u64::from)),
            (Tallied::Plies, Some(row.plies.into())),
            (Tallied::Result, row.result.map(u64::from)),
            (Tallied::Turns, Some(row.turns.into())),
        ];
        for (what, number) in numbers {
            if let Some(number) = number {
                self.count(what, TallyValue::Number(number), row.number);
            }
        }
        for (what, text) in [(Tallied::Clause, &row.clause), (Tallied::Role, &row.role)] {
            if let Some(text) = text {
                self.count(what, TallyValue::Text(text.clone()), row.number);
            }
        }
    }

    fn count(&mut self, what: Tallied, value: TallyValue, number: u64) {
        self.add(what, value, Count { games: 1, first: number });
    }

    /// Adds games that were counted elsewhere.
    pub fn add(&mut self, what: Tallied, value: TallyValue, more: Count) {
        let known = self.counts.entry((what, value)).or_insert(Count { games: 0, ..more });
        known.games = known.games.saturating_add(more.games);
        known.first = known.first.min(more.first);
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Tally) {
        other.counts().for_each(|(what, value, count)| self.add(what, value.clone(), count));
    }

    /// Everything that was counted, in order.
    pub fn counts(&self) -> impl Iterator<Item = (Tallied, &TallyValue, Count)> {
        self.counts.iter().map(|((what, value), count)| (*what, value, *count))
    }

    /// The games by what they came to in one respect.
    fn of(&self, what: Tallied) -> impl Iterator<Item = (&TallyValue, Count)> {
        self.counts().filter(move |(known, ..)| *known == what).map(|(_, value, count)| (value, count))
    }

    fn numbers(&self, what: Tallied) -> impl Iterator<Item = (u64, u64)> {
        self.of(what).filter_map(|(value, count)| match value {
            TallyValue::Number(number) => Some((*number, count.games)),
            TallyValue::Text(_) => None,
        })
    }

    /// The games with these numbers in one respect.
    pub(super) fn games(&self, what: Tallied, holds: impl Fn(u64) -> bool) -> u64 {
        self.numbers(what).filter(|(number, _)| holds(*number)).map(|(_, games)| games).sum()
    }

    /// The games by their texts in one respect.
    pub(super) fn texts(&self, what: Tallied) -> impl Iterator<Item = (&str, Count)> {
        self.of(what).filter_map(|(value, count)| match value {
            TallyValue::Text(text) => Some((text.as_str(), count)),
            TallyValue::Number(_) => None,
        })
    }

    /// The mean of one number a game.
    pub(super) fn mean(&self, what: Tallied) -> Mean {
        Mean::counted(&self.numbers(what).map(|(number, games)| (number as f64, games)).collect::<Vec<_>>())
    }

    /// The pairs of games with seats exchanged.
    pub(super) fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        for (half_points, games) in self.numbers(Tallied::Pair) {
            if let Some(count) = pairs.counts.get_mut(half_points as usize) {
                *count += games;
            }
        }
        pairs
    }

    /// The games that were played to an end or cut off.
    pub(super) fn played(&self) -> u64 {
        self.games(Tallied::Plies, |_| true)
    }

    /// The games that could not be played to an end, with the first reason.
    pub fn troubled(&self) -> Option<(u64, &str)> {
        let (first, _) = self.texts(Tallied::Trouble).min_by_key(|(_, count)| count.first)?;
        Some((self.texts(Tallied::Trouble).map(|(_, count)| count.games).sum(), first))
    }

    /// All games.
    pub fn there(&self) -> u64 {
        self.played() + self.troubled().map_or(0, |(games, _)| games)
    }
}

/// The tallies of the cells of a study, counted game by game.
pub struct Tallies<'f> {
    field: &'f Field<'f>,
    cells: BTreeMap<usize, Tally>,
    /// The last games, as long as others may belong to them.
    round: Vec<Row>,
}

impl<'f> Tallies<'f> {
    /// Of no games.
    pub fn new(field: &'f Field<'f>) -> Self {
        Tallies { field, cells: BTreeMap::new(), round: Vec::new() }
    }

    /// Counts a game; they come in the order of cells and numbers.
    pub fn add(&mut self, row: Row) {
        let place = |row: &Row| (row.cell, row.number / self.ways(row.cell));
        if self.round.first().is_some_and(|first| place(first) != place(&row)) {
            self.end_round();
        }
        self.round.push(row);
    }

    /// Adds the tally of a cell.
    pub fn merge(&mut self, cell: usize, tally: &Tally) {
        self.cells.entry(cell).or_default().merge(tally);
    }

    /// The tallies.
    pub fn finish(mut self) -> BTreeMap<usize, Tally> {
        self.end_round();
        self.cells
    }

    fn ways(&self, cell: usize) -> u64 {
        self.field.study().cells.get(cell).map_or(1, |cell| cell.ways.max(1))
    }

    fn end_round(&mut self) {
        let Some(cell) = self.round.first().map(|first| first.cell) else { return };
        let ways = self.ways(cell);
        self.cells.entry(cell).or_default().add_round(ways, &self.round);
        self.round.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, TALLIED, Tallied, Tally, TallyValue};
    use crate::analysis::study::Row;

    fn row(number: u64, player: Option<u8>, plies: u32, trouble: bool) -> Row {
        Row {
            cell: 0,
            number,
            result: player,
            player,
            role: player.filter(|player| *player > 0).map(|player| format!("P{player}")),
            clause: player.map(|_| "end".to_owned()),
            plies,
            turns: plies / 2,
            cut: player.is_none(),
            trouble: trouble.then(|| format!("reason {}", number % 3)),
        }
    }

    #[test]
    fn names_are_told_apart_and_in_order() {
        for (what, name) in TALLIED {
            assert_eq!((what.name(), Tallied::named(name)), (name, Some(what)));
        }
        assert!(TALLIED.is_sorted_by_key(|(_, name)| *name) && TALLIED.is_sorted_by_key(|(what, _)| *what));
        assert_eq!(Tallied::named("moves"), None);
    }

    #[test]
    fn games_are_counted() {
        let mut tally = Tally::default();
        tally.add_round(2, &[row(0, Some(1), 7, false), row(1, Some(0), 9, false)]);
        tally.add_round(2, &[row(2, Some(2), 7, false), row(3, None, 20, false)]);
        tally.add_round(2, &[row(4, Some(1), 7, false), row(5, Some(1), 1, true)]);
        assert_eq!((tally.there(), tally.played(), tally.troubled()), (6, 5, Some((1, "reason 2"))));
        assert_eq!(tally.pairs().counts, [0, 0, 0, 1, 0], "pairs that were decided in both games");
        assert_eq!((tally.games(Tallied::Result, |seat| seat == 1), tally.games(Tallied::Cut, |_| true)), (2, 1));
        assert_eq!((tally.mean(Tallied::Plies).value, tally.mean(Tallied::Plies).n), (10.0, 5));
        let roles: Vec<(&str, Count)> = tally.texts(Tallied::Role).collect();
        assert_eq!(roles, [("P1", Count { games: 2, first: 0 }), ("P2", Count { games: 1, first: 2 })]);
        let sevens = tally.counts().find(|(_, value, _)| **value == TallyValue::Number(7)).map(|(.., count)| count);
        assert_eq!(sevens, Some(Count { games: 3, first: 0 }));
    }

    /// However rounds are shared out and the parts put together, the sum is the same.
    #[test]
    fn the_order_of_sums_changes_nothing() {
        let mut state = 1_u64;
        let mut any = |of: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % of
        };
        for _ in 0..50 {
            let (mut whole, mut parts) = (Tally::default(), vec![Tally::default(); 5]);
            for round in 0..any(40) {
                let games = 2 * round..2 * round + 2;
                let rows: Vec<Row> = games
                    .map(|number| {
                        row(number, [None, Some(0), Some(1), Some(2)][any(4) as usize], any(30) as u32, any(8) == 0)
                    })
                    .collect();
                whole.add_round(2, &rows);
                parts[any(5) as usize].add_round(2, &rows);
            }
            while parts.len() > 1 {
                let (one, place) = (parts.swap_remove(any(parts.len() as u64) as usize), any(parts.len() as u64));
                parts[place as usize].merge(&one);
            }
            assert_eq!(parts, [whole]);
        }
    }
}
