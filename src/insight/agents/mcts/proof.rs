//! What is proved of a position.

use crate::agents::reward::{WIN, Winners};

/// How the game ends from a position with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Who wins.
    pub winners: Winners,
    /// After how many actions, as far as is known: a win may come sooner.
    pub plies: u16,
}

impl Proof {
    /// Of a game that is over.
    pub fn over(winners: Winners) -> Self {
        Proof { winners, plies: 0 }
    }

    /// The same, seen from one action earlier.
    #[must_use]
    pub fn earlier(self) -> Self {
        Proof { plies: self.plies.saturating_add(1), ..self }
    }

    /// What it is worth to a seat, in a game for so many.
    pub fn worth(self, seat: u8, seats: usize) -> u64 {
        self.winners.worth(seat, seats)
    }

    /// Whether it is a win for a seat alone.
    pub fn wins(self, seat: u8, seats: usize) -> bool {
        self.worth(seat, seats) == WIN
    }

    /// What a seat can reach at best by its actions, if the results of all are known: what takes longest, since it is no win. With
    /// more than two players several may be best for it and not the same for others: then nothing is known.
    pub fn best(results: impl Iterator<Item = Option<Proof>>, seat: u8, seats: usize) -> Option<Proof> {
        let mut best: Option<Proof> = None;
        let mut alike = true;
        for result in results {
            let result = result?;
            match best.map(|best| (result.worth(seat, seats).cmp(&best.worth(seat, seats)), best)) {
                Some((std::cmp::Ordering::Less, _)) => {}
                Some((std::cmp::Ordering::Equal, known)) => {
                    alike &= known.winners == result.winners;
                    best = best.filter(|known| known.plies >= result.plies).or(Some(result));
                }
                _ => (best, alike) = (Some(result), true),
            }
        }
        best.filter(|_| alike)
    }
}
