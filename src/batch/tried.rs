//! The pairs of picks that were tried in a lane, where they may be rejected.

use rulebook_language::util::Bits;

/// The pairs that were tried in a lane.
#[derive(Clone, Debug)]
pub struct Tried<const W: usize> {
    /// Of each first pick the second ones.
    pub seconds: Vec<Bits<W>>,
    /// How many pairs.
    pub count: u32,
}

impl<const W: usize> Tried<W> {
    /// None yet.
    pub fn new(slots: usize) -> Self {
        Tried { seconds: vec![Bits::EMPTY; slots], count: 0 }
    }

    /// Whether a pair was tried.
    pub fn has(&self, first: usize, second: usize) -> bool {
        self.seconds[first].contains(second)
    }

    /// Adds a pair.
    pub fn add(&mut self, first: usize, second: usize) {
        self.count += u32::from(!self.has(first, second));
        self.seconds[first].insert(second);
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        if self.count > 0 {
            self.seconds.fill(Bits::EMPTY);
            self.count = 0;
        }
    }
}
