//! What every position of one game shares: the plan with its sets and tables in the engine's own form.

use std::sync::Arc;

use super::cpu_dispatch::CpuFeatures;
use super::position::Leaves;
use super::tables::Lines;
use crate::groups::{Cycles, Flood, GroupIndex, Words};
use crate::plan::Plan;
use rulebook_language::model::Game;
use rulebook_language::topology::{Board, CellId, DirectionId};
use rulebook_language::util::{Bits, Id, Ring};

/// A direction's steps.
pub struct Steps<const W: usize> {
    /// A step from every cell at once, where it is the same number of slots for all: those that have one, and the number.
    pub shift: Option<(Bits<W>, i32)>,
    /// The same where slots are counted round a ring.
    pub turn: Option<(Bits<W>, i32)>,
    /// Otherwise, where steps are of few numbers of slots: the cells from which they are of each, and the number.
    pub parts: Vec<(Bits<W>, i32)>,
    /// Otherwise, on boards of one word: where steps lead from the cells of each byte of a set, for each value of the byte.
    pub by_byte: Vec<Bits<W>>,
    /// Where a step leads from each slot; -1 off the board.
    pub to: Vec<i16>,
    /// The opposite direction.
    pub opposite: u8,
}

/// What the positions of a game share.
pub struct Shared<const W: usize> {
    /// The game.
    pub game: Arc<Game>,
    /// The plan.
    pub plan: Arc<Plan>,
    /// Whether the machine counts bits by an instruction.
    pub cpu: CpuFeatures,
    /// Constant sets.
    pub sets: Vec<Bits<W>>,
    /// Lists of lines.
    pub rows: Vec<Vec<Bits<W>>>,
    /// Neighbours by relation and slot.
    pub near: Vec<Vec<Bits<W>>>,
    /// Relations as the directions they are made of.
    pub relation_directions: Vec<Vec<u8>>,
    /// How slots are counted on.
    pub ring: Ring,
    /// Where slots are not numbered as one reads the board: the runs in which they are, one after another.
    pub runs: Vec<Bits<W>>,
    /// Steps by direction.
    pub steps: Vec<Steps<W>>,
    /// Whether every direction is a step of one number of slots from every cell, or of a few, round a ring or not.
    pub is_lattice: bool,
    /// What lies on lines.
    pub lines: Lines<W>,
    /// Finds loops, by relation, where the rules ask for them.
    pub cycles: Vec<Option<Cycles<W>>>,
    /// Finds groups.
    pub groups: Box<dyn GroupIndex<W>>,
}

impl<const W: usize> Shared<W> {
    /// What the positions of `plan`'s game share.
    pub fn new(game: Arc<Game>, plan: Arc<Plan>, leaves: Leaves) -> Self {
        let board = &plan.board;
        let near: Vec<Vec<Bits<W>>> = board
            .relations()
            .map(|relation| {
                let mask = |slot| {
                    let cell = CellId::from_index(slot);
                    if board.is_cell(cell) {
                        Bits::from_words(board.neighbour_mask(relation, cell))
                    } else {
                        Bits::EMPTY
                    }
                };
                (0..board.slots()).map(mask).collect()
            })
            .collect();
        let steps: Vec<Steps<W>> = board.directions().map(|direction| Self::steps(&plan, direction)).collect();
        let is_lattice = steps.iter().all(|steps| steps.shift.or(steps.turn).is_some() || !steps.parts.is_empty());
        let groups: Box<dyn GroupIndex<W>> = match leaves {
            Leaves::Native => Box::new(Words::<W>::new(board)),
            Leaves::Reference => Box::new(Flood::new(board)),
        };
        let relation_directions = board
            .relations()
            .map(|relation| board.relation_directions(relation).iter().map(|d| d.0).collect())
            .collect();
        let cycles = board
            .relations()
            .map(|relation| {
                plan.loops.contains(&relation.0).then(|| match leaves {
                    Leaves::Native => Cycles::new(board, relation),
                    Leaves::Reference => Cycles::plain(board, relation),
                })
            })
            .collect();
        let sets = plan.tables.sets.iter().map(|words| Bits::from_words(words)).collect();
        let row = |words: &Vec<u64>| Bits::from_words(words);
        let rows = plan.tables.rows.iter().map(|rows| rows.iter().map(row).collect()).collect();
        let lines = if leaves == Leaves::Native { Lines::new(&plan, &steps, &near) } else { Lines::default() };
        let mut near = near;
        near.extend(plan.tables.near.iter().map(|by_slot| by_slot.iter().map(row).collect()));
        Shared {
            game,
            cpu: CpuFeatures::of_this_machine(),
            lines,
            cycles,
            sets,
            rows,
            near,
            relation_directions,
            ring: board.ring(),
            runs: if board.ring() == Ring::ROW { Vec::new() } else { runs(board) },
            steps,
            is_lattice,
            groups,
            plan,
        }
    }

    fn steps(plan: &Plan, direction: DirectionId) -> Steps<W> {
        let board = &plan.board;
        let to: Vec<i16> = (0..board.slots())
            .map(|slot| {
                let cell = CellId::from_index(slot);
                if !board.is_cell(cell) {
                    return -1;
                }
                board.step(cell, direction).map_or(-1, |next| next.0 as i16)
            })
            .collect();
        let even =
            board.direction_offset(direction).map(|by| (Bits::from_words(board.direction_sources(direction)), by));
        let parts = if even.is_none() { parts(&to) } else { Vec::new() };
        let by_byte = if even.is_none() && parts.is_empty() && board.slots() <= 64 { by_byte(&to) } else { Vec::new() };
        let (turn, shift) = if board.ring() == Ring::ROW { (None, even) } else { (even, None) };
        Steps { shift, turn, parts, by_byte, to, opposite: board.opposite(direction).0 }
    }

    /// Takes the cell out of a set that one reads first.
    #[inline(always)]
    pub fn pop_first(&self, set: &mut Bits<W>) -> Option<usize> {
        if self.runs.is_empty() {
            return set.pop_first();
        }
        let first = self.runs.iter().find_map(|run| (*set & *run).first())?;
        set.remove(first);
        Some(first)
    }

    /// Where a step leads; -1 off the board or from nowhere.
    #[inline(always)]
    pub fn step(&self, cell: i64, direction: i64) -> i64 {
        let Some(steps) = self.steps.get(direction as usize) else { return -1 };
        steps.to.get(cell as usize).map_or(-1, |to| i64::from(*to))
    }

    /// Where steps from every cell of a set lead.
    #[inline]
    pub fn step_all(&self, set: Bits<W>, direction: usize) -> Bits<W> {
        let steps = &self.steps[direction];
        if let Some((sources, by)) = steps.shift {
            return (set & sources).shift(by);
        }
        if let Some((sources, by)) = steps.turn {
            return self.ring.moved(set & sources, by);
        }
        if !steps.parts.is_empty() {
            return steps.parts.iter().fold(Bits::EMPTY, |out, (from, by)| out | (set & *from).shift(*by));
        }
        let mut out = Bits::EMPTY;
        if !steps.by_byte.is_empty() {
            let mut rest = set.0[0];
            for values in steps.by_byte.chunks_exact(256) {
                out = out | values[(rest & 255) as usize];
                rest >>= 8;
            }
            return out;
        }
        for cell in set.iter() {
            if let Some(to) = steps.to.get(cell).filter(|to| **to >= 0) {
                out.insert(*to as usize);
            }
        }
        out
    }
}

/// The most numbers of slots by which steps in one direction go as whole sets.
const MOST_PARTS: usize = 8;

/// The cells from which steps go by each number of slots; nothing where these are many.
fn parts<const W: usize>(to: &[i16]) -> Vec<(Bits<W>, i32)> {
    let mut parts: Vec<(Bits<W>, i32)> = Vec::new();
    for (slot, next) in to.iter().enumerate().filter(|(_, next)| **next >= 0) {
        let by = i32::from(*next) - slot as i32;
        match parts.iter().position(|(_, other)| *other == by) {
            Some(part) => parts[part].0.insert(slot),
            None if parts.len() == MOST_PARTS => return Vec::new(),
            None => parts.push((Bits::single(slot), by)),
        }
    }
    parts
}

/// The cells of a board as one reads them, in runs of increasing slots.
fn runs<const W: usize>(board: &Board) -> Vec<Bits<W>> {
    let mut runs: Vec<Bits<W>> = Vec::new();
    let mut last = None;
    for cell in board.cells().map(Id::index) {
        match runs.last_mut() {
            Some(run) if last < Some(cell) => run.insert(cell),
            _ => runs.push(Bits::single(cell)),
        }
        last = Some(cell);
    }
    runs
}

/// Where steps lead from all cells of a byte: 256 sets for every eight slots.
fn by_byte<const W: usize>(to: &[i16]) -> Vec<Bits<W>> {
    let mut sets = Vec::with_capacity(to.len().div_ceil(8) * 256);
    for eight in to.chunks(8) {
        for value in 0..256usize {
            let mut set = Bits::EMPTY;
            for (_, next) in eight.iter().enumerate().filter(|(bit, next)| value >> bit & 1 == 1 && **next >= 0) {
                set.insert(*next as usize);
            }
            sets.push(set);
        }
    }
    sets
}
