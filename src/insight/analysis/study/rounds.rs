//! The games of a study in the order in which they are played: every cell comes forward at the same pace, so that the estimate
//! holds and a report on the way says something of all.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::outline::Study;
use super::shard::{Parts, Shard};

impl Study {
    /// The rounds of a part in the order in which they are played.
    pub fn rounds(&self, shard: Shard) -> Rounds<'_> {
        Rounds::new(self, shard)
    }

    /// How many games of each cell are in these parts.
    pub fn held(&self, parts: &Parts) -> impl Iterator<Item = u64> {
        let mut before = 0;
        self.cells.iter().map(move |cell| {
            let places = before..before + cell.rounds();
            before = places.end;
            (parts.count(places) * cell.ways).min(cell.games)
        })
    }
}

/// The rounds of a part of a study: games of a cell in which the players are seated in turn. A part has all games of a round.
pub struct Rounds<'s> {
    study: &'s Study,
    step: u64,
    /// The next round of each cell that has one, by its pace.
    next: BinaryHeap<Reverse<(u64, usize, u64)>>,
}

impl<'s> Rounds<'s> {
    pub(super) fn new(study: &'s Study, shard: Shard) -> Self {
        let mut rounds = Rounds { study, step: shard.of, next: BinaryHeap::with_capacity(study.cells.len()) };
        let mut before = 0;
        for (cell, its) in study.cells.iter().enumerate() {
            // The first round of the cell whose place among all rounds is in this part.
            rounds.put(cell, (shard.part - 1 + shard.of - before % shard.of) % shard.of);
            before += its.rounds();
        }
        rounds
    }

    fn put(&mut self, cell: usize, round: u64) {
        if let Some(its) = self.study.cells.get(cell).filter(|its| round < its.rounds()) {
            self.next.push(Reverse((its.pace(round), cell, round)));
        }
    }
}

impl Iterator for Rounds<'_> {
    /// The cell, and the numbers of the games.
    type Item = (usize, Range<u64>);

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((_, cell, round)) = self.next.pop()?;
        self.put(cell, round + self.step);
        Some((cell, self.study.cells.get(cell)?.games_of_round(round)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::super::{Parts, Shard, Study};

    #[test]
    fn the_parts_have_every_game_once() {
        let text = "games = 6\n[[game]]\nfile = \"hex\"\noptions.size = [3, 4, 5]\n[[match]]\nplayers = [\"random\", \"mcts:3\"]\n\
                    [[match]]\nplayers = [\"random\", \"random\"]\ngames = 5\n";
        let study = Study::read(text).unwrap();
        let games = |shard| {
            let rounds = study.rounds(shard).collect::<Vec<_>>();
            rounds.into_iter().flat_map(|(cell, games)| games.map(move |number| (cell, number))).collect::<Vec<_>>()
        };
        let mut all = games(Shard::WHOLE);
        assert_eq!(all[..2], [(1, 0), (3, 0)], "the many small rounds first");
        all.sort_unstable();
        assert_eq!(all.len() as u64, study.games());
        for of in [2, 3, 7, 100] {
            let parts = (1..=of).map(|part| Shard { part, of });
            let mut theirs = Vec::new();
            for shard in parts {
                let its = games(shard);
                for (cell, held) in study.held(&Parts::from(shard)).enumerate() {
                    assert_eq!(
                        its.iter().filter(|(its, _)| *its == cell).count() as u64,
                        held,
                        "{shard} of cell {cell}"
                    );
                }
                theirs.extend(its);
            }
            theirs.sort_unstable();
            assert_eq!(theirs, all);
        }
    }
}
