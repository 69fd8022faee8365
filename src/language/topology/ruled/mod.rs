//! Boards by rule that are no lattice: tilings, pyramids, points with cells. Each is a plan: cells with names and places, and ways
//! with names that lead from cell to cell; from it the board is built as any other.

mod cairo;
mod conhex;
mod octagons;
mod plan;
mod points;
mod pyramid;
mod shapes;
mod snub;

pub(super) use shapes::board;
