//! The regions of a board by name: its sides, `corners` and `centre`.

use super::{Board, CellId};

impl Board {
    /// The names of the regions: those of the sides in order, then `corners` and `centre`.
    pub fn region_names(&self) -> impl Iterator<Item = &str> {
        self.sides().iter().map(|side| side.name.as_str()).chain(["corners", "centre"])
    }

    /// The cells of a region, in increasing order.
    pub fn find_region(&self, name: &str) -> Option<Vec<CellId>> {
        let mask = match name {
            "corners" => self.corners(),
            "centre" => self.centre(),
            _ => &self.find_side(name)?.mask,
        };
        Some(self.cells().filter(|cell| mask[cell.0 as usize / 64] >> (cell.0 % 64) & 1 == 1).collect())
    }
}
