//! A game as its kernels: for each role the ply that it plays.

use super::op::{Op, Reg, Sort};

/// A game as kernels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Words of a set.
    pub words: usize,
    /// Slots of the board.
    pub slots: usize,
    /// Constant sets.
    pub sets: Vec<Vec<u64>>,
    /// Constant numbers.
    pub numbers: Vec<i64>,
    /// Lists of steps that operations take together.
    pub ways: Vec<Vec<Way>>,
    /// The connections that are kept while cells are only added.
    pub joins: Vec<Joining>,
    /// The neighbours of each slot, by relation asked about.
    pub groups: Vec<Vec<Vec<u64>>>,
    /// How many registers of sets, masks and numbers.
    pub registers: [usize; 3],
    /// What lasts from ply to ply.
    pub state: State,
    /// For each role.
    pub roles: Vec<Role>,
    /// Code that writes what never changes.
    pub constants: Vec<Op>,
    /// For each role: code that works out what it can do, and no more.
    pub openings: Vec<Vec<Op>>,
    /// Whether the second seat may change seats instead of its first turn.
    pub pie: bool,
    /// The end clauses' names.
    pub clauses: Vec<String>,
}

/// A step from every cell that has one: by so many slots, to the cells of constant set `keep`, at most `most` times in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Way {
    /// Slots.
    pub by: i16,
    /// Where it can lead.
    pub keep: u16,
    /// How many in a row.
    pub most: u16,
}

/// The connections of cells that are only added, of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joining {
    /// The neighbours of each slot.
    pub near: Vec<Vec<u16>>,
    /// The sides that each slot touches, as bits.
    pub sides: Vec<u8>,
    /// All of them.
    pub all: u8,
    /// The register of the cells.
    pub cells: Reg,
}

/// Where what lasts is kept: registers, each with its word of the memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// Sets, with the first words of their planes.
    pub sets: Vec<(Reg, u32)>,
    /// Numbers, with their words.
    pub numbers: Vec<(Reg, u32)>,
}

/// What a role does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Role {
    /// Its choices, by the strength of their claim: the first tier that offers something counts.
    pub tiers: Vec<Vec<Choice>>,
    /// Makes the changes, works out what the next role can do, and whether the game is over.
    pub ply: Vec<Op>,
}

/// A choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its place among the role's choices in the plan.
    pub index: u16,
    /// What can be picked; a pass has none.
    pub bundles: Vec<Bundle>,
    /// How many picks.
    pub picks: u8,
    /// Where the picked cells go, a register of sets each.
    pub picked: Vec<Reg>,
    /// The register of masks that says in which lanes it was chosen.
    pub chosen: Reg,
}

/// Some ways to pick: one for every cell of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The cells of the first pick.
    pub set: Reg,
    /// By how many slots the second pick lies further.
    pub by: i16,
}

impl Program {
    /// The number of operations of the roles' plies.
    pub fn operations(&self) -> Vec<usize> {
        self.roles.iter().map(|role| role.ply.len()).collect()
    }

    /// How many registers of a sort.
    pub fn count(&self, sort: Sort) -> usize {
        self.registers[sort as usize]
    }
}
