//! Connect Four on two words: seven bits a column, the lowest below, the topmost always free (John Tromp's board).

use super::bits::{places, select};
use super::playout::cell_name;
use super::{Native, Played, Rng};

/// Connect Four, 7 x 6.
pub struct ConnectFour {
    mine: u64,
    theirs: u64,
    plies: u32,
    won: bool,
}

const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * 0x3f;

/// Whether there are four in a row.
#[inline]
fn four(discs: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl ConnectFour {
    pub fn new() -> Self {
        ConnectFour { mine: 0, theirs: 0, plies: 0, won: false }
    }

    /// Where a disc comes to rest, in the columns that are not full.
    #[inline]
    fn targets(&self) -> u64 {
        ((self.mine | self.theirs) + BOTTOM) & BOARD
    }

    /// Drops a disc; says whether that wins.
    #[inline]
    fn drop_on(&mut self, cell: u32) -> bool {
        let dropped = self.mine | 1 << cell;
        (self.mine, self.theirs) = (self.theirs, dropped);
        self.plies += 1;
        four(dropped)
    }

    fn last_mover(&self) -> u8 {
        2 - (self.plies % 2) as u8
    }
}

impl Native for ConnectFour {
    fn playout(&mut self, rng: &mut Rng) -> Played {
        self.restart();
        loop {
            let targets = self.targets();
            if targets == 0 {
                return Played { plies: self.plies, winner: 0 };
            }
            if self.drop_on(select(targets, rng.below(targets.count_ones()))) {
                return Played { plies: self.plies, winner: self.last_mover() };
            }
        }
    }

    fn restart(&mut self) {
        *self = ConnectFour::new();
    }

    fn legal(&mut self) -> Vec<String> {
        let targets = if self.won { 0 } else { self.targets() };
        places(targets).map(|cell| cell_name(cell as u32 / 7, cell as u32 % 7)).collect()
    }

    fn play(&mut self, action: &str) {
        if let Some(cell) = (0..49).find(|cell| cell_name(cell / 7, cell % 7) == action) {
            self.won = self.drop_on(cell);
        }
    }

    fn winner(&mut self) -> Option<u8> {
        if self.won { Some(self.last_mover()) } else { (self.targets() == 0).then_some(0) }
    }
}
