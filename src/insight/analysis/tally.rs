//! What random games came to.

use std::collections::BTreeMap;

use super::{End, Played};
use rulebook_language::model::Game;
use rulebook_play::engine::Position;

/// The results of games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    /// All their actions.
    pub plies: u64,
    /// All their legal actions, where they are counted.
    pub choices: Option<u64>,
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
        if let Some(choices) = played.choices {
            *self.choices.get_or_insert(0) += choices;
        }
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

    /// Counts the games of another tally too.
    pub fn merge(&mut self, other: Tally) {
        if other.games > 0 {
            self.shortest = if self.games == 0 { other.shortest } else { self.shortest.min(other.shortest) };
        }
        self.longest = self.longest.max(other.longest);
        self.games += other.games;
        self.plies += other.plies;
        if let Some(choices) = other.choices {
            *self.choices.get_or_insert(0) += choices;
        }
        self.cut += other.cut;
        self.first_seat.iter_mut().zip(other.first_seat).for_each(|(all, more)| *all += more);
        for ((_, wins), (_, more)) in self.roles.iter_mut().zip(other.roles) {
            *wins += more;
        }
        for (clause, count) in other.clauses {
            *self.clauses.entry(clause).or_default() += count;
        }
    }

    /// The mean number of actions of a game.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / (self.games as f64).max(1.0)
    }

    /// The mean number of legal actions of a position, where they are counted.
    pub fn mean_choices(&self) -> Option<f64> {
        self.choices.map(|choices| choices as f64 / (self.plies as f64).max(1.0))
    }
}
