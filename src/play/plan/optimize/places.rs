//! Numbers that the place of one cell decides: they are looked up, however they are made.

use rustc_hash::FxHashMap;

use super::pass::Piece;
use super::registers::Class;
use crate::plan::op::{Op, Reg};

/// What a register holds, as far as a cell's place decides it.
#[derive(Clone)]
struct Placed {
    /// The register of the cell; none where it is the same for all cells.
    cell: Option<Reg>,
    /// The numbers by slot; one where there is no cell.
    by_slot: Vec<i64>,
    /// The number for no cell.
    nowhere: i64,
}

impl Placed {
    /// What comes of two numbers; nothing where they belong to two cells.
    fn with(&self, other: &Placed, make: impl Fn(i64, i64) -> i64) -> Option<Placed> {
        let cell = match (self.cell, other.cell) {
            (Some(a), Some(b)) if a != b => return None,
            (a, b) => a.or(b),
        };
        let at = |list: &[i64], slot: usize| list[slot.min(list.len() - 1)];
        let slots = self.by_slot.len().max(other.by_slot.len());
        let by_slot = (0..slots).map(|slot| make(at(&self.by_slot, slot), at(&other.by_slot, slot))).collect();
        Some(Placed { cell, by_slot, nowhere: make(self.nowhere, other.nowhere) })
    }
}

impl Piece {
    /// Lets sums, differences and products that the place of a given cell decides be looked up in tables by slot, to which those that
    /// there are not yet are added, as long as `most` are not there.
    pub fn look_up(&mut self, numbers: &[i64], tables: &mut Vec<Vec<i64>>, most: usize) {
        let writes = self.writes();
        let once = |reg: Reg| writes.get(&(Class::Number, reg)) == Some(&1);
        // What is made of a cell is read before the loop that takes it goes on to the next one; or the cell is given and never changes.
        let given = self.given;
        let steady =
            |reg: Reg| writes.get(&(Class::Number, reg)).is_some_and(|times| *times <= 1 + 2 * u32::from(reg < given));
        let mut known: FxHashMap<Reg, Placed> = FxHashMap::default();
        for op in &mut self.ops {
            let both = |a: Reg, b: Reg, make: fn(i64, i64) -> i64| known.get(&a)?.with(known.get(&b)?, make);
            let (d, placed) = match *op {
                Op::Const { d, number } => {
                    let number = numbers.get(usize::from(number)).copied();
                    (d, number.map(|number| Placed { cell: None, by_slot: vec![number], nowhere: number }))
                }
                Op::Table { d, table, cell } if steady(cell) => {
                    let by_slot = tables.get(usize::from(table)).filter(|table| !table.is_empty()).cloned();
                    (d, by_slot.map(|by_slot| Placed { cell: Some(cell), by_slot, nowhere: 0 }))
                }
                Op::Add { d, a, b } => (d, both(a, b, i64::wrapping_add)),
                Op::Subtract { d, a, b } => (d, both(a, b, i64::wrapping_sub)),
                Op::Multiply { d, a, b } => (d, both(a, b, i64::wrapping_mul)),
                _ => continue,
            };
            let Some(placed) = placed.filter(|_| once(d)) else { continue };
            // A table gives 0 for no cell.
            if let Some(cell) = placed.cell.filter(|_| placed.nowhere == 0) {
                let place = tables.iter().position(|table| *table == placed.by_slot).unwrap_or(tables.len());
                if place < most {
                    if place == tables.len() {
                        tables.push(placed.by_slot.clone());
                    }
                    *op = Op::Table { d, table: place as u8, cell };
                }
            }
            known.insert(d, placed);
        }
    }
}
