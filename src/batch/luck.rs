//! What nature draws by other odds than those of a set: dice, and cells by their weights.

use super::op::Reg;

/// How dice come up that are rolled together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roll {
    /// The registers of numbers of what the dice show.
    pub shown: Vec<Reg>,
    /// What each die shows, in each of the ways to come up, one of which is as likely as another: of dice that are alike, none shows more
    /// than the one before.
    pub faces: Vec<Vec<u16>>,
    /// In how many ways they can come up.
    pub ways: u32,
    /// As how many that are told apart.
    pub outcomes: u32,
}

impl Roll {
    /// All that can come up and is told apart, with what each die shows.
    pub fn outcomes(&self) -> Vec<Vec<u16>> {
        let way = |way: usize| self.faces.iter().filter_map(|faces| faces.get(way).copied()).collect();
        let mut all: Vec<Vec<u16>> = (0..self.ways as usize).map(way).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// How likely each cell of a set is to be drawn: weights bit by bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The first of registers of sets, lowest bit first: the cells of whose weight it is 1.
    pub first: Reg,
    /// How many they are.
    pub bits: u8,
}

impl Weights {
    /// The registers.
    pub fn registers(self) -> impl Iterator<Item = Reg> {
        (self.first..).take(usize::from(self.bits))
    }
}
