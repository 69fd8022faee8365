//! Stacks: the top piece of a cell is in the planes, what lies under it is a number of digits, the nearest to the top first.

use super::core::State;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::Stacks;
use rulebook_language::model::MAX_HEIGHT;
use rulebook_language::util::Bits;

impl<const W: usize> State<W> {
    fn stacks(shared: &Shared<W>) -> Stacks {
        shared.plan.layout.stacks.unwrap_or(Stacks { offset: 0, words: 0, bits: 1, max_height: 1, kinds: 1, values: 1 })
    }

    /// What lies under the top piece of a cell, of contents that begin at `base`.
    fn under(&self, stacks: Stacks, base: u32, cell: u32) -> u128 {
        let at = base + stacks.offset + cell * stacks.words;
        (0..stacks.words).fold(0, |all, word| all | u128::from(self.memory.get(at + word)) << (64 * word))
    }

    fn set_under(&mut self, stacks: Stacks, cell: u32, under: u128) {
        let at = stacks.offset + cell * stacks.words;
        for word in 0..stacks.words {
            self.memory.set(at + word, (under >> (64 * word)) as u64);
        }
    }

    /// The digit of the top piece of a cell; 0 of an empty one.
    fn top(&self, shared: &Shared<W>, stacks: Stacks, base: u32, cell: u32) -> u128 {
        let layout = &shared.plan.layout;
        let has = |plane: u32| self.memory.get(base + plane * layout.words + cell / 64) >> (cell % 64) & 1 == 1;
        let owner = (0..u32::from(layout.owners)).find(|owner| has(*owner));
        let kind = (0..u32::from(layout.kinds)).find(|kind| has(u32::from(layout.owners) + kind)).unwrap_or(0);
        let marks = (0..u32::from(layout.carried)).filter(|mark| has(u32::from(layout.owners + layout.kinds) + mark));
        owner.map_or(0, |owner| u128::from(stacks.digit(owner, kind, marks.fold(0, |all, mark| all | 1 << mark))))
    }

    fn set_top(&mut self, shared: &Shared<W>, stacks: Stacks, cell: u32, digit: u128) {
        let layout = &shared.plan.layout;
        let piece = (digit > 0).then(|| stacks.piece(digit as u32));
        let (owners, marked) = (u32::from(layout.owners), u32::from(layout.owners + layout.kinds));
        let is_on = |plane: u32| {
            piece.is_some_and(|(owner, kind, marks)| match plane {
                _ if plane < owners => plane == owner,
                _ if plane < marked => plane == owners + kind,
                _ => marks >> (plane - marked) & 1 == 1,
            })
        };
        for plane in 0..u32::from(layout.piece_planes()) {
            let at = plane * layout.words + cell / 64;
            let on = is_on(plane);
            let word = self.memory.get(at) & !(1 << (cell % 64)) | u64::from(on) << (cell % 64);
            self.memory.set(at, word);
        }
    }

    /// How many pieces stand on a cell.
    pub fn height(&self, shared: &Shared<W>, base: u32, cell: i64) -> i64 {
        let stacks = Self::stacks(shared);
        if cell < 0 || self.top(shared, stacks, base, cell as u32) == 0 {
            return 0;
        }
        1 + i64::from(digits(stacks, self.under(stacks, base, cell as u32)))
    }

    /// How many pieces of an owner stand on a cell.
    pub fn in_stack(&self, shared: &Shared<W>, base: u32, cell: i64, owner: i64) -> i64 {
        if cell < 0 {
            return 0;
        }
        let stacks = Self::stacks(shared);
        let is_owned = |digit: u128| digit > 0 && i64::from(stacks.piece(digit as u32).0) == owner;
        let mut count = i64::from(is_owned(self.top(shared, stacks, base, cell as u32)));
        let mut rest = self.under(stacks, base, cell as u32);
        while rest != 0 {
            count += i64::from(is_owned(rest & mask(stacks)));
            rest >>= stacks.bits;
        }
        count
    }

    /// Whose the nth piece of a cell is and of which kind, the top one the first.
    pub fn piece_in_stack(&self, shared: &Shared<W>, base: u32, cell: i64, place: i64) -> Option<(u32, u32)> {
        let stacks = Self::stacks(shared);
        let cell = u32::try_from(cell).ok()?;
        const LAST: i64 = MAX_HEIGHT as i64;
        let digit = match place {
            1 => self.top(shared, stacks, base, cell),
            2..=LAST => self.under(stacks, base, cell).checked_shr(stacks.bits * (place as u32 - 2))? & mask(stacks),
            _ => 0,
        };
        (digit > 0).then(|| stacks.piece(digit as u32)).map(|(owner, kind, _)| (owner, kind))
    }

    /// The pieces of a cell from the top down.
    fn pile_of(&self, shared: &Shared<W>, cell: i64) -> Pile {
        let mut pile = Pile::default();
        if cell < 0 {
            return pile;
        }
        let stacks = Self::stacks(shared);
        pile.push(self.top(shared, stacks, 0, cell as u32));
        let mut rest = self.under(stacks, 0, cell as u32);
        while rest != 0 {
            pile.push(rest & mask(stacks));
            rest >>= stacks.bits;
        }
        pile
    }

    /// Makes these the pieces of a cell.
    fn set_pile(&mut self, shared: &Shared<W>, cell: i64, pile: &[u32]) {
        let stacks = Self::stacks(shared);
        let (top, rest) = pile.split_first().map_or((0, [].as_slice()), |(top, rest)| (*top, rest));
        let under = rest.iter().rev().fold(0u128, |under, digit| under << stacks.bits | u128::from(*digit));
        self.set_top(shared, stacks, cell as u32, top.into());
        self.set_under(stacks, cell as u32, under);
    }

    /// Takes so many pieces of a cell, from its top or its bottom: all, where there are fewer.
    pub fn take(&mut self, shared: &Shared<W>, cell: i64, count: i64, bottom: bool) -> Pile {
        let pile = self.pile_of(shared, cell);
        let count = count.clamp(0, pile.len() as i64) as usize;
        let cut = if bottom { pile.len() - count } else { count };
        let (upper, lower) = pile.pieces().split_at(cut);
        let (left, taken) = if bottom { (upper, lower) } else { (lower, upper) };
        if count > 0 {
            self.set_pile(shared, cell, left);
        }
        Pile::of(taken)
    }

    /// Puts pieces on top of what stands on a cell, or under it.
    pub fn heap(&mut self, shared: &Shared<W>, cell: i64, pieces: Pile, under: bool) -> Result<(), Fault> {
        if cell < 0 || pieces.len() == 0 {
            return Ok(());
        }
        let (there, stacks) = (self.pile_of(shared, cell), Self::stacks(shared));
        if there.len() + pieces.len() > usize::from(stacks.max_height) {
            return Err(Fault::Stack(stacks.max_height));
        }
        let (upper, lower) = if under { (there, pieces) } else { (pieces, there) };
        let mut all = upper;
        lower.pieces().iter().for_each(|digit| all.push(u128::from(*digit)));
        self.set_pile(shared, cell, all.pieces());
        Ok(())
    }

    /// Puts a piece on top of what stands on a cell.
    pub fn pile(&mut self, shared: &Shared<W>, cell: i64, digit: u128) -> Result<(), Fault> {
        if cell < 0 || digit == 0 {
            return Ok(());
        }
        let (stacks, cell) = (Self::stacks(shared), cell as u32);
        let top = self.top(shared, stacks, 0, cell);
        if top != 0 {
            let under = self.under(stacks, 0, cell);
            grow(stacks, under)?;
            self.set_under(stacks, cell, under << stacks.bits | top);
        }
        self.set_top(shared, stacks, cell, digit);
        Ok(())
    }

    /// Puts so many pieces on every cell of a set.
    pub fn pile_all(&mut self, shared: &Shared<W>, on: Bits<W>, digit: i64, count: i64) -> Result<(), Fault> {
        for cell in on.iter() {
            for _ in 0..count.clamp(0, i64::from(u16::MAX)) {
                self.pile(shared, cell as i64, digit as u128)?;
            }
        }
        Ok(())
    }

    /// Moves all that stands on a cell to the top of another.
    pub fn move_stack(&mut self, shared: &Shared<W>, from: i64, to: i64) -> Result<(), Fault> {
        if from < 0 || to < 0 || from == to {
            return Ok(());
        }
        let stacks = Self::stacks(shared);
        let top = self.top(shared, stacks, 0, from as u32);
        if top == 0 {
            return Ok(());
        }
        let moving = self.under(stacks, 0, from as u32);
        let below = self.under(stacks, 0, to as u32);
        let covered = self.top(shared, stacks, 0, to as u32);
        let mut under = below;
        if covered != 0 {
            let total = digits(stacks, moving) + digits(stacks, below) + 2;
            if total > u32::from(stacks.max_height) {
                return Err(Fault::Stack(stacks.max_height));
            }
            under = below << stacks.bits | covered;
        }
        let moved = digits(stacks, moving);
        let under = if moved == 0 { under } else { under << (stacks.bits * moved) | moving };
        self.set_under(stacks, to as u32, under);
        self.set_top(shared, stacks, to as u32, top);
        self.set_under(stacks, from as u32, 0);
        self.set_top(shared, stacks, from as u32, 0);
        Ok(())
    }

    /// Takes away all that lies under the top pieces of a set's cells.
    pub fn clear_under(&mut self, shared: &Shared<W>, cells: Bits<W>) {
        let stacks = Self::stacks(shared);
        for cell in cells.iter() {
            self.set_under(stacks, cell as u32, 0);
        }
    }

    /// Exchanges what lies under the top pieces of two cells.
    pub fn exchange_under(&mut self, shared: &Shared<W>, a: i64, b: i64) {
        if a < 0 || b < 0 {
            return;
        }
        let stacks = Self::stacks(shared);
        let (first, second) = (self.under(stacks, 0, a as u32), self.under(stacks, 0, b as u32));
        self.set_under(stacks, a as u32, second);
        self.set_under(stacks, b as u32, first);
    }
}

/// The digits of some pieces of a stack, from the top down.
#[derive(Clone, Copy)]
pub struct Pile {
    digits: [u32; MAX_HEIGHT],
    len: usize,
}

impl Default for Pile {
    fn default() -> Self {
        Pile { digits: [0; MAX_HEIGHT], len: 0 }
    }
}

impl Pile {
    fn of(digits: &[u32]) -> Self {
        let mut pile = Pile::default();
        digits.iter().for_each(|digit| pile.push(u128::from(*digit)));
        pile
    }

    /// How many.
    fn len(&self) -> usize {
        self.len
    }

    fn pieces(&self) -> &[u32] {
        &self.digits[..self.len]
    }

    /// Puts a piece under the others; nothing where there is none.
    fn push(&mut self, digit: u128) {
        if digit != 0 && self.len < MAX_HEIGHT {
            self.digits[self.len] = digit as u32;
            self.len += 1;
        }
    }
}

fn mask(stacks: Stacks) -> u128 {
    (1 << stacks.bits) - 1
}

/// How many digits a number has.
fn digits(stacks: Stacks, under: u128) -> u32 {
    (u128::BITS - under.leading_zeros()).div_ceil(stacks.bits)
}

/// Refuses a stack that would grow too high by one piece under its top.
fn grow(stacks: Stacks, under: u128) -> Result<(), Fault> {
    if digits(stacks, under) + 2 > u32::from(stacks.max_height) { Err(Fault::Stack(stacks.max_height)) } else { Ok(()) }
}
