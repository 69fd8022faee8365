//! The directions of lattice boards, as they look on the picture.

/// A direction with its name, as a vector on the picture: half cells to the right, and rows upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// Its name.
    pub(super) name: &'static str,
    /// Half cells to the right.
    pub(super) right: i32,
    /// Rows upwards.
    pub(super) up: i32,
}

const fn point(name: &'static str, right: i32, up: i32) -> Point {
    Point { name, right, up }
}

/// The directions of a lattice, and which of them each relation has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compass {
    /// All directions.
    pub(super) points: &'static [Point],
    /// The shortest ones, clockwise; the first goes up a row, the second is east.
    pub(super) orthogonal: &'static [u8],
    /// The ones that go between two orthogonal ones.
    pub(super) diagonal: &'static [u8],
    /// The ones to cells that touch.
    pub(super) adjacent: &'static [u8],
}

/// Squares, which touch at corners too.
pub(super) const SQUARES: Compass = Compass {
    points: &[
        point("north", 0, 1),
        point("northeast", 2, 1),
        point("east", 2, 0),
        point("southeast", 2, -1),
        point("south", 0, -1),
        point("southwest", -2, -1),
        point("west", -2, 0),
        point("northwest", -2, 1),
    ],
    orthogonal: &[0, 2, 4, 6],
    diagonal: &[1, 3, 5, 7],
    adjacent: &[0, 1, 2, 3, 4, 5, 6, 7],
};

/// Hexagons in horizontal rows. A diagonal leads between two neighbours to the cell behind the side that they share.
pub(super) const HEXAGONS: Compass = Compass {
    points: &[
        point("northeast", 1, 1),
        point("east", 2, 0),
        point("southeast", 1, -1),
        point("southwest", -1, -1),
        point("west", -2, 0),
        point("northwest", -1, 1),
        point("north", 0, 2),
        point("eastnortheast", 3, 1),
        point("eastsoutheast", 3, -1),
        point("south", 0, -2),
        point("westsouthwest", -3, -1),
        point("westnorthwest", -3, 1),
    ],
    orthogonal: &[0, 1, 2, 3, 4, 5],
    diagonal: &[6, 7, 8, 9, 10, 11],
    adjacent: &[0, 1, 2, 3, 4, 5],
};
