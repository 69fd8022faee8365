//! What a board is built from, as plain data.

use super::{DirectionId, RelationId};

/// A board to build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardSpec {
    /// Its outline.
    pub shape: Shape,
    /// Whether row 1 is the upper row of the picture, not the lower one. The picture itself stays as it is, except that of
    /// a triangle: its row 1 is always the longest, so numbered from the top it stands on its point.
    pub rows_from_top: bool,
}

/// The outline of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Squares in a rectangle.
    Square {
        /// Squares in a row.
        columns: u32,
        /// Squares in a column.
        rows: u32,
    },
    /// Hexagons in a hexagon.
    Hexagon {
        /// Cells along a side.
        side: u32,
    },
    /// Hexagons in a rhombus or parallelogram whose lower rows stand further right: the board of Hex.
    Rhombus {
        /// Cells in a row.
        columns: u32,
        /// Rows.
        rows: u32,
    },
    /// Hexagons in a triangle: the board of Y. Row 1 has `side` cells, each further row one less.
    Triangle {
        /// Cells along a side.
        side: u32,
    },
    /// Pentagons, two to a square of a grid, cut upright and across by turns.
    Cairo {
        /// Squares in a row.
        columns: u32,
        /// Squares in a column.
        rows: u32,
    },
    /// Points of a grid, every second square of which has a centre while the others are cut in two triangles: the board of Onyx.
    Snub {
        /// Points in a row.
        columns: u32,
        /// Points in a column.
        rows: u32,
    },
    /// Octagons, with small squares in the gaps.
    Octagons {
        /// Cells in a row.
        columns: u32,
        /// Cells in a column.
        rows: u32,
    },
    /// The cells of ConHex: rings round a middle one.
    ConHex {
        /// Points along a side of the square that they lie in: odd.
        side: u32,
        /// Whether the points where they meet are places, too.
        points: bool,
    },
    /// Balls on a square base, each on four others.
    Pyramid {
        /// Balls along a side of the base.
        side: u32,
    },
    /// Named cells and the lines that join them.
    Graph(GraphSpec),
}

/// A shape with a size as a file writes it: `square(8)`, `square(7, 6)`.
#[derive(Clone, Copy, Debug)]
pub struct SizedShape {
    /// Its name.
    pub name: &'static str,
    /// How many numbers it takes at most: columns and rows, or one side.
    pub numbers: usize,
    /// The shape of these numbers; of one number, given twice.
    pub shape: fn(u32, u32) -> Shape,
}

/// The lattice shapes.
pub const LATTICES: [SizedShape; 4] = [
    SizedShape { name: "square", numbers: 2, shape: |columns, rows| Shape::Square { columns, rows } },
    SizedShape { name: "hexagon", numbers: 1, shape: |side, _| Shape::Hexagon { side } },
    SizedShape { name: "rhombus", numbers: 2, shape: |columns, rows| Shape::Rhombus { columns, rows } },
    SizedShape { name: "triangle", numbers: 1, shape: |side, _| Shape::Triangle { side } },
];

/// The shapes that are no lattice and no list of cells.
pub const RULED: [SizedShape; 5] = [
    SizedShape { name: "cairo", numbers: 2, shape: |columns, rows| Shape::Cairo { columns, rows } },
    SizedShape { name: "snub", numbers: 2, shape: |columns, rows| Shape::Snub { columns, rows } },
    SizedShape { name: "octagons", numbers: 2, shape: |columns, rows| Shape::Octagons { columns, rows } },
    SizedShape { name: "conhex", numbers: 1, shape: |side, _| Shape::ConHex { side, points: false } },
    SizedShape { name: "pyramid", numbers: 1, shape: |side, _| Shape::Pyramid { side } },
];

/// All shapes that are written with a size.
pub fn sized_shapes() -> impl Iterator<Item = &'static SizedShape> {
    LATTICES.iter().chain(&RULED)
}

/// A board of named cells joined by lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GraphSpec {
    /// The cells, in the order of their ids.
    pub cells: Vec<GraphCell>,
    /// The lines that join them.
    pub lines: Vec<LineSpec>,
    /// The sides of the board, if it is to have any.
    pub sides: Vec<SideSpec>,
}

/// A cell of a [`GraphSpec`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphCell {
    /// Its name, unlike any other.
    pub name: String,
    /// Its place in the picture, column and row, rows counting upwards. Used if every cell has one.
    pub position: Option<(i32, i32)>,
}

/// A line of a [`GraphSpec`]: each cell is joined to the next, both ways. A line that ends where it began is closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineSpec {
    /// The relation that the links belong to.
    pub relation: String,
    /// The names of at least two cells.
    pub cells: Vec<String>,
}

/// A side of a [`GraphSpec`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideSpec {
    /// Its name, unlike that of any other side.
    pub name: String,
    /// The names of its cells.
    pub cells: Vec<String>,
}

/// A relation to add to a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RelationSpec {
    /// So many columns one way and rows the other, in every mirror image: `1, 2` is a knight's leap. Square boards only.
    Leap {
        /// Columns.
        dx: u32,
        /// Rows.
        dy: u32,
    },
    /// One step in any of these directions. One-way if a direction is in it and its opposite is not.
    Directions(Vec<DirectionId>),
    /// Whatever is in any of these relations.
    Union(Vec<RelationId>),
}
