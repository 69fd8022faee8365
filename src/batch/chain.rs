//! Chains of jumps as one action: what a link is, what it changes, and what the next one asks.

/// The most planes of pieces of a game with chains.
pub const MAX_PLANES: usize = 8;
/// The most changes of a link.
pub const MAX_CHANGES: usize = 4;
/// The most cells whose contents a link asks about.
pub const MAX_TESTS: usize = 8;

/// The most kinds of links of a chain: they are the bits of a word.
pub const MAX_KINDS: usize = 64;

/// A move again and again as one action. Each link is two picks, and begins where the one before has led.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The links, by how far they lead. The first ones that can be made are the choice's bundles, in this order.
    pub links: Vec<Link>,
    /// What a link asks after another: by the one before, then its own place; nothing where it never follows.
    pub follow: Vec<Option<Ask>>,
    /// Whether only the longest may be played.
    pub longest: bool,
}

/// A link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// By how many slots it leads on.
    pub by: i16,
    /// What it does, in order.
    pub changes: Vec<Change>,
}

/// What a link of a chain does to cells, as slots from the one where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// All that stands on a cell goes to another, on top of what stands there.
    MoveStack(i16, i16),
    /// All that stands on a cell goes to another, in the place of what stands there.
    Shift(i16, i16),
    /// The top piece of a cell goes under what stands on another.
    Tuck(i16, i16),
    /// The top piece of a cell goes on top of what stands on another.
    MoveTop(i16, i16),
    /// The top piece of a cell goes off the board.
    RemoveTop(i16),
    /// All that stands on a cell goes off the board.
    Remove(i16),
}

impl Piles {
    /// How many digits a number has.
    #[inline(always)]
    pub fn digits(&self, under: u64) -> u32 {
        // A division by a small number, as a multiplication: exact for numbers below 2^16 / 64.
        ((u64::BITS - under.leading_zeros() + self.bits - 1) * self.inverse) >> 16
    }

    /// Who owns the piece of the lowest digit of a number.
    pub fn owner_of(&self, under: u64) -> u8 {
        let digit = under & ((1 << self.bits) - 1);
        (digit.wrapping_sub(1) / u64::from(self.kinds)) as u8
    }

    /// Whether there are two owners and one kind, as in most games.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        self.owners == 2 && self.kinds == 1
    }
}

impl Change {
    /// The cells that it changes; of one, twice.
    pub fn slots(self) -> [i16; 2] {
        match self {
            Change::MoveStack(a, b) | Change::Shift(a, b) | Change::Tuck(a, b) | Change::MoveTop(a, b) => [a, b],
            Change::RemoveTop(a) | Change::Remove(a) => [a, a],
        }
    }
}

/// What the contents of a few cells must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// Where the link can begin at all.
    pub cells: Vec<u64>,
    /// All of which must hold.
    pub tests: Vec<Content>,
}

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Content {
    /// Slots from where the link begins.
    pub at: i16,
    /// Planes of pieces, as bits.
    pub planes: u8,
    /// Whether the cell is to be in one of them, or in none.
    pub inside: bool,
}

/// How the pieces of a stack are written as digits of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Piles {
    /// Planes of owners.
    pub owners: u8,
    /// Planes of kinds: none where there is one kind.
    pub kind_planes: u8,
    /// Kinds. A digit is 1 + owner * kinds + kind.
    pub kinds: u8,
    /// Bits of a digit.
    pub bits: u32,
    /// 2^16 / bits, rounded up.
    pub inverse: u32,
    /// How high a stack may grow, the top piece counted.
    pub max_height: u16,
    /// Where what lies under the top pieces is in the position's memory; nothing without stacks.
    pub under: Option<u32>,
    /// How many words a slot it takes there: all but the plan know of one only.
    pub under_words: usize,
}
