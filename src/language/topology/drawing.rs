//! Where the cells of boards by rule are drawn, and what they look like.

use super::{CellId, mask};
use crate::util::Id;

/// What a cell looks like.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A polygon, by its corners on the board: to the right and upwards.
    Polygon(Vec<(f64, f64)>),
    /// A disc around the middle of the cell, with this radius: a ball, a point.
    Disc(f64),
}

/// Where everything of a board is drawn. Lists go by slots.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Drawing {
    /// The middles of the cells, to the right and upwards.
    pub(super) middles: Vec<(f64, f64)>,
    /// What the cells look like; empty where they are points joined by lines.
    pub(super) forms: Vec<Form>,
    /// Exact places, by which symmetries and the centre are found: to the right, upwards, and what sort of cell it is.
    pub(super) spots: Vec<[i32; 3]>,
    /// Places in the text: half cells to the right, and the line, upwards.
    pub(super) text: Vec<(i32, i32)>,
    /// What stands before lines.
    pub(super) labels: Vec<(i32, String)>,
    /// What stands in a line without cells: the line, half cells to the right, letters.
    pub(super) letters: Vec<(i32, i32, String)>,
}

impl Drawing {
    /// Those of the cells in `kept` that lie nearest to the middle of the board.
    pub(super) fn centre(&self, kept: &[u64]) -> Vec<u64> {
        let (x, y) = self.doubled_middle();
        let distance = |cell: CellId| {
            let [right, up, _] = self.spots[cell.index()];
            let (dx, dy) = (i64::from(2 * right - x), i64::from(2 * up - y));
            dx * dx + dy * dy
        };
        let least = mask::members(kept).map(distance).min();
        mask::collect(self.spots.len(), mask::members(kept).filter(|cell| Some(distance(*cell)) == least))
    }

    /// Twice the middle of the exact places.
    pub(super) fn doubled_middle(&self) -> (i32, i32) {
        let ends = |axis: usize| {
            let of = || self.spots.iter().map(|spot| spot[axis]).filter(|place| *place != i32::MIN);
            of().min().unwrap_or(0) + of().max().unwrap_or(0)
        };
        (ends(0), ends(1))
    }
}

/// The place of a slot that is no cell.
pub(super) const NOWHERE: [i32; 3] = [i32::MIN; 3];
