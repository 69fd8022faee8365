//! Othello on two words: the discs of the mover and those of the other.

use super::bits::{places, select};
use super::playout::cell_name;
use super::{Native, Played, Rng};

/// Othello, 8 x 8. Cell 0 is a1, cell 1 is b1.
pub struct Othello {
    mine: u64,
    theirs: u64,
    /// The seat to move, 1 or 2.
    seat: u8,
}

/// All but the columns a and h: a row of discs that goes sideways ends there.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// The four axes: how far a step goes, and where discs can be outflanked along it.
const AXES: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, !0), (9, INNER)];

/// The unbroken rows of `through` that begin next to `from`, towards higher cells and towards lower ones.
#[inline]
fn rows(from: u64, through: u64, step: u32) -> (u64, u64) {
    let (pairs_up, pairs_down) = (through & (through << step), through & (through >> step));
    let (mut up, mut down) = (through & (from << step), through & (from >> step));
    (up, down) = (up | (through & (up << step)), down | (through & (down >> step)));
    for _ in 0..2 {
        (up, down) = (up | (pairs_up & (up << (2 * step))), down | (pairs_down & (down >> (2 * step))));
    }
    (up, down)
}

/// Where `mine` may place.
#[inline]
fn targets(mine: u64, theirs: u64) -> u64 {
    let mut out = 0;
    for (step, inner) in AXES {
        let (up, down) = rows(mine, theirs & inner, step);
        out |= up << step | down >> step;
    }
    out & !(mine | theirs)
}

/// What a disc of `mine` on the cell `at` turns over.
#[inline]
fn turned(at: u64, mine: u64, theirs: u64) -> u64 {
    let mut out = 0;
    for (step, inner) in AXES {
        let (up, down) = rows(at, theirs & inner, step);
        if (up << step) & mine != 0 {
            out |= up;
        }
        if (down >> step) & mine != 0 {
            out |= down;
        }
    }
    out
}

impl Othello {
    pub fn new() -> Self {
        Othello { mine: 1 << 28 | 1 << 35, theirs: 1 << 27 | 1 << 36, seat: 1 }
    }

    #[inline]
    fn place(&mut self, cell: u32) {
        let turned = turned(1 << cell, self.mine, self.theirs);
        self.mine |= turned | 1 << cell;
        self.theirs &= !turned;
        self.pass();
    }

    #[inline]
    fn pass(&mut self) {
        std::mem::swap(&mut self.mine, &mut self.theirs);
        self.seat = 3 - self.seat;
    }

    fn leader(&self) -> u8 {
        match self.mine.count_ones().cmp(&self.theirs.count_ones()) {
            std::cmp::Ordering::Greater => self.seat,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => 3 - self.seat,
        }
    }
}

impl Native for Othello {
    fn playout(&mut self, rng: &mut Rng) -> Played {
        self.restart();
        let mut plies = 0;
        loop {
            let targets = targets(self.mine, self.theirs);
            if targets != 0 {
                self.place(select(targets, rng.below(targets.count_ones())));
            } else if self::targets(self.theirs, self.mine) != 0 {
                self.pass();
            } else {
                return Played { plies, winner: self.leader() };
            }
            plies += 1;
        }
    }

    fn restart(&mut self) {
        *self = Othello::new();
    }

    fn legal(&mut self) -> Vec<String> {
        match targets(self.mine, self.theirs) {
            0 if targets(self.theirs, self.mine) == 0 => Vec::new(),
            0 => vec!["pass".to_owned()],
            targets => places(targets).map(|cell| cell_name(cell as u32 % 8, cell as u32 / 8)).collect(),
        }
    }

    fn play(&mut self, action: &str) {
        match (0..64).find(|cell| cell_name(cell % 8, cell / 8) == action) {
            Some(cell) => self.place(cell),
            None => self.pass(),
        }
    }

    fn winner(&mut self) -> Option<u8> {
        let over = targets(self.mine, self.theirs) == 0 && targets(self.theirs, self.mine) == 0;
        over.then(|| self.leader())
    }
}
