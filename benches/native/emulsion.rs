//! Emulsion by bit-slicing: the worth of all pieces at once, as the bits of a number each in a set of its own.
//!
//! On a square board neighbours and touched edges are four together, so a cell is worth `w` to the one colour and `4 - w` to the
//! other. A black piece worth `b` and a white one worth `w` that change places without touching orthogonally become worth `4 - w`
//! and `4 - b`: both gain if, and only if, `b + w < 4`. If they touch orthogonally, each loses a neighbour that it would have had:
//! `b + w < 3`. So which pairs may be swapped does not depend on who moves, and one sum with a carry decides it for all pairs
//! that lie in one direction. Worths are doubled here.

use super::bits::Set;
use super::playout::cell_name;
use super::{Native, Played, Rng};

/// Emulsion without the change of seats, on boards of at most so many words. Cell 0 is a1, cell 1 is b1.
struct Emulsion<const W: usize> {
    black: Set<W>,
    white: Set<W>,
    plies: u32,
    board: Board<W>,
}

/// What does not change.
struct Board<const W: usize> {
    size: usize,
    black: Set<W>,
    white: Set<W>,
    /// All cells but those of the last column, or of the first.
    not_last: Set<W>,
    not_first: Set<W>,
    /// The cells that touch one edge, or two.
    edge: Set<W>,
    corner: Set<W>,
}

/// Emulsion on a board of this size, 2 to 25.
pub fn emulsion(size: usize) -> Box<dyn Native> {
    match size * size {
        0..=64 => Box::new(Emulsion::<1>::new(size)),
        65..=128 => Box::new(Emulsion::<2>::new(size)),
        129..=192 => Box::new(Emulsion::<3>::new(size)),
        193..=256 => Box::new(Emulsion::<4>::new(size)),
        _ => Box::new(Emulsion::<10>::new(size)),
    }
}

impl<const W: usize> Board<W> {
    fn new(size: usize) -> Self {
        let mut board = Board {
            size,
            black: Set::EMPTY,
            white: Set::EMPTY,
            not_last: Set::EMPTY,
            not_first: Set::EMPTY,
            edge: Set::EMPTY,
            corner: Set::EMPTY,
        };
        for cell in 0..size * size {
            let (column, row) = (cell % size, cell / size);
            let own = if (column + row + size).is_multiple_of(2) { &mut board.black } else { &mut board.white };
            own.add(cell);
            if column + 1 < size {
                board.not_last.add(cell);
            }
            if column > 0 {
                board.not_first.add(cell);
            }
            let at_end = |place| usize::from(place == 0 || place + 1 == size);
            match at_end(column) + at_end(row) {
                1 => board.edge.add(cell),
                2 => board.corner.add(cell),
                _ => {}
            }
        }
        board
    }

    /// The four directions of pairs: how much higher the second cell is numbered, and which cells may be the first.
    #[inline]
    fn directions(&self) -> [(u32, Set<W>); 4] {
        let size = self.size as u32;
        [(1, self.not_last), (size, !Set::EMPTY), (size + 1, self.not_last), (size - 1, self.not_first)]
    }

    /// The orthogonal neighbours of a set's cells.
    #[inline]
    fn beside(&self, set: Set<W>) -> Set<W> {
        let size = self.size as u32;
        (set & self.not_last).up(1) | (set & self.not_first).down(1) | set.up(size) | set.down(size)
    }
}

impl<const W: usize> Emulsion<W> {
    fn new(size: usize) -> Self {
        let board = Board::new(size);
        Emulsion { black: board.black, white: board.white, plies: 0, board }
    }

    /// The pairs that may be swapped in each of the four directions, by their lower cells.
    #[inline]
    fn pairs(&self) -> [Set<W>; 4] {
        let (black, white, size) = (self.black, self.white, self.board.size as u32);
        // How many neighbours each piece has of its colour: bits of 1, 2 and 4.
        let east = ((black & black.down(1)) | (white & white.down(1))) & self.board.not_last;
        let north = (black & black.down(size)) | (white & white.down(size));
        let (west, south) = (east.up(1), north.up(size));
        let (one, two) = (east ^ west, east & west);
        let (other_one, other_two) = (north ^ south, north & south);
        let (ones, carried) = (one ^ other_one, one & other_one);
        let (twos, fours) = (two ^ other_two ^ carried, two & other_two);
        // Twice the worth: an edge counts 1, a corner 2. In a corner there are two neighbours at most.
        let low = self.board.edge;
        let middle = ones ^ self.board.corner;
        let high = twos | (ones & self.board.corner);
        // A piece that is worth four never gains. For pairs that touch, worth and one half, so that both sums are less than four.
        let aslant = Sliced { black: black & !fours, white: white & !fours, bits: [low, middle, high] };
        let most = fours | (low & middle & high);
        let bits = [!low, middle ^ low, high ^ (middle & low)];
        let straight = Sliced { black: black & !most, white: white & !most, bits };
        let [(e, not_last), (n, all), (ne, _), (nw, not_first)] = self.board.directions();
        [
            straight.gains(e) & not_last,
            straight.gains(n) & all,
            aslant.gains(ne) & not_last,
            aslant.gains(nw) & not_first,
        ]
    }

    #[inline]
    fn swap(&mut self, one: usize, other: usize) {
        for cell in [one, other] {
            self.black.toggle(cell);
            self.white.toggle(cell);
        }
        self.plies += 1;
    }

    /// The seat with the largest group left over when equal groups cancel; if none is, the one that did not move last.
    fn leader(&self) -> u8 {
        let mut balance = [0i32; 626];
        let mut largest = 0;
        for (sign, mut rest) in [(1, self.black), (-1, self.white)] {
            while !rest.is_empty() {
                let mut group = Set::EMPTY;
                group.add(rest.first());
                loop {
                    let grown = group | (self.board.beside(group) & rest);
                    if grown == group {
                        break;
                    }
                    group = grown;
                }
                rest = rest ^ group;
                let count = group.count() as usize;
                balance[count] += sign;
                largest = largest.max(count);
            }
        }
        match balance[..=largest].iter().rev().find(|balance| **balance != 0) {
            Some(balance) => 1 + u8::from(*balance < 0),
            None => 1 + (self.plies % 2) as u8,
        }
    }

    fn written(&self, one: usize, other: usize) -> String {
        let name = |cell: usize| cell_name((cell % self.board.size) as u32, (cell / self.board.size) as u32);
        let mover = if self.plies.is_multiple_of(2) { &self.black } else { &self.white };
        let (own, other) = if mover.has(one) { (one, other) } else { (other, one) };
        format!("{}-{}", name(own), name(other))
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        for (mut pairs, (by, _)) in self.pairs().into_iter().zip(self.board.directions()) {
            while !pairs.is_empty() {
                let one = pairs.first();
                pairs.toggle(one);
                out.push((one, one + by as usize));
            }
        }
        out
    }
}

/// Pieces with the bits of a number.
struct Sliced<const W: usize> {
    black: Set<W>,
    white: Set<W>,
    bits: [Set<W>; 3],
}

impl<const W: usize> Sliced<W> {
    /// The cells whose piece differs from the one `by` cells higher, where the sum of both numbers is less than 8.
    #[inline]
    fn gains(&self, by: u32) -> Set<W> {
        let [low, middle, high] = self.bits;
        let (other_low, other_middle, other_high) = (low.down(by), middle.down(by), high.down(by));
        let carry = low & other_low;
        let carry = (middle & other_middle) | (carry & (middle | other_middle));
        let carry = (high & other_high) | (carry & (high | other_high));
        let differ = (self.black & self.white.down(by)) | (self.white & self.black.down(by));
        differ & !carry
    }
}

impl<const W: usize> Native for Emulsion<W> {
    fn playout(&mut self, rng: &mut Rng) -> Played {
        self.restart();
        loop {
            let pairs = self.pairs();
            let counts = pairs.map(|pairs| pairs.count());
            let total: u32 = counts.iter().sum();
            if total == 0 {
                return Played { plies: self.plies, winner: self.leader() };
            }
            let (mut index, mut direction) = (rng.below(total), 0);
            while index >= counts[direction] {
                index -= counts[direction];
                direction += 1;
            }
            let one = pairs[direction].select(index);
            let (by, _) = self.board.directions()[direction];
            self.swap(one, one + by as usize);
        }
    }

    fn restart(&mut self) {
        (self.black, self.white, self.plies) = (self.board.black, self.board.white, 0);
    }

    fn legal(&mut self) -> Vec<String> {
        self.cells().into_iter().map(|(one, other)| self.written(one, other)).collect()
    }

    fn play(&mut self, action: &str) {
        if let Some((one, other)) = self.cells().into_iter().find(|(one, other)| self.written(*one, *other) == action) {
            self.swap(one, other);
        }
    }

    fn winner(&mut self) -> Option<u8> {
        self.cells().is_empty().then(|| self.leader())
    }
}
