//! Directions, and where they lead from each cell.

use super::DirectionId;
use super::lattice::Lattice;
use crate::util::{Id, Table};

/// A direction of a board. Every direction has an opposite one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Direction {
    /// Its name: a compass point, `leap(1, 2)`, or on boards without such `along1` or `back1`.
    pub name: String,
    /// What a step adds to the number of the slot, round the board's ring if it has one, where it is the same from every cell.
    pub offset: Option<i32>,
    /// Columns to the right; 0 on a graph.
    pub dx: i32,
    /// Rows of the picture upwards; 0 on a graph.
    pub dy: i32,
    /// The direction back.
    pub opposite: DirectionId,
}

impl Direction {
    /// A direction of a lattice board; its opposite is set later.
    pub(super) fn on_lattice(lattice: &Lattice, name: String, dx: i32, dy: i32) -> Direction {
        Direction { name, offset: lattice.even_offset(dx, dy), dx, dy, opposite: DirectionId::default() }
    }
}

/// The direction of a vector.
pub(super) fn of_vector(directions: &Table<DirectionId, Direction>, dx: i32, dy: i32) -> Option<DirectionId> {
    directions.iter_ids().find(|(_, direction)| (direction.dx, direction.dy) == (dx, dy)).map(|(id, _)| id)
}

/// Finds the opposites of lattice directions from the `first` on.
pub(super) fn pair_opposites(directions: &mut Table<DirectionId, Direction>, first: usize) {
    for index in first..directions.len() {
        let id = DirectionId::from_index(index);
        let (dx, dy) = (directions[id].dx, directions[id].dy);
        directions[id].opposite = of_vector(directions, -dx, -dy).unwrap_or(id);
    }
}

/// The directions of a lattice's compass.
pub(super) fn of_lattice(lattice: &Lattice) -> Table<DirectionId, Direction> {
    let mut directions = Table::from_iter(lattice.compass().points.iter().map(|point| {
        let dx = (point.right - lattice.shear() * point.up) / 2;
        Direction::on_lattice(lattice, point.name.to_owned(), dx, point.up)
    }));
    pair_opposites(&mut directions, 0);
    directions
}
