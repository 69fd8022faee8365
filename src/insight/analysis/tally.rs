//! What random games came to.

use std::collections::BTreeMap;

use super::{DuelError, End, Played};
use rulebook_batch::{Ended, Finished};
use rulebook_language::model::Game;
use rulebook_language::util::Id;
use rulebook_play::engine::Position;

/// Games that could not be played to an end, all for one reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// Why.
    pub trouble: DuelError,
    /// How many.
    pub games: u64,
    /// The number of the first of them.
    pub first: u64,
}

/// The results of games of one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// The number of games that were played to an end, or cut off.
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
    /// Games cut off.
    pub cut: u64,
    /// Games decided, by end clause in the order of the rules; last the rules about repetition.
    clauses: Vec<(String, u64)>,
    /// Games that could not be played to an end, which count nowhere else, in the order of the first of each reason.
    pub unfinished: Vec<Unfinished>,
}

impl Tally {
    /// Nothing played yet.
    pub fn new(game: &Game) -> Self {
        let ends = game.ends.iter().map(|end| end.name.as_str()).chain(["repetition"]);
        Tally {
            roles: game.players.iter().map(|name| (name.clone(), 0)).collect(),
            clauses: ends.map(|name| (name.to_owned(), 0)).collect(),
            ..Tally::default()
        }
    }

    /// Counts a game, whose last position is given.
    pub fn add(&mut self, played: &Played, last: &Position) {
        self.count(played.plies, played.choices);
        let End::Over(outcome) = &played.end else {
            self.cut += 1;
            return;
        };
        let winners = outcome.winners.iter().fold(0, |winners, role| winners | 1 << role.index());
        let clause = self.clauses.iter().position(|(name, _)| *name == outcome.clause);
        let first = 1 << last.role_of_seat(1).index();
        self.decide(clause, winners, winners & first != 0);
    }

    /// Counts a game that could not be played to an end.
    pub fn fail(&mut self, index: u64, trouble: DuelError) {
        self.unfinish(Unfinished { trouble, games: 1, first: index });
    }

    fn unfinish(&mut self, more: Unfinished) {
        match self.unfinished.iter_mut().find(|known| known.trouble == more.trouble) {
            Some(known) => {
                known.games += more.games;
                known.first = known.first.min(more.first);
            }
            None => self.unfinished.push(more),
        }
        self.unfinished.sort_by_key(|known| known.first);
    }

    /// Counts a game of a batch.
    pub(super) fn add_finished(&mut self, finished: &Finished) {
        self.count(finished.plies, finished.choices);
        match finished.end {
            Ended::Over(clause, winners) => {
                let first = if finished.swapped { 0b10 } else { 0b01 };
                self.decide(Some(usize::from(clause)), winners.into(), winners & first != 0);
            }
            Ended::Cut => self.cut += 1,
            // Counted as unfinished.
            Ended::Stuck | Ended::Broken(_) => {}
        }
    }

    /// Counts a game's length.
    fn count(&mut self, plies: u32, choices: Option<u64>) {
        if self.games == 0 {
            (self.shortest, self.choices) = (plies, choices);
        } else {
            self.shortest = self.shortest.min(plies);
            self.choices = self.choices.zip(choices).map(|(all, more)| all + more);
        }
        self.longest = self.longest.max(plies);
        self.games += 1;
        self.plies += u64::from(plies);
    }

    /// Counts a result: the clause by its place, the winners as a set of bits, and whether the first seat is among them.
    fn decide(&mut self, clause: Option<usize>, winners: u32, first_won: bool) {
        let place = match winners {
            0 => 1,
            _ if first_won => 0,
            _ => 2,
        };
        self.first_seat[place] += 1;
        for (role, (_, wins)) in self.roles.iter_mut().enumerate() {
            *wins += u64::from(winners >> role & 1);
        }
        if let Some((_, count)) = clause.and_then(|clause| self.clauses.get_mut(clause)) {
            *count += 1;
        }
    }

    /// Games decided, by end clause; of clauses that share a name, together.
    pub fn clauses(&self) -> BTreeMap<String, u64> {
        let mut clauses = BTreeMap::new();
        for (name, count) in self.clauses.iter().filter(|(_, count)| *count > 0) {
            *clauses.entry(name.clone()).or_default() += count;
        }
        clauses
    }

    /// Counts the games of another tally too.
    pub fn merge(&mut self, mut other: Tally) {
        let unfinished = std::mem::take(&mut other.unfinished);
        if self.games == 0 {
            other.unfinished = std::mem::take(&mut self.unfinished);
            *self = other;
        } else if other.games > 0 {
            self.add_all(other);
        }
        unfinished.into_iter().for_each(|more| self.unfinish(more));
    }

    fn add_all(&mut self, other: Tally) {
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        self.games += other.games;
        self.plies += other.plies;
        self.choices = self.choices.zip(other.choices).map(|(all, more)| all + more);
        self.cut += other.cut;
        self.first_seat.iter_mut().zip(other.first_seat).for_each(|(all, more)| *all += more);
        for ((_, count), (_, more)) in self.roles.iter_mut().zip(other.roles) {
            *count += more;
        }
        for ((_, count), (_, more)) in self.clauses.iter_mut().zip(other.clauses) {
            *count += more;
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
