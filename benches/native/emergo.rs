//! Emergo on the dark squares in one word: a piece is a cell, the number of its men on top and that of its prisoners below.

use super::bits::{places, select};
use super::playout::cell_name;
use super::{Native, Played, Rng};

const CELLS: usize = 41;
const BOARD: u64 = (1 << CELLS) - 1;
const CENTRE: usize = 20;
/// The most men of a player, and so the most captures of a chain.
const MEN: u8 = 12;
/// A game of so many plies is a draw.
const LIMIT: u32 = 1000;
/// The four directions as steps between the numbers of dark squares: northeast, northwest, southeast, southwest.
const STEPS: [isize; 4] = [5, 4, -4, -5];

/// The squares from which a piece can go so many steps in each direction.
const fn starts(steps: usize) -> [u64; 4] {
    let mut out = [0; 4];
    let mut cell = 0;
    while cell < CELLS {
        let (column, row) = (2 * cell % 9, 2 * cell / 9);
        let (east, west, north, south) = (column + steps < 9, column >= steps, row + steps < 9, row >= steps);
        let open = [north && east, north && west, south && east, south && west];
        let mut direction = 0;
        while direction < 4 {
            if open[direction] {
                out[direction] |= 1 << cell;
            }
            direction += 1;
        }
        cell += 1;
    }
    out
}
const STEP_STARTS: [u64; 4] = starts(1);
const JUMP_STARTS: [u64; 4] = starts(2);

/// A chain of captures: where it begins and where it lands.
#[derive(Clone, Copy)]
struct Chain {
    cells: [u8; MEN as usize + 1],
    length: u8,
}

#[derive(Clone, Copy, Default)]
struct Piece {
    men: u8,
    prisoners: u8,
}

/// Emergo, 9 x 9 with 12 men. Cell 0 is a1, cell 1 is c1, cell 5 is b2.
pub struct Emergo {
    mine: u64,
    theirs: u64,
    pieces: [Piece; CELLS],
    /// The men in hand: the mover's and the other's.
    hand: [u8; 2],
    plies: u32,
    chains: Vec<Chain>,
}

/// The cell at so many steps.
#[inline]
fn beyond(cell: usize, step: isize) -> usize {
    cell.wrapping_add_signed(step)
}

/// The cells from which a step by `step` leads into `set`.
#[inline]
fn before(set: u64, step: isize) -> u64 {
    if step > 0 { set >> step } else { set << -step }
}

/// The pieces of `mine` that can capture in each direction.
#[inline]
fn captures(mine: u64, theirs: u64) -> [u64; 4] {
    let empty = BOARD & !(mine | theirs);
    std::array::from_fn(|direction| {
        let step = STEPS[direction];
        mine & JUMP_STARTS[direction] & before(theirs, step) & before(empty, 2 * step)
    })
}

/// One of the actions of a kind that is not a capture: a cell, and for a step its direction.
enum Quiet {
    Enter(usize),
    Step(usize, usize),
    None,
}

impl Emergo {
    pub fn new() -> Self {
        let pieces = [Piece::default(); CELLS];
        Emergo { mine: 0, theirs: 0, pieces, hand: [MEN; 2], plies: 0, chains: Vec::new() }
    }

    /// Lists the longest chains; says whether there is any.
    #[inline]
    fn find_chains(&mut self) -> bool {
        let captures = captures(self.mine, self.theirs);
        let movers = captures[0] | captures[1] | captures[2] | captures[3];
        if movers == 0 {
            return false;
        }
        self.chains.clear();
        let mut longest = 1;
        for start in places(movers) {
            let mut chain = Chain { cells: [start as u8; MEN as usize + 1], length: 0 };
            self.mine ^= 1 << start;
            self.grow(&mut chain, start, 4, &mut longest);
            self.mine ^= 1 << start;
        }
        true
    }

    /// Lists the longest chains that go on from `cell`, which is reached in the direction `last`, 4 at the start.
    fn grow(&mut self, chain: &mut Chain, cell: usize, last: usize, longest: &mut u8) {
        let empty = BOARD & !(self.mine | self.theirs);
        let mut is_end = true;
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (over, landing) = (beyond(cell, step), beyond(cell, 2 * step));
            let open = JUMP_STARTS[direction] >> cell & 1 == 1 && direction + last != 3;
            if !open || self.theirs >> over & 1 == 0 || empty >> landing & 1 == 0 {
                continue;
            }
            is_end = false;
            let (mine, theirs, piece) = (self.mine, self.theirs, self.pieces[over]);
            self.take_top(over);
            chain.length += 1;
            chain.cells[usize::from(chain.length)] = landing as u8;
            self.grow(chain, landing, direction, longest);
            chain.length -= 1;
            (self.mine, self.theirs, self.pieces[over]) = (mine, theirs, piece);
        }
        if is_end && chain.length >= *longest {
            if chain.length > *longest {
                *longest = chain.length;
                self.chains.clear();
            }
            self.chains.push(*chain);
        }
    }

    /// Takes the top man of an enemy piece; prisoners without men are free.
    #[inline]
    fn take_top(&mut self, over: usize) {
        let piece = &mut self.pieces[over];
        piece.men -= 1;
        if piece.men == 0 {
            *piece = Piece { men: piece.prisoners, prisoners: 0 };
            self.theirs ^= 1 << over;
            self.mine |= u64::from(piece.men > 0) << over;
        }
    }

    fn capture(&mut self, chain: Chain) {
        let mut cell = usize::from(chain.cells[0]);
        let mut piece = self.pieces[cell];
        self.mine ^= 1 << cell;
        for landing in &chain.cells[1..=usize::from(chain.length)] {
            let landing = usize::from(*landing);
            self.take_top((cell + landing) / 2);
            piece.prisoners += 1;
            cell = landing;
        }
        self.pieces[cell] = piece;
        self.mine |= 1 << cell;
        self.end_turn();
    }

    /// Where a man may enter.
    #[inline]
    fn entrances(&self) -> u64 {
        if self.hand[0] == 0 {
            return 0;
        }
        let mut empty = BOARD & !(self.mine | self.theirs);
        if captures(self.theirs, self.mine).into_iter().all(|movers| movers == 0) {
            // Where an enemy stands on one side and the cell opposite is empty, the man would be taken.
            let fed = |direction: usize| {
                before(self.theirs, STEPS[direction])
                    & before(empty, STEPS[3 - direction])
                    & STEP_STARTS[direction]
                    & STEP_STARTS[3 - direction]
            };
            empty &= !(fed(0) | fed(1) | fed(2) | fed(3));
        }
        if self.plies == 0 { empty & !(1 << CENTRE) } else { empty }
    }

    #[inline]
    fn enter(&mut self, cell: usize) {
        let men = if self.hand[1] == 0 { self.hand[0] } else { 1 };
        self.hand[0] -= men;
        self.pieces[cell] = Piece { men, prisoners: 0 };
        self.mine |= 1 << cell;
        self.end_turn();
    }

    /// The pieces that can step in each direction.
    #[inline]
    fn steppers(&self) -> [u64; 4] {
        let mine = if self.hand[0] == 0 { self.mine } else { 0 };
        let empty = BOARD & !(self.mine | self.theirs);
        std::array::from_fn(|direction| mine & STEP_STARTS[direction] & before(empty, STEPS[direction]))
    }

    #[inline]
    fn step(&mut self, cell: usize, direction: usize) {
        let to = beyond(cell, STEPS[direction]);
        self.pieces[to] = self.pieces[cell];
        self.mine ^= 1 << cell | 1 << to;
        self.end_turn();
    }

    #[inline]
    fn draw_quiet(&self, rng: &mut Rng) -> Quiet {
        if self.hand[0] > 0 {
            let entrances = self.entrances();
            let count = entrances.count_ones();
            return if count == 0 { Quiet::None } else { Quiet::Enter(select(entrances, rng.below(count)) as usize) };
        }
        let steppers = self.steppers();
        let counts = steppers.map(u64::count_ones);
        let total: u32 = counts.iter().sum();
        if total == 0 {
            return Quiet::None;
        }
        let (mut index, mut direction) = (rng.below(total), 0);
        while index >= counts[direction] {
            index -= counts[direction];
            direction += 1;
        }
        Quiet::Step(select(steppers[direction], index) as usize, direction)
    }

    #[inline]
    fn end_turn(&mut self) {
        (self.mine, self.theirs) = (self.theirs, self.mine);
        self.hand.swap(0, 1);
        self.plies += 1;
    }

    /// Whether the mover has nothing left, on the board or in hand.
    #[inline]
    fn has_lost(&self) -> bool {
        self.mine == 0 && self.hand[0] == 0
    }

    fn other_seat(&self) -> u8 {
        2 - (self.plies % 2) as u8
    }

    fn name(cell: usize) -> String {
        cell_name((2 * cell % 9) as u32, (2 * cell / 9) as u32)
    }

    fn chain_name(chain: &Chain) -> String {
        let cells = &chain.cells[..=usize::from(chain.length)];
        cells.iter().map(|cell| Emergo::name(usize::from(*cell))).collect::<Vec<_>>().join("x")
    }

    fn steps(&self) -> Vec<(usize, usize)> {
        let of = |(direction, cells)| places(cells).map(move |cell| (cell, direction));
        self.steppers().into_iter().enumerate().flat_map(of).collect()
    }

    fn step_name((cell, direction): (usize, usize)) -> String {
        format!("{}-{}", Emergo::name(cell), Emergo::name(beyond(cell, STEPS[direction])))
    }

    fn actions(&mut self) -> Vec<String> {
        if self.find_chains() {
            return self.chains.iter().map(Emergo::chain_name).collect();
        }
        let steps = self.steps().into_iter().map(Emergo::step_name);
        places(self.entrances()).map(Emergo::name).chain(steps).collect()
    }
}

impl Native for Emergo {
    fn playout(&mut self, rng: &mut Rng) -> Played {
        self.restart();
        while self.plies < LIMIT {
            if self.has_lost() {
                return Played { plies: self.plies, winner: self.other_seat() };
            }
            if self.find_chains() {
                let index = rng.below(self.chains.len() as u32);
                self.capture(self.chains[index as usize]);
                continue;
            }
            match self.draw_quiet(rng) {
                Quiet::Enter(cell) => self.enter(cell),
                Quiet::Step(cell, direction) => self.step(cell, direction),
                Quiet::None => break,
            }
        }
        Played { plies: self.plies, winner: if self.has_lost() { self.other_seat() } else { 0 } }
    }

    fn restart(&mut self) {
        (self.mine, self.theirs, self.hand, self.plies) = (0, 0, [MEN; 2], 0);
    }

    fn legal(&mut self) -> Vec<String> {
        if self.winner().is_some() { Vec::new() } else { self.actions() }
    }

    fn play(&mut self, action: &str) {
        if self.find_chains() {
            if let Some(chain) = self.chains.iter().find(|chain| Emergo::chain_name(chain) == action) {
                self.capture(*chain);
            }
        } else if let Some((cell, direction)) = self.steps().into_iter().find(|step| Emergo::step_name(*step) == action)
        {
            self.step(cell, direction);
        } else if let Some(cell) = (0..CELLS).find(|cell| Emergo::name(*cell) == action) {
            self.enter(cell);
        }
    }

    fn winner(&mut self) -> Option<u8> {
        if self.has_lost() {
            return Some(self.other_seat());
        }
        (self.plies >= LIMIT || self.actions().is_empty()).then_some(0)
    }
}
