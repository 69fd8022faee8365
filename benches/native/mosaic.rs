//! Mosaic with a label for each group, kept from action to action, and the arcs around each cell.
//!
//! The tiles of a colour around a cell form arcs of at most three. Where there is but one arc, no group can be joined or split,
//! and nothing else is looked at. Elsewhere the labels of the arcs say how many groups meet, and a flood that stops as soon as
//! all arcs are found says into how many pieces a group falls. A random action is drawn among those that the arcs allow, tested,
//! and drawn again without the ones that failed: all legal actions are equally likely, and most are never tested.

use super::bits::{places, select};
use super::playout::cell_name;
use super::ring::ARCS;
use super::{Native, Played, Rng};

/// The most cells: a side of 5.
const CELLS: usize = 61;

/// Mosaic on a hexagon with a side of 2 to 5.
pub struct Mosaic {
    board: Board,
    /// The tiles of each colour.
    tiles: [u64; 2],
    /// For each colour and cell which of the six neighbours have a tile of it, in the order around the cell.
    ring: [[u8; CELLS]; 2],
    /// The cells with a neighbour of the colour, and those with two or three arcs of it.
    near: [u64; 2],
    parted: [u64; 2],
    /// The group to which a cell's tile belongs, and the cells of each group.
    label: [u8; CELLS],
    groups: [u64; CELLS],
    /// The labels that are not in use.
    free: u64,
    /// The colour to move.
    mover: usize,
    /// What was flipped in this turn.
    flipped: u64,
    /// The flips with which the turn must go on; none at the start of a turn.
    must: u64,
    plies: u32,
}

struct Board {
    side: usize,
    all: u64,
    /// The neighbours of each cell in the order around it; 255 where the board ends.
    around: [[u8; 6]; CELLS],
    /// The same as a set.
    adjacent: [u64; CELLS],
}

/// The steps around a cell, as axial coordinates.
const AROUND: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Board {
    fn new(side: usize) -> Self {
        let reach = side as i32 - 1;
        let inside = |q: i32, r: i32| q.abs() <= reach && r.abs() <= reach && (q + r).abs() <= reach;
        let cells: Vec<(i32, i32)> = (-reach..=reach)
            .flat_map(|r| (-reach..=reach).map(move |q| (q, r)))
            .filter(|(q, r)| inside(*q, *r))
            .collect();
        let mut board = Board { side, all: !0 >> (64 - cells.len()), around: [[255; 6]; CELLS], adjacent: [0; CELLS] };
        for (cell, (q, r)) in cells.iter().enumerate() {
            for (place, (dq, dr)) in AROUND.iter().enumerate() {
                if let Some(other) = cells.iter().position(|other| *other == (q + dq, r + dr)) {
                    board.around[cell][place] = other as u8;
                    board.adjacent[cell] |= 1 << other;
                }
            }
        }
        board
    }

    fn name(&self, cell: usize) -> String {
        let reach = self.side as i32 - 1;
        let mut row = -reach;
        let mut first = 0;
        loop {
            let length = 2 * self.side - 1 - row.unsigned_abs() as usize;
            if cell < first + length {
                let q = (-reach).max(-reach - row) + (cell - first) as i32;
                return cell_name((q + reach) as u32, (row + reach) as u32);
            }
            first += length;
            row += 1;
        }
    }
}

impl Mosaic {
    pub fn new(side: usize) -> Self {
        Mosaic {
            board: Board::new(side),
            tiles: [0; 2],
            ring: [[0; CELLS]; 2],
            near: [0; 2],
            parted: [0; 2],
            label: [0; CELLS],
            groups: [0; CELLS],
            free: !0,
            mover: 0,
            flipped: 0,
            must: 0,
            plies: 0,
        }
    }

    /// Puts a tile of a colour on a cell or takes it away: the tiles and what the neighbours see.
    #[inline]
    fn toggle(&mut self, cell: usize, colour: usize) {
        self.tiles[colour] ^= 1 << cell;
        for (place, other) in self.board.around[cell].into_iter().enumerate() {
            let other = usize::from(other);
            if other < CELLS {
                // Seen from there, the cell lies in the opposite direction.
                let ring = self.ring[colour][other] ^ 1 << ((place + 3) % 6);
                self.ring[colour][other] = ring;
                let arcs = ARCS[usize::from(ring)];
                let (near, parted) = (u64::from(ring != 0), u64::from(arcs & arcs.wrapping_sub(1) != 0));
                self.near[colour] = self.near[colour] & !(1 << other) | near << other;
                self.parted[colour] = self.parted[colour] & !(1 << other) | parted << other;
            }
        }
    }

    /// The first cell of each arc of a colour around a cell.
    #[inline]
    fn arcs(&self, cell: usize, colour: usize) -> impl Iterator<Item = usize> + use<'_> {
        let arcs = ARCS[usize::from(self.ring[colour][cell])];
        places(u64::from(arcs)).map(move |place| usize::from(self.board.around[cell][place]))
    }

    /// The labels of the groups of a colour that touch a cell.
    #[inline]
    fn touching(&self, cell: usize, colour: usize) -> u64 {
        self.arcs(cell, colour).fold(0u64, |labels, tile| labels | 1 << self.label[tile])
    }

    /// The piece of `within` that holds the cell `from`, or less of it as soon as it holds all of `sought`.
    #[inline]
    fn piece(&self, from: usize, within: u64, sought: u64) -> u64 {
        let (mut piece, mut front) = (1 << from, 1 << from);
        while front != 0 && sought & !piece != 0 {
            let next = places(front).fold(0, |next, cell| next | self.board.adjacent[cell]);
            front = next & within & !piece;
            piece |= front;
        }
        piece
    }

    /// Where a tile may be placed if no groups are joined: beside an enemy tile, or beside none at all.
    #[inline]
    fn places(&self) -> u64 {
        let empty = self.board.all & !(self.tiles[0] | self.tiles[1]);
        empty & (self.near[1 - self.mover] | !self.near[self.mover])
    }

    /// Whether a tile of the mover on this cell would join no groups.
    #[inline]
    fn joins_none(&self, cell: usize) -> bool {
        self.touching(cell, self.mover).count_ones() <= 1
    }

    /// Whether flipping the enemy tile on this cell leaves fewer groups of the mover and of all.
    #[inline]
    fn may_flip(&self, cell: usize) -> bool {
        let joined = self.touching(cell, self.mover).count_ones();
        joined >= 2 && self.pieces_below(cell, joined)
    }

    /// Whether the enemy group falls into fewer pieces than `most` without this cell.
    #[inline]
    fn pieces_below(&self, cell: usize, most: u32) -> bool {
        let enemy = 1 - self.mover;
        let mut arcs = self.arcs(cell, enemy).fold(0u64, |arcs, tile| arcs | 1 << tile);
        if arcs & arcs.wrapping_sub(1) == 0 {
            return true; // one arc, or none, is one piece at most, and two groups are joined at least
        }
        let rest = self.tiles[enemy] & !(1 << cell);
        let mut pieces = 0;
        while arcs != 0 {
            pieces += 1;
            if pieces == most {
                return false;
            }
            arcs &= !self.piece(arcs.trailing_zeros() as usize, rest, arcs);
        }
        true
    }

    /// Gives the cells of `group` to the label.
    #[inline]
    fn relabel(&mut self, group: u64, label: usize) {
        for cell in places(group) {
            self.label[cell] = label as u8;
        }
        self.groups[label] |= group;
    }

    #[inline]
    fn new_label(&mut self) -> usize {
        let label = self.free.trailing_zeros() as usize;
        self.free &= self.free - 1;
        self.groups[label] = 0;
        label
    }

    /// Joins the mover's groups beside a cell with that cell.
    #[inline]
    fn join(&mut self, cell: usize) {
        let mut labels = self.touching(cell, self.mover);
        let label = if labels == 0 { self.new_label() } else { labels.trailing_zeros() as usize };
        self.relabel(1 << cell, label);
        labels &= labels.wrapping_sub(1);
        for other in places(labels) {
            self.relabel(self.groups[other], label);
            self.free |= 1 << other;
        }
    }

    #[inline]
    fn place(&mut self, cell: usize) {
        self.join(cell);
        self.toggle(cell, self.mover);
        self.end_turn();
    }

    /// Flips; the turn goes on where it must.
    #[inline]
    fn flip(&mut self, cell: usize) {
        let enemy = 1 - self.mover;
        self.split(cell, enemy);
        self.toggle(cell, enemy);
        self.join(cell);
        self.toggle(cell, self.mover);
        self.flipped |= 1 << cell;
        self.plies += 1;
        let beside = places(self.flipped).fold(0, |beside, cell| beside | self.board.adjacent[cell]);
        self.must = self.tiles[enemy] & self.parted[self.mover] & beside;
    }

    /// Takes a cell out of its group, whose pieces become groups.
    #[inline]
    fn split(&mut self, cell: usize, colour: usize) {
        let label = usize::from(self.label[cell]);
        let mut rest = self.groups[label] & !(1 << cell);
        let mut arcs = self.arcs(cell, colour).fold(0u64, |arcs, tile| arcs | 1 << tile);
        while arcs & arcs.wrapping_sub(1) != 0 {
            let piece = self.piece(arcs.trailing_zeros() as usize, rest, !0);
            arcs &= !piece;
            if arcs != 0 {
                rest &= !piece;
                let label = self.new_label();
                self.relabel(piece, label);
            }
        }
        self.groups[label] = rest;
        if rest == 0 {
            self.free |= 1 << label;
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        self.plies += 1;
        self.change();
    }

    #[inline]
    fn change(&mut self) {
        (self.mover, self.flipped, self.must) = (1 - self.mover, 0, 0);
    }

    /// One of the legal flips among `flips`, and of the legal places among `places`, all equally likely. Whether it is a flip.
    #[inline]
    fn draw(&self, mut flips: u64, mut places: u64, rng: &mut Rng) -> Option<(usize, bool)> {
        let (mut flip_count, mut place_count) = (flips.count_ones(), places.count_ones());
        while flip_count + place_count > 0 {
            let index = rng.below(flip_count + place_count);
            if index < flip_count {
                let cell = select(flips, index) as usize;
                if self.may_flip(cell) {
                    return Some((cell, true));
                }
                flips &= !(1 << cell);
                flip_count -= 1;
            } else {
                let cell = select(places, index - flip_count) as usize;
                if self.parted[self.mover] >> cell & 1 == 0 || self.joins_none(cell) {
                    return Some((cell, false));
                }
                places &= !(1 << cell);
                place_count -= 1;
            }
        }
        None
    }

    #[inline]
    fn flips(&self) -> u64 {
        self.tiles[1 - self.mover] & self.parted[self.mover]
    }

    /// Whether the mover can do nothing at the start of a turn.
    fn is_stuck(&self) -> bool {
        !places(self.places()).any(|cell| self.joins_none(cell))
            && !places(self.flips()).any(|cell| self.may_flip(cell))
    }

    /// The legal placements and flips as sets; within a turn only flips.
    fn sets(&self) -> [u64; 2] {
        let of = |set: u64, may: &dyn Fn(usize) -> bool| {
            places(set).filter(|cell| may(*cell)).fold(0, |set, cell| set | 1u64 << cell)
        };
        let flips = if self.flipped == 0 { self.flips() } else { self.must };
        let empty = if self.flipped == 0 { self.places() } else { 0 };
        [of(empty, &|cell| self.joins_none(cell)), of(flips, &|cell| self.may_flip(cell))]
    }

    fn leader(&self) -> u8 {
        match self.tiles[0].count_ones().cmp(&self.tiles[1].count_ones()) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => 2,
        }
    }
}

impl Native for Mosaic {
    fn playout(&mut self, rng: &mut Rng) -> Played {
        self.restart();
        loop {
            match self.draw(self.flips(), self.places(), rng) {
                Some((cell, false)) => self.place(cell),
                Some((cell, true)) => {
                    self.flip(cell);
                    while let Some((cell, _)) = self.draw(self.must, 0, rng) {
                        self.flip(cell);
                    }
                    self.change();
                }
                None => {
                    self.end_turn();
                    if self.is_stuck() {
                        return Played { plies: self.plies - 1, winner: self.leader() };
                    }
                }
            }
        }
    }

    fn restart(&mut self) {
        self.tiles = [0; 2];
        self.ring = [[0; CELLS]; 2];
        (self.near, self.parted) = ([0; 2], [0; 2]);
        (self.free, self.mover, self.flipped, self.must, self.plies) = (!0, 0, 0, 0, 0);
    }

    fn legal(&mut self) -> Vec<String> {
        let [placed, flipped] = self.sets();
        if placed | flipped == 0 {
            return if self.winner().is_some() { Vec::new() } else { vec!["pass".to_owned()] };
        }
        let flips = places(flipped).map(|cell| format!("x{}", self.board.name(cell)));
        places(placed).map(|cell| self.board.name(cell)).chain(flips).collect()
    }

    fn play(&mut self, action: &str) {
        let cell = action.trim_start_matches('x');
        match (0..self.board.all.count_ones() as usize).find(|place| self.board.name(*place) == cell) {
            None => self.end_turn(),
            Some(cell) if action.starts_with('x') => {
                self.flip(cell);
                if !places(self.must).any(|cell| self.may_flip(cell)) {
                    self.change();
                }
            }
            Some(cell) => self.place(cell),
        }
    }

    fn winner(&mut self) -> Option<u8> {
        if self.flipped != 0 || !self.is_stuck() {
            return None;
        }
        self.mover = 1 - self.mover;
        let both = self.is_stuck();
        self.mover = 1 - self.mover;
        both.then(|| self.leader())
    }
}
