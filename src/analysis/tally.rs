//! What random games came to.

use std::collections::BTreeMap;

use super::{End, Played};
use crate::engine::Position;
use crate::model::Game;

/// How often something happened among how many, with the bounds between which its rate lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The rate.
    pub rate: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The results of games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// All their actions.
    pub plies: u64,
    /// All their legal actions.
    pub choices: u64,
    /// The length of the shortest.
    pub shortest: u32,
    /// The length of the longest.
    pub longest: u32,
    /// Games that the seat won which moved first; draws; games that it lost.
    pub first_seat: [u64; 3],
    /// Games won, by role in the order of play.
    pub roles: Vec<(String, u64)>,
    /// Games decided, by end clause.
    pub clauses: BTreeMap<String, u64>,
    /// Games cut off.
    pub cut: u64,
}

impl Tally {
    /// Nothing played yet.
    pub fn new(game: &Game) -> Self {
        Tally { roles: game.players.iter().map(|name| (name.clone(), 0)).collect(), ..Tally::default() }
    }

    /// Counts a game, whose last position is given.
    pub fn add(&mut self, played: &Played, last: &Position) {
        self.shortest = if self.games == 0 { played.plies } else { self.shortest.min(played.plies) };
        self.longest = self.longest.max(played.plies);
        self.games += 1;
        self.plies += u64::from(played.plies);
        self.choices += played.choices;
        let End::Over(outcome) = &played.end else {
            self.cut += 1;
            return;
        };
        let place = match () {
            () if outcome.is_draw() => 1,
            () if outcome.won(last.role_of_seat(1)) => 0,
            () => 2,
        };
        self.first_seat[place] += 1;
        for (role, (_, wins)) in last.game().players.ids().zip(&mut self.roles) {
            *wins += u64::from(outcome.won(role));
        }
        match self.clauses.get_mut(&outcome.clause) {
            Some(count) => *count += 1,
            None => {
                self.clauses.insert(outcome.clause.clone(), 1);
            }
        }
    }

    /// The mean number of actions of a game.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / (self.games as f64).max(1.0)
    }

    /// The mean number of legal actions of a position.
    pub fn mean_choices(&self) -> f64 {
        self.choices as f64 / (self.plies as f64).max(1.0)
    }
}

impl Share {
    /// The 95 % interval of `times` among `of` (Wilson 1927, "Probable inference, the law of succession, and statistical
    /// inference"). Of nothing, everything is possible.
    pub fn of(times: f64, of: u64) -> Self {
        const Z: f64 = 1.959_963_984_540_054;
        if of == 0 {
            return Share { rate: 0.0, low: 0.0, high: 1.0 };
        }
        let n = of as f64;
        let rate = times / n;
        let middle = (rate + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
        Share { rate, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    /// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
    #[test]
    fn intervals_are_the_published_ones() {
        for (times, of, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let share = Share::of(times, of);
            assert!((share.low - low).abs() < 5e-5 && (share.high - high).abs() < 5e-5, "{times}/{of}: {share:?}");
        }
    }
}
