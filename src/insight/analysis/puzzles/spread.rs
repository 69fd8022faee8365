//! Which puzzles are taken of those that were found: themes are to be told apart.

use std::collections::BTreeMap;

use super::puzzle::{Puzzle, Theme};

/// How often each part of a theme has been taken.
#[derive(Default)]
struct Taken {
    clauses: BTreeMap<String, usize>,
    deeds: BTreeMap<(String, Vec<&'static str>), usize>,
    plies: BTreeMap<u8, usize>,
}

impl Taken {
    fn count(&self, theme: &Theme) -> usize {
        let of = |found: Option<&usize>| found.copied().unwrap_or(0);
        of(self.clauses.get(&theme.clause))
            + of(self.deeds.get(&(theme.rule.clone(), theme.deeds.clone())))
            + of(self.plies.get(&theme.plies))
    }

    fn take(&mut self, theme: &Theme) {
        *self.clauses.entry(theme.clause.clone()).or_default() += 1;
        *self.deeds.entry((theme.rule.clone(), theme.deeds.clone())).or_default() += 1;
        *self.plies.entry(theme.plies).or_default() += 1;
    }
}

/// So many of the puzzles, at most one of each game: again and again the one whose end clause, move with what it does, and number of plies
/// have been taken the least; of several the one that was missed the most, then the first. Those with fewer plies come first.
pub fn spread(mut found: Vec<Puzzle>, number: usize) -> Vec<Puzzle> {
    let (mut taken, mut chosen) = (Taken::default(), Vec::new());
    while chosen.len() < number {
        let rank =
            |(place, puzzle): &(usize, &Puzzle)| (taken.count(&puzzle.theme), std::cmp::Reverse(puzzle.missed), *place);
        let Some((place, _)) = found.iter().enumerate().min_by_key(rank) else { break };
        let puzzle = found.remove(place);
        taken.take(&puzzle.theme);
        found.retain(|other| other.game != puzzle.game);
        chosen.push(puzzle);
    }
    chosen.sort_by_key(|puzzle| (puzzle.theme.plies, puzzle.game));
    chosen
}
