//! How a player fares against perfect play in Connect Four: as the first seat, which wins with perfect play, against an opponent that
//! never gives a better result away, does not lose soon where it need not, and holds out as long as it can once twelve stones lie.
//!
//!     rulebook train connect-four --out connect-four.player
//!     cargo run --release --example perfect_play -- learned:connect-four.player,depth=4 100
//!
//! The solver is the usual one (John Tromp 1995, Pascal Pons 2015): alpha-beta over bit boards with a table. From an almost empty board
//! it takes some ten seconds; positions that were met before are known.
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "an example reads files and prints")]

use std::path::Path;

use rulebook::{Action, Agent, Error, Position, Rng, play};

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;
const CELLS: i32 = (WIDTH * HEIGHT) as i32;
/// From so many stones on the opponent holds out as long as it can; before that any action that keeps the result will do ...
const LATE: i32 = 12;
/// ... which does not lose within so many stones of the winner.
const SOON: i32 = 6;
/// Entries of the table: a prime number, so that what is left of a division by it is spread out.
const ENTRIES: usize = 8_388_593;
/// Columns from the middle out.
const COLUMNS: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// A column is seven bits, the lowest cell first; the seventh is always empty.
#[derive(Clone, Copy)]
struct Stones {
    /// Those of the player to move.
    own: u64,
    /// All.
    all: u64,
}

fn column(column: u32) -> u64 {
    ((1 << HEIGHT) - 1) << (column * (HEIGHT + 1))
}

fn bottom() -> u64 {
    (0..WIDTH).map(|column| 1 << (column * (HEIGHT + 1))).sum()
}

/// The empty cells that make four with three of these stones.
fn fourths(own: u64, all: u64) -> u64 {
    let mut found = own << 1 & own << 2 & own << 3;
    for step in [HEIGHT, HEIGHT + 1, HEIGHT + 2] {
        let up = own << step & own << (2 * step);
        let down = own >> step & own >> (2 * step);
        found |= up & own << (3 * step) | up & own >> step | down & own << step | down & own >> (3 * step);
    }
    found & (bottom() * ((1 << HEIGHT) - 1)) & !all
}

impl Stones {
    fn count(self) -> i32 {
        self.all.count_ones() as i32
    }

    fn open(self) -> u64 {
        (self.all + bottom()) & (bottom() * ((1 << HEIGHT) - 1))
    }

    fn after(self, cell: u64) -> Stones {
        Stones { own: self.own ^ self.all, all: self.all | cell }
    }

    /// What can be played that does not lose at once, where nothing wins at once.
    fn safe(self) -> u64 {
        let theirs = fourths(self.own ^ self.all, self.all);
        let forced = self.open() & theirs;
        let open = match forced {
            0 => self.open(),
            one if one & (one - 1) == 0 => one,
            _ => return 0,
        };
        open & !(theirs >> 1)
    }
}

/// Who wins, and when: half of the stones that are left at the end, for the player to move.
struct Solver {
    keys: Vec<u64>,
    most: Vec<i8>,
}

impl Solver {
    fn new() -> Self {
        Solver { keys: vec![0; ENTRIES], most: vec![0; ENTRIES] }
    }

    /// The score between two bounds of a position in which nothing wins at once.
    fn search(&mut self, stones: Stones, mut alpha: i32, mut beta: i32) -> i32 {
        let (safe, count) = (stones.safe(), stones.count());
        if safe == 0 {
            return -(CELLS - count) / 2;
        }
        if count >= CELLS - 2 {
            return 0;
        }
        let least = -(CELLS - 2 - count) / 2;
        if alpha < least {
            alpha = least;
            if alpha >= beta {
                return alpha;
            }
        }
        let key = stones.own + stones.all + bottom();
        let place = (key % ENTRIES as u64) as usize;
        let most = if self.keys[place] == key { i32::from(self.most[place]) } else { (CELLS - 1 - count) / 2 };
        if beta > most {
            beta = most;
            if alpha >= beta {
                return beta;
            }
        }
        let mut cells: Vec<(u32, u64)> = COLUMNS
            .iter()
            .filter_map(|at| Some(safe & column(*at)).filter(|cell| *cell != 0))
            .map(|cell| (fourths(stones.own | cell, stones.all | cell).count_ones(), cell))
            .collect();
        cells.sort_by_key(|(threats, _)| std::cmp::Reverse(*threats));
        for (_, cell) in cells {
            let score = -self.search(stones.after(cell), -beta, -alpha);
            if score >= beta {
                return score;
            }
            alpha = alpha.max(score);
        }
        self.keys[place] = key;
        self.most[place] = alpha as i8;
        alpha
    }

    /// The score of a position for the player to move; where it is early, only its sign, and how soon it is won if that is soon.
    fn score(&mut self, stones: Stones) -> i32 {
        let count = stones.count();
        let most = (CELLS + 1 - count) / 2;
        if stones.open() & fourths(stones.own, stones.all) != 0 {
            return most;
        }
        if count < LATE {
            let soon = (most - SOON..most).rev().find(|score| self.search(stones, score - 1, *score) >= *score);
            // After the first stone in the middle every answer loses, as has been known since 1988 (James D. Allen, Victor Allis).
            let is_known = count == 2 && stones.all & 1 << (3 * (HEIGHT + 1)) != 0;
            return soon.unwrap_or_else(|| if is_known { 1 } else { self.search(stones, -1, 1).signum() });
        }
        let (mut low, mut high) = (-(CELLS - count) / 2, most);
        while low < high {
            let middle = low + (high - low) / 2;
            let middle = match middle {
                middle if middle <= 0 && low / 2 < middle => low / 2,
                middle if middle >= 0 && high / 2 > middle => high / 2,
                middle => middle,
            };
            match self.search(stones, middle, middle + 1) {
                score if score <= middle => high = score,
                score => low = score,
            }
        }
        low
    }
}

/// Plays perfectly.
struct Perfect {
    solver: Solver,
    rng: Rng,
}

impl Agent for Perfect {
    fn name(&self) -> &str {
        "perfect"
    }

    fn begin(&mut self, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &mut Position) -> Result<Action, Error> {
        let me = position.player().to_owned();
        let (mut stones, mut best) = (Stones { own: 0, all: 0 }, None);
        for (at, letter) in ('a'..='g').enumerate() {
            for row in 1..=HEIGHT {
                let bit = 1 << (at as u32 * (HEIGHT + 1) + row - 1);
                let pieces = position.pieces(&format!("{letter}{row}")).unwrap_or_default();
                if let Some(piece) = pieces.first() {
                    stones.all |= bit;
                    stones.own |= if piece.owner == Some(me.as_str()) { bit } else { 0 };
                }
            }
        }
        for action in position.legal()? {
            let at = position.written(&action).bytes().next().map_or(0, |letter| u32::from(letter - b'a'));
            let cell = stones.open() & column(at);
            let wins = cell & fourths(stones.own, stones.all) != 0;
            let score = if wins { CELLS } else { -self.solver.score(stones.after(cell)) };
            let lot = self.rng.below(1 << 20);
            if best.as_ref().is_none_or(|(most, highest, _)| (score, lot) > (*most, *highest)) {
                best = Some((score, lot, action));
            }
        }
        best.map(|(_, _, action)| action).ok_or_else(|| Error::agent("there is no legal move"))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games] = arguments.as_slice() else { return Ok(()) };
    let games: u64 = games.parse()?;
    let mut game = rulebook::load("connect-four")?;
    // The file that the agent is of, as it is written.
    let file = name.strip_prefix("learned:").or_else(|| name.split_once(",value=").map(|(_, file)| file));
    if let Some(file) = file.and_then(|file| file.split(',').next()) {
        game = game.with_player(file, &std::fs::read(Path::new(file))?);
    }
    let perfect = Perfect { solver: Solver::new(), rng: Rng::new(0) };
    let mut agents: [Box<dyn Agent>; 2] = [game.agent(name)?, Box::new(perfect)];
    let (mut won, mut drawn) = (0, 0);
    for seed in 1..=games {
        let record = play(&mut game.start(), &mut agents, seed)?;
        match record.result.as_ref().and_then(rulebook::SeatResult::alone) {
            Some(1) => won += 1,
            Some(_) => {}
            None => drawn += 1,
        }
        println!("{}", record.moves.join(" "));
    }
    println!("{name} as the first seat against perfect play: {won} of {games} games won, {drawn} drawn");
    Ok(())
}
