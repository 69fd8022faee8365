//! Where cells are drawn.

use super::{Board, CellId, Form, spread::spread};
use crate::util::Id;

/// What cells look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellShape {
    /// Squares of side 1.
    Square,
    /// Regular hexagons, a corner upwards, with a distance of 1 between the middles of neighbours.
    Hexagon,
    /// Points joined by lines.
    Point,
    /// Polygons and discs, each cell as its form says.
    Tile,
}

/// Where the cells of a board are drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Outline {
    /// What they look like.
    pub shape: CellShape,
    /// The middle of each slot: to the right and upwards, with a distance of about 1 between neighbours.
    pub middles: Vec<(f64, f64)>,
    /// The cells that lines join, of boards of points.
    pub lines: Vec<(CellId, CellId)>,
    /// What each slot looks like, of boards of tiles.
    pub forms: Vec<Form>,
}

impl Outline {
    /// How much room for a piece a slot has: the breadth of the largest disc around its middle that lies within it.
    pub fn room(&self, slot: usize) -> f64 {
        let (x, y) = self.middles.get(slot).copied().unwrap_or_default();
        match self.forms.get(slot) {
            None => 1.0,
            Some(Form::Disc(radius)) => 2.0 * radius,
            Some(Form::Polygon(corners)) => {
                let next = corners.iter().cycle().skip(1);
                let apart = corners.iter().zip(next).map(|(a, b)| {
                    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
                    ((x - a.0) * dy - (y - a.1) * dx).abs() / (dx * dx + dy * dy).sqrt()
                });
                2.0 * apart.fold(f64::INFINITY, f64::min)
            }
        }
    }

    /// The most room that a cell has.
    pub fn most_room(&self) -> f64 {
        let all = (0..self.forms.len()).map(|slot| self.room(slot));
        let most = all.fold(0.0, f64::max);
        if most > 0.0 { most } else { 1.0 }
    }
}

impl Board {
    /// Where the cells are drawn, as [`Board::picture`] has them. Graphs stand by their positions, else by their names if these
    /// are coordinates; else as far apart as there are lines between cells.
    pub fn outline(&self) -> Outline {
        if let Some(lattice) = &self.lattice {
            let middle = |slot: usize| {
                let (x, y) = lattice.place(CellId::from_index(slot));
                let height = if lattice.is_square() { 1.0 } else { 0.75_f64.sqrt() };
                (f64::from(lattice.drawn_at(x, y)) / 2.0, f64::from(y) * height)
            };
            let shape = if lattice.is_square() { CellShape::Square } else { CellShape::Hexagon };
            let middles = (0..self.slots).map(middle).collect();
            return Outline { shape, middles, lines: Vec::new(), forms: Vec::new() };
        }
        if let Some(drawing) = self.drawing.as_ref().filter(|drawing| !drawing.forms.is_empty()) {
            let (middles, forms) = (drawing.middles.clone(), drawing.forms.clone());
            return Outline { shape: CellShape::Tile, middles, lines: Vec::new(), forms };
        }
        let ends = |relation| {
            self.cells().flat_map(move |cell| {
                let others = self.neighbours(relation, cell).iter();
                others.map(move |other| (cell.min(*other), cell.max(*other)))
            })
        };
        let mut lines: Vec<(CellId, CellId)> = self.relations().flat_map(ends).collect();
        lines.sort_unstable();
        lines.dedup();
        let coordinates = |slot: usize| {
            let cell = CellId::from_index(slot);
            (f64::from(self.column(cell)), f64::from(self.row(cell)))
        };
        let middles = match &self.positions {
            _ if self.drawing.is_some() => self.drawing.iter().flat_map(|drawing| drawing.middles.clone()).collect(),
            Some(positions) => positions.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).collect(),
            None if self.has_coordinates() => (0..self.slots).map(coordinates).collect(),
            None => spread(self.slots, &lines),
        };
        Outline { shape: CellShape::Point, middles, lines, forms: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::CellShape;
    use crate::topology::Board;
    use crate::topology::laws::{graph, hexagon, morris, rhombus, square, triangle};
    use crate::util::Id;

    /// Neighbours are as far from each other as they touch, and nobody else is as near.
    #[test]
    fn neighbours_touch() {
        for board in [square(4, 3), hexagon(3), rhombus(4, 3, true), triangle(4, false), triangle(4, true)] {
            let outline = board.outline();
            let near = |board: &Board| {
                let relation = board.find_relation("orthogonal").or(board.find_relation("adjacent"));
                let cells: Vec<_> = board.cells().collect();
                for a in &cells {
                    for b in &cells {
                        let (p, q) = (outline.middles[a.index()], outline.middles[b.index()]);
                        let distance = ((p.0 - q.0).powi(2) + (p.1 - q.1).powi(2)).sqrt();
                        let joined = relation.is_some_and(|relation| board.neighbours(relation, *a).contains(b));
                        assert_eq!(
                            joined,
                            a != b && distance < 1.001,
                            "{} {}",
                            board.cell_name(*a),
                            board.cell_name(*b)
                        );
                    }
                }
            };
            near(&board);
            assert!(outline.lines.is_empty());
        }
    }

    #[test]
    fn graphs_have_lines() {
        let outline = morris().outline();
        assert_eq!(outline.shape, CellShape::Point);
        assert_eq!(outline.lines.len(), 32, "nine men's morris has as many");
        let named = graph(&["left", "right", "top"], &[("way", &["left", "right", "top"])]).outline();
        let apart = |a: usize, b: usize| named.middles[a] != named.middles[b];
        assert!(apart(0, 1) && apart(1, 2) && apart(0, 2));
    }
}
