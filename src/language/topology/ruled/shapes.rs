//! The boards of shapes that are neither lattices nor graphs, if their sizes can be.

use super::{cairo, conhex, octagons, pyramid, snub};
use crate::topology::{Board, MAX_SLOTS, Shape, TopologyError};

/// The board of a shape that is neither a lattice nor a graph.
pub(in crate::topology) fn board(shape: &Shape, rows_from_top: bool) -> Result<Board, TopologyError> {
    let plan = match *shape {
        Shape::Cairo { columns, rows } => cairo::plan(sized("cairo", (columns, rows), 2)?, rows_from_top),
        Shape::Octagons { columns, rows } => octagons::plan(sized("octagons", (columns, rows), 1)?, rows_from_top),
        Shape::Snub { columns, rows } => snub::plan(sized("snub", (columns, rows), 2)?, rows_from_top),
        Shape::ConHex { side, points } => {
            if side < 5 || side.is_multiple_of(2) {
                let wanted = "has an odd number of points along a side, at least 5";
                return Err(TopologyError::WrongSize { shape: "conhex", wanted });
            }
            conhex::plan(sized("conhex", (side, side), 1)?.0, points, rows_from_top)
        }
        Shape::Pyramid { side } => {
            let side = u64::from(side);
            let balls = side.saturating_mul(side + 1).saturating_mul(2 * side + 1) / 6;
            pyramid::plan(sized_by("pyramid", balls, side as u32)?, rows_from_top)
        }
        _ => return Err(TopologyError::NoCells { shape: "graph" }),
    };
    plan.board()
}

/// Columns and rows, if so many cells for each of their places can be there.
fn sized(shape: &'static str, (columns, rows): (u32, u32), each: u64) -> Result<(i32, i32), TopologyError> {
    sized_by(shape, u64::from(columns).saturating_mul(u64::from(rows)).saturating_mul(each), columns)?;
    Ok((columns as i32, rows as i32))
}

/// The side, if a board can have so many places.
fn sized_by(shape: &'static str, slots: u64, side: u32) -> Result<i32, TopologyError> {
    match slots {
        0 => Err(TopologyError::NoCells { shape }),
        _ if slots > MAX_SLOTS as u64 => Err(TopologyError::TooLarge { shape, slots, limit: MAX_SLOTS }),
        _ => Ok(side as i32),
    }
}
