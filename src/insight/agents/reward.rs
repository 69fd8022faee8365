//! What the end of a game is worth to each seat, in whole numbers, so that sums do not depend on their order.

use rulebook_play::engine::{Outcome, Position};

/// What a game that is won alone is worth: divisible by every number of players.
pub const WIN: u64 = 720_720;

/// The seats that won, as a set of bits; none in a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Winners(u16);

impl Winners {
    /// Nobody: a draw.
    pub const NOBODY: Winners = Winners(0);

    /// The winners of a game whose last position this is. Where no rule says how it ended, nobody.
    pub fn of(position: &Position, outcome: &Outcome) -> Self {
        let seats = outcome.winners.iter().map(|role| position.seat_of_role(*role));
        Winners(seats.fold(0, |set, seat| set | 1 << (seat - 1)))
    }

    /// The seats of roles given as a set of bits, where the first two seats may be exchanged.
    pub fn of_roles(roles: u16, swapped: bool) -> Self {
        Winners(if swapped { roles >> 1 & 1 | roles << 1 & 2 } else { roles })
    }

    /// What this is worth to a seat, from 1, of a game for so many: a draw is shared by all, a win by the winners. To seat 0, which is
    /// nature, all is worth nothing.
    pub fn worth(self, seat: u8, seats: usize) -> u64 {
        match self.0 {
            _ if seat == 0 => 0,
            0 => WIN / (seats.max(1) as u64),
            winners if winners >> (seat - 1) & 1 == 1 => WIN / u64::from(winners.count_ones()),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{WIN, Winners};

    #[test]
    fn what_is_shared_out_is_always_the_same() {
        for seats in 1..=16u8 {
            for winners in [0, 1, 3, 7].into_iter().filter(|winners: &u16| u32::from(*winners) < 1 << seats) {
                let total: u64 = (1..=seats).map(|seat| Winners(winners).worth(seat, usize::from(seats))).sum();
                assert_eq!(total, WIN, "{winners:b} of {seats}");
            }
        }
    }
}
