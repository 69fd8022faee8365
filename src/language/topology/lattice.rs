//! The geometry of lattice boards: which slots are cells, where they are drawn, and what lies at the rim.

use super::compass::{Compass, HEXAGONS, SQUARES};
use super::{CellId, MAX_SLOTS, Shape, TopologyError, coordinates, mask};
use crate::util::Ring;

/// The bits of a word.
const WORD: u64 = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outline {
    Square,
    Hexagon,
    Rhombus,
    TriangleUp,
    TriangleDown,
}

/// A lattice board before any cell is taken away: a rectangle of slots `stride x height`, not all of them cells. A board of
/// squares of one colour has a slot for every second place of a rectangle of an odd number of columns: every diagonal step then
/// adds the same to the number of a slot, and sets take half the words.
///
/// A hexagon of `n` cells tiles the plane so that numbering them round a ring of `n`, a column adding 1 and a row `3 * side - 1`,
/// gives each cell a slot of its own (Chen, Shin and Kandlur 1990, "Addressing, routing, and broadcasting in hexagonal mesh
/// multiprocessors"): where only that lets a set fit in one word, slots are numbered so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lattice {
    outline: Outline,
    /// Columns of the rectangle.
    pub(super) stride: i32,
    /// Rows of the rectangle.
    pub(super) height: i32,
    rows_from_top: bool,
    /// Where only squares of one colour have slots: column plus row modulo 2.
    colour: Option<i32>,
    /// Where slots are numbered round a ring: what a row adds.
    wound: Option<i32>,
    /// Whether it goes on at the other end of a row, and of a column.
    round: (bool, bool),
    /// Whether cells are named by the letter of their row and counted within it.
    by_rows: bool,
}

impl Lattice {
    /// The lattice of a shape, or none for a graph.
    pub(super) fn new(shape: &Shape, rows_from_top: bool) -> Result<Option<Lattice>, TopologyError> {
        let (name, outline, columns, rows) = match *shape {
            Shape::Square { columns, rows } => ("square", Outline::Square, columns.into(), rows.into()),
            Shape::Rhombus { columns, rows } => ("rhombus", Outline::Rhombus, columns.into(), rows.into()),
            Shape::Hexagon { side } => {
                let across = (2 * u64::from(side)).saturating_sub(1);
                ("hexagon", Outline::Hexagon, across, across)
            }
            Shape::Triangle { side } if rows_from_top => ("triangle", Outline::TriangleDown, side.into(), side.into()),
            Shape::Triangle { side } => ("triangle", Outline::TriangleUp, side.into(), side.into()),
            _ => return Ok(None),
        };
        let slots: u64 = u64::saturating_mul(columns, rows);
        match slots {
            0 => Err(TopologyError::NoCells { shape: name }),
            _ if slots > MAX_SLOTS as u64 => Err(TopologyError::TooLarge { shape: name, slots, limit: MAX_SLOTS }),
            _ => {
                let (stride, height) = (columns as i32, rows as i32);
                let row = Lattice {
                    outline,
                    stride,
                    height,
                    rows_from_top,
                    colour: None,
                    wound: None,
                    round: (false, false),
                    by_rows: false,
                };
                let is_wound = outline == Outline::Hexagon && slots > WORD && row.cells_in_hexagon() <= WORD;
                Ok(Some(Lattice { wound: is_wound.then_some(3 * (stride / 2) + 2), ..row }))
            }
        }
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        match (self.colour, self.wound) {
            (Some(colour), _) => (self.wide() * self.height - colour + 1) as usize / 2,
            (None, Some(_)) => self.cells_in_hexagon() as usize,
            (None, None) => (self.stride * self.height) as usize,
        }
    }

    /// How slots are counted on.
    pub(super) fn ring(&self) -> Ring {
        self.wound.map_or(Ring::ROW, |_| Ring::of(self.slots()))
    }

    /// The number of cells of a hexagon as wide as this.
    fn cells_in_hexagon(&self) -> u64 {
        let reach = (self.stride / 2) as u64;
        3 * reach * (reach + 1) + 1
    }

    /// An odd number of columns.
    fn wide(&self) -> i32 {
        self.stride | 1
    }

    /// The same lattice with slots for the squares of one colour alone.
    pub(super) fn of_colour(self, colour: i32) -> Lattice {
        Lattice { colour: Some(colour), ..self }
    }

    /// The same lattice with slots for all squares.
    pub(super) fn whole(self) -> Lattice {
        Lattice { colour: None, ..self }
    }

    /// Whether it has slots for squares of one colour alone.
    pub(super) fn is_of_colour(&self) -> bool {
        self.colour.is_some()
    }

    /// The same lattice, going on at the other end of a row (`east`), of a column (`north`), or both; nothing where it cannot.
    pub(super) fn rounded(self, east: bool, north: bool) -> Option<Lattice> {
        let can = matches!(self.outline, Outline::Square | Outline::Rhombus) && !self.is_of_colour();
        can.then_some(Lattice { round: (east, north), ..self })
    }

    /// Whether it goes on at the other end of a row, and of a column.
    pub(super) fn round(&self) -> (bool, bool) {
        self.round
    }

    /// Whether it goes on anywhere.
    pub(super) fn is_round(&self) -> bool {
        self.round.0 || self.round.1
    }

    /// The same lattice with cells named by the letter of their row.
    pub(super) fn named_by_rows(self) -> Lattice {
        Lattice { by_rows: true, ..self }
    }

    /// Whether cells are named by the letter of their row.
    pub(super) fn is_by_rows(&self) -> bool {
        self.by_rows
    }

    /// What a step by so many columns and rows adds to the number of every slot, where it leads from a cell to a cell; nothing where it
    /// crosses a seam from some cells.
    pub(super) fn even_offset(&self, dx: i32, dy: i32) -> Option<i32> {
        let crosses = self.round.0 && dx != 0 || self.round.1 && dy != 0;
        (!crosses).then(|| self.offset(dx, dy))
    }

    /// The cell at a column and a row, going round where the lattice does.
    pub(super) fn reached(&self, x: i32, y: i32) -> Option<CellId> {
        let x = if self.round.0 { x.rem_euclid(self.stride) } else { x };
        let y = if self.round.1 { y.rem_euclid(self.height) } else { y };
        self.cell(x, y)
    }

    fn offset(&self, dx: i32, dy: i32) -> i32 {
        match (self.colour, self.wound) {
            (Some(_), _) => (dy * self.wide() + dx).div_euclid(2),
            (None, Some(row)) => self.ring().distance(dy * row + dx),
            (None, None) => dy * self.stride + dx,
        }
    }

    /// Whether cells are squares; else they are hexagons.
    pub(super) fn is_square(&self) -> bool {
        self.outline == Outline::Square
    }

    /// The directions of its cells.
    pub(super) fn compass(&self) -> Compass {
        if self.is_square() { SQUARES } else { HEXAGONS }
    }

    /// The half cells by which a row is drawn further right than the row below it.
    pub(super) fn shear(&self) -> i32 {
        match self.outline {
            Outline::Square => 0,
            Outline::Hexagon | Outline::TriangleUp => 1,
            Outline::Rhombus | Outline::TriangleDown => -1,
        }
    }

    /// Where column `x` and row `y` are drawn, in half cells to the right.
    pub(super) fn drawn_at(&self, x: i32, y: i32) -> i32 {
        2 * x + self.shear() * y
    }

    /// Column and row of a slot, from 0, rows from the bottom of the picture.
    pub(super) fn place(&self, cell: CellId) -> (i32, i32) {
        if let Some(row) = self.wound {
            let column = |y: i32| self.ring().distance(i32::from(cell.0) + self.stride / 2 - row * y);
            return (0..self.height).map(|y| (column(y), y)).find(|(x, y)| self.has(*x, *y)).unwrap_or_default();
        }
        let (place, columns) = match self.colour {
            None => (i32::from(cell.0), self.stride),
            Some(colour) => (2 * i32::from(cell.0) + colour, self.wide()),
        };
        (place % columns, place / columns)
    }

    /// The cell at a column and a row, if there is one.
    pub(super) fn cell(&self, x: i32, y: i32) -> Option<CellId> {
        self.has(x, y).then(|| match (self.colour, self.wound) {
            (Some(colour), _) => CellId(((y * self.wide() + x - colour) / 2) as u16),
            // The first cell of the lowest row is slot 0.
            (None, Some(row)) => CellId(self.ring().distance(y * row + x - self.stride / 2) as u16),
            (None, None) => CellId((y * self.stride + x) as u16),
        })
    }

    /// Whether there is a cell at a column and a row.
    pub(super) fn has(&self, x: i32, y: i32) -> bool {
        let middle = self.stride / 2;
        (0..self.stride).contains(&x)
            && (0..self.height).contains(&y)
            && self.colour.is_none_or(|colour| (x + y) % 2 == colour)
            && match self.outline {
                Outline::Square | Outline::Rhombus => true,
                Outline::Hexagon => (x + y - 2 * middle).abs() <= middle,
                Outline::TriangleUp => x + y < self.stride,
                Outline::TriangleDown => x <= y,
            }
    }

    /// The cells, in increasing order.
    pub(super) fn cells(&self) -> impl Iterator<Item = CellId> {
        (0..self.slots()).map(|slot| CellId(slot as u16)).filter(|&cell| {
            let (x, y) = self.place(cell);
            self.has(x, y)
        })
    }

    /// The cells, row by row from the lowest, each from the left.
    pub(super) fn reading(&self) -> impl Iterator<Item = CellId> {
        (0..self.height).flat_map(move |y| (0..self.stride).filter_map(move |x| self.cell(x, y)))
    }

    /// Column and row of a slot as printed, from 1. Where cells are named by rows, their place within the row is the column.
    pub(super) fn printed(&self, cell: CellId) -> (u32, u32) {
        let (x, y) = self.place(cell);
        let before = if self.by_rows { (0..x).filter(|x| self.whole().has(*x, y)).count() as i32 } else { x };
        (before as u32 + 1, self.printed_row(y))
    }

    /// The name of a slot.
    pub(super) fn name(&self, cell: CellId) -> String {
        let (column, row) = self.printed(cell);
        if self.by_rows { coordinates::name(row, column) } else { coordinates::name(column, row) }
    }

    /// The number of a row as printed.
    pub(super) fn printed_row(&self, y: i32) -> u32 {
        (if self.rows_from_top { self.height - y } else { y + 1 }) as u32
    }

    /// The sides that it has, by their places among the names: where it is round it has none.
    pub(super) fn sides(&self) -> Vec<usize> {
        let (east, north) = self.round;
        let is_there = |side: &usize| !(self.is_round() && if side.is_multiple_of(2) { north } else { east });
        (0..self.side_names().len()).filter(is_there).collect()
    }

    /// The names of the sides, clockwise from the top.
    pub(super) fn side_names(&self) -> &'static [&'static str] {
        match self.outline {
            Outline::Square | Outline::Rhombus => &["top", "right", "bottom", "left"],
            Outline::Hexagon => &["top", "upperright", "lowerright", "bottom", "lowerleft", "upperleft"],
            Outline::TriangleUp => &["right", "bottom", "left"],
            Outline::TriangleDown => &["top", "right", "left"],
        }
    }

    /// Whether a cell lies on a side, by the side's place among the names.
    pub(super) fn on_side(&self, cell: CellId, side: usize) -> bool {
        let (x, y) = self.place(cell);
        let (right, top, middle) = (self.stride - 1, self.height - 1, self.stride / 2);
        match (self.outline, side) {
            (Outline::Square | Outline::Rhombus, _) => [y == top, x == right, y == 0, x == 0][side % 4],
            (Outline::Hexagon, _) => {
                let slant = x + y - 2 * middle;
                [y == top, slant == middle, x == right, y == 0, slant == -middle, x == 0][side % 6]
            }
            (Outline::TriangleUp, _) => [x + y == right, y == 0, x == 0][side % 3],
            (Outline::TriangleDown, _) => [y == top, x == y, x == 0][side % 3],
        }
    }

    /// Whether two sides meet at this cell. Opposite sides of a narrow board share cells too, but do not meet.
    pub(super) fn on_corner(&self, cell: CellId) -> bool {
        let sides = self.side_names().len();
        !self.is_round() && (0..sides).any(|side| self.on_side(cell, side) && self.on_side(cell, (side + 1) % sides))
    }

    /// The number of cells of the whole lattice, and the sums of their columns and rows: the geometric centre without fractions.
    pub(super) fn centroid(&self) -> (i64, i64, i64) {
        let whole = self.whole();
        whole.cells().fold((0, 0, 0), |(count, xs, ys), cell| {
            let (x, y) = whole.place(cell);
            (count + 1, xs + i64::from(x), ys + i64::from(y))
        })
    }

    /// Those of the cells in `kept` that lie nearest to the geometric centre of the whole board.
    pub(super) fn centre(&self, kept: &[u64]) -> Vec<u64> {
        let (count, xs, ys) = self.centroid();
        let row_weight = if self.is_square() { 4 } else { 3 };
        let distance = |cell: CellId| {
            let (x, y) = self.place(cell);
            let (x, y) = (i64::from(x) * count - xs, i64::from(y) * count - ys);
            // Round the board no column or row is nearer to the middle than another.
            let (x, y) = (if self.round.0 { 0 } else { x }, if self.round.1 { 0 } else { y });
            let right = if self.round.0 { 0 } else { 2 * x + i64::from(self.shear()) * y };
            right * right + row_weight * y * y
        };
        let least = mask::members(kept).map(distance).min();
        mask::collect(self.slots(), mask::members(kept).filter(|&cell| Some(distance(cell)) == least))
    }
}
