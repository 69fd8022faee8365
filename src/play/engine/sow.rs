//! Sowing: a number of a cell goes one by one to the cells that follow.

use super::core::State;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::SOWN_FROM_HAND;
use rulebook_language::util::Bits;

/// The numbers of the cells.
pub struct Numbers {
    /// Where the first cell's lies.
    pub offset: u32,
    /// The greatest that one can become.
    pub high: i64,
}

impl<const W: usize> State<W> {
    /// Takes the number of the cell `from` but `leaving` (or what is at hand, as [`Op::Sow`](crate::plan::Op::Sow) says), and adds 1 to that of each next cell in a direction, passing over
    /// `skipping`. Gives the last cell; -1 where nothing was sown. Where no further cell follows, the rest stays on the last.
    pub fn sow(
        &mut self,
        shared: &Shared<W>,
        numbers: Numbers,
        from: i64,
        leaving: i64,
        direction: i64,
        skipping: &Bits<W>,
    ) -> Result<i64, Fault> {
        if from < 0 {
            return Ok(-1);
        }
        let at = |cell: i64| numbers.offset + cell as u32;
        let held = self.memory.get(at(from)) as i64;
        let at_hand = leaving <= SOWN_FROM_HAND;
        let mut hand = if at_hand { SOWN_FROM_HAND - leaving } else { (held - leaving).max(0) };
        if !at_hand {
            self.memory.set(at(from), (held - hand) as u64);
        }
        let (mut cell, mut last) = (from, -1);
        let mut is_first = at_hand;
        // Cells that are passed over in a row: a whole round of them leads nowhere.
        let mut passed = 0;
        while hand > 0 {
            self.spend(1)?;
            let next = if std::mem::take(&mut is_first) { from } else { shared.step(cell, direction) };
            if next < 0 || passed > shared.plan.board.slots() {
                break;
            }
            cell = next;
            if skipping.contains(cell as usize) {
                passed += 1;
                continue;
            }
            passed = 0;
            hand -= 1;
            last = cell;
            let grown = (self.memory.get(at(cell)) as i64 + 1).min(numbers.high);
            self.memory.set(at(cell), grown as u64);
        }
        if hand > 0 {
            let rest = if last < 0 { from } else { last };
            let grown = (self.memory.get(at(rest)) as i64 + hand).min(numbers.high);
            self.memory.set(at(rest), grown as u64);
        }
        Ok(last)
    }
}
