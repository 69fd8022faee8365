//! Boards that go on at their other end, and boards whose cells are named by rows.

use super::build::of_lattice;
use super::{Board, TopologyError};

impl Board {
    /// The same board, going on at the other end of each row (`east`), of each column (`north`), or both. Its sides there are gone.
    ///
    /// # Errors
    /// If it is no whole board of squares and no rhombus, which alone go on without a break.
    pub fn rounded(self, east: bool, north: bool) -> Result<Board, TopologyError> {
        let lattice = self.lattice.and_then(|lattice| lattice.rounded(east, north));
        lattice.map(of_lattice).ok_or(TopologyError::NotRound)
    }

    /// Whether it goes on at the other end of each row, and of each column.
    pub fn round(&self) -> (bool, bool) {
        self.lattice.map_or((false, false), |lattice| lattice.round())
    }

    /// The same board with cells named by the letter of their row and counted within it, from the left.
    ///
    /// # Errors
    /// If it has no rows and columns as squares and hexagons have.
    pub fn named_by_rows(self) -> Result<Board, TopologyError> {
        let lattice = self.lattice.map(|lattice| lattice.named_by_rows());
        lattice.map(of_lattice).ok_or(TopologyError::NotByRows)
    }
}
