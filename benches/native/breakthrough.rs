//! Breakthrough on two words, seen by the mover, whose men go up: between two moves the board is turned upside down.

use super::bits::{places, select};
use super::playout::cell_name;
use super::{Native, Played, Rng};

/// Breakthrough, 8 x 8. Cell 0 is the mover's nearest on column a, cell 8 the one ahead of it.
pub struct Breakthrough {
    mine: u64,
    theirs: u64,
    /// The seat to move, 1 or 2. Seat 1 stands above.
    seat: u8,
    won: bool,
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// How far the three kinds of step go.
const STEPS: [u32; 3] = [8, 9, 7];

impl Breakthrough {
    pub fn new() -> Self {
        Breakthrough { mine: 0xffff, theirs: 0xffff << 48, seat: 1, won: false }
    }

    /// The targets of each kind of step.
    #[inline]
    fn targets(&self) -> [u64; 3] {
        let ahead = (self.mine << 8) & !(self.mine | self.theirs);
        [ahead, (self.mine << 9) & NOT_A & !self.mine, (self.mine << 7) & NOT_H & !self.mine]
    }

    /// Moves; says whether that wins.
    #[inline]
    fn step(&mut self, target: u32, by: u32) -> bool {
        self.mine ^= 1 << target | 1 << (target - by);
        self.theirs &= !(1 << target);
        let won = target >= 56 || self.theirs == 0;
        (self.mine, self.theirs) = (self.theirs.swap_bytes(), self.mine.swap_bytes());
        self.seat = 3 - self.seat;
        won
    }

    fn written(&self, target: u32, by: u32) -> String {
        let name = |cell: u32| cell_name(cell % 8, if self.seat == 1 { 7 - cell / 8 } else { cell / 8 });
        format!("{}-{}", name(target - by), name(target))
    }

    fn steps(&self) -> Vec<(u32, u32)> {
        let of_kind = |(targets, by)| places(targets).map(move |target| (target as u32, by));
        self.targets().into_iter().zip(STEPS).flat_map(of_kind).collect()
    }
}

impl Native for Breakthrough {
    fn playout(&mut self, rng: &mut Rng) -> Played {
        self.restart();
        let mut plies = 0;
        loop {
            let [ahead, right, left] = self.targets();
            let (first, second) = (ahead.count_ones(), ahead.count_ones() + right.count_ones());
            // The foremost man can always move.
            let drawn = rng.below(second + left.count_ones());
            let (targets, index, by) = if drawn < first {
                (ahead, drawn, 8)
            } else if drawn < second {
                (right, drawn - first, 9)
            } else {
                (left, drawn - second, 7)
            };
            plies += 1;
            if self.step(select(targets, index), by) {
                return Played { plies, winner: 3 - self.seat };
            }
        }
    }

    fn restart(&mut self) {
        *self = Breakthrough::new();
    }

    fn legal(&mut self) -> Vec<String> {
        let steps = if self.won { Vec::new() } else { self.steps() };
        steps.into_iter().map(|(target, by)| self.written(target, by)).collect()
    }

    fn play(&mut self, action: &str) {
        let step = self.steps().into_iter().find(|(target, by)| self.written(*target, *by) == action);
        self.won = step.is_some_and(|(target, by)| self.step(target, by));
    }

    fn winner(&mut self) -> Option<u8> {
        self.won.then_some(3 - self.seat)
    }
}
