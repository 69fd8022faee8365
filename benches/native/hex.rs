//! Hex by union-find: the stones of a chain lead to one of them, or to the side that the chain touches.

use super::bits::places;
use super::playout::cell_name;
use super::ring::ARCS;
use super::{Native, Played, Rng};

const SIZE: usize = 11;
/// A frame of cells around the board holds the sides' colours.
const WIDTH: usize = SIZE + 2;
const CELLS: usize = WIDTH * WIDTH;
const EMPTY: u8 = 0;
/// The four sides as roots: above, below, left, right.
const SIDES: usize = CELLS;
/// The steps to the neighbours, in the order around a cell.
const AROUND: [i8; 6] = [1, WIDTH as i8, WIDTH as i8 - 1, -1, -(WIDTH as i8), 1 - WIDTH as i8];

/// Hex, 11 x 11, without the change of seats. Seat 1 joins above and below.
pub struct Hex {
    /// Who holds a cell: a seat, or nobody. As long as a cell's number, so that no index need be checked.
    holder: [u8; 256],
    /// Another stone of the same chain, or the stone itself.
    parent: [u8; 256],
    /// The cells, the empty ones first.
    cells: [u8; SIZE * SIZE],
    empty: usize,
    seat: u8,
    winner: Option<u8>,
}

/// The frame: who holds its cells, and the sides to which they belong.
const START: ([u8; 256], [u8; 256]) = {
    let (mut holder, mut parent) = ([EMPTY; 256], [0; 256]);
    let mut cell = 0;
    while cell < CELLS + 4 {
        parent[cell] = cell as u8;
        cell += 1;
    }
    let mut at = 0;
    while at < WIDTH {
        let sides = [(at, 1), (CELLS - WIDTH + at, 1), (at * WIDTH, 2), (at * WIDTH + WIDTH - 1, 2)];
        let mut side = 0;
        while side < 4 {
            let (cell, seat) = sides[side];
            holder[cell] = seat;
            parent[cell] = (SIDES + side) as u8;
            side += 1;
        }
        at += 1;
    }
    (holder, parent)
};

/// The stone, or the side, to which a cell's chain leads; halves the way there.
#[inline(always)]
fn root(parent: &mut [u8; 256], mut cell: u8) -> u8 {
    while parent[usize::from(cell)] != cell {
        let grandparent = parent[usize::from(parent[usize::from(cell)])];
        parent[usize::from(cell)] = grandparent;
        cell = grandparent;
    }
    cell
}

impl Hex {
    pub fn new() -> Self {
        let cells = std::array::from_fn(|index| ((index / SIZE + 1) * WIDTH + index % SIZE + 1) as u8);
        let (holder, parent) = START;
        Hex { holder, parent, cells, empty: SIZE * SIZE, seat: 1, winner: None }
    }

    /// Places on the empty cell that stands at `index` in the list; says whether that wins.
    #[inline(always)]
    fn place(&mut self, index: usize) -> bool {
        self.empty -= 1;
        self.cells.swap(index, self.empty);
        let (cell, seat) = (self.cells[self.empty], self.seat);
        self.holder[usize::from(cell)] = seat;
        let holds = |step: i8| self.holder[usize::from(cell.wrapping_add_signed(step))] == seat;
        let ring = (0..6).fold(0, |ring, place| ring | usize::from(holds(AROUND[place])) << place);
        let mut own = cell;
        // Neighbours that touch each other are joined already: one of each arc will do.
        for place in places(u64::from(ARCS[ring])) {
            let root = root(&mut self.parent, cell.wrapping_add_signed(AROUND[place]));
            if root == own {
                continue;
            }
            if usize::from(root) < SIDES {
                self.parent[usize::from(root)] = own;
            } else if usize::from(own) < SIDES {
                self.parent[usize::from(own)] = root;
                own = root;
            } else {
                return true; // both sides
            }
        }
        self.seat = 3 - self.seat;
        false
    }

    fn name(cell: u8) -> String {
        let cell = u32::from(cell);
        cell_name(cell % WIDTH as u32 - 1, cell / WIDTH as u32 - 1)
    }
}

impl Native for Hex {
    fn playout(&mut self, rng: &mut Rng) -> Played {
        self.restart();
        loop {
            // A full board joins a pair of sides, so there is an empty cell.
            let index = rng.below(self.empty as u32) as usize;
            if self.place(index) {
                return Played { plies: (SIZE * SIZE - self.empty) as u32, winner: self.seat };
            }
        }
    }

    fn restart(&mut self) {
        (self.empty, self.seat, self.winner) = (SIZE * SIZE, 1, None);
        (self.holder, self.parent) = START;
    }

    fn legal(&mut self) -> Vec<String> {
        let empty = if self.winner.is_some() { 0 } else { self.empty };
        self.cells[..empty].iter().map(|cell| Hex::name(*cell)).collect()
    }

    fn play(&mut self, action: &str) {
        let index = self.cells[..self.empty].iter().position(|cell| Hex::name(*cell) == action);
        if index.is_some_and(|index| self.place(index)) {
            self.winner = Some(self.seat);
        }
    }

    fn winner(&mut self) -> Option<u8> {
        self.winner
    }
}
