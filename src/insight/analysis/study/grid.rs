//! The cells of a study: all that is the same for a number of games.

use std::ops::Range;

use crate::agents::Spec;

/// A game with values for some of its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Which of the study's games, by its place.
    pub entry: usize,
    /// The options that the study sets.
    pub options: Vec<(String, String)>,
}

/// What is the same for a number of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The game with its options, by its place among the settings.
    pub setting: usize,
    /// Who plays, the first one seat 1 in the first game.
    pub players: Vec<Spec>,
    /// The match that they play, by its place in the study.
    pub pattern: usize,
    /// What stood for `{budget}`.
    pub budget: Option<u32>,
    /// The seed.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// In how many ways the players are set at the board in turn; each game of the seed is played in each way.
    pub ways: u64,
}

impl Cell {
    /// The players of game `number` by seat, by their places among the players of the cell.
    pub fn seated(&self, number: u64) -> Vec<usize> {
        let count = self.players.len();
        let shift = (number % self.ways.max(1)) as usize;
        (0..count).map(|seat| (seat + shift) % count.max(1)).collect()
    }

    /// The number of rounds: in each of them the players are seated at the board in turn.
    pub fn rounds(&self) -> u64 {
        self.games.div_ceil(self.ways.max(1))
    }

    /// The games of a round.
    pub fn games_of_round(&self, round: u64) -> Range<u64> {
        let ways = self.ways.max(1);
        round * ways..self.games.min((round + 1) * ways)
    }

    /// When a round's turn comes, among all cells: in the order of these numbers, all cells come forward at the same pace.
    pub fn pace(&self, round: u64) -> u64 {
        ((2 * round + 1) << 32) / (2 * self.rounds().max(1))
    }
}

/// In how many ways players can be set at the board in turn, so that the game differs.
pub fn ways(players: &[Spec]) -> u64 {
    let count = players.len();
    let same = |shift: &usize| (0..count).all(|seat| players[seat] == players[(seat + shift) % count]);
    (1..=count).find(same).unwrap_or(1) as u64
}

/// Every combination of one value of each option, the last option's values next to each other.
pub fn combinations(options: &[(String, Vec<String>)]) -> Vec<Vec<(String, String)>> {
    options.iter().fold(vec![Vec::new()], |known, (name, values)| {
        let longer = |before: &Vec<(String, String)>| {
            let before = before.clone();
            let with = move |value: &String| {
                let mut combination = before.clone();
                combination.push((name.clone(), value.clone()));
                combination
            };
            values.iter().map(with).collect::<Vec<_>>()
        };
        known.iter().flat_map(longer).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::{Cell, combinations, ways};
    use crate::agents::Spec;

    fn specs(texts: &[&str]) -> Vec<Spec> {
        texts.iter().filter_map(|text| text.parse().ok()).collect()
    }

    #[test]
    fn players_change_seats_where_that_makes_a_difference() {
        assert_eq!(ways(&specs(&["random", "random"])), 1);
        assert_eq!(ways(&specs(&["random", "mcts:5"])), 2);
        assert_eq!(ways(&specs(&["random", "mcts:5", "random"])), 3);
        let players = specs(&["random", "mcts:5", "mcts:6"]);
        let cell = Cell { setting: 0, ways: ways(&players), players, pattern: 0, budget: None, seed: 1, games: 6 };
        assert_eq!([0, 1, 2, 3].map(|number| cell.seated(number)), [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]);
    }

    #[test]
    fn cells_come_forward_at_the_same_pace() {
        let sizes = [3, 70, 500];
        let cell = |games| Cell { setting: 0, players: Vec::new(), pattern: 0, budget: None, seed: 1, games, ways: 1 };
        let mut order: Vec<(u64, usize)> = Vec::new();
        for (place, games) in sizes.into_iter().enumerate() {
            order.extend((0..games).map(|number| (cell(games).pace(number), place)));
        }
        order.sort_unstable();
        let mut played = [0.0; 3];
        for (place, (_, which)) in order.iter().enumerate() {
            played[*which] += 1.0;
            let share = (place + 1) as f64 / order.len() as f64;
            for (count, size) in played.iter().zip(sizes) {
                assert!((count - share * size as f64).abs() < 1.5, "{played:?} after {place}");
            }
        }
    }

    #[test]
    fn options_make_a_grid() {
        let list = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
        let grid = combinations(&[("a".to_owned(), list(&["1", "2"])), ("b".to_owned(), list(&["x", "y", "z"]))]);
        let shown: Vec<String> = grid.iter().map(|one| format!("{}{}", one[0].1, one[1].1)).collect();
        assert_eq!(shown, ["1x", "1y", "1z", "2x", "2y", "2z"]);
        assert_eq!(combinations(&[]), [Vec::new()]);
    }
}
