//! The board as text.

use super::lattice::Lattice;
use super::{Board, CellId, coordinates};
use crate::util::Id;

/// Texts to be put at places: rows from the top, each a row label and texts at half cells from the left.
type Layout = Vec<(String, Vec<(i32, String)>)>;

impl Board {
    /// The board as lines of text, each cell as its glyph.
    ///
    /// Squares stand in a grid with row numbers at the left and column letters below. Rows of hexagons are shifted by half a
    /// cell, as they touch; a column's letter stands below its lowest cell, and the column goes up from there: to the right
    /// on a hexagon or triangle, to the left on a rhombus or on a triangle that is numbered from the top. Graphs stand by
    /// their positions, else by their names if these are coordinates; else each cell has a line.
    pub fn picture(&self, glyph: impl Fn(CellId) -> String) -> String {
        let layout = match (&self.lattice, &self.positions) {
            (Some(lattice), _) => self.lattice_layout(lattice, glyph),
            (None, Some(positions)) => {
                let place = |cell: CellId| (i64::from(positions[cell.index()].0), i64::from(positions[cell.index()].1));
                self.grid_layout(place, false, glyph)
            }
            (None, None) if self.has_coordinates() => {
                let place = |cell| (i64::from(self.column(cell)), i64::from(self.row(cell)));
                self.grid_layout(place, true, glyph)
            }
            (None, None) => {
                self.cells().map(|cell| (self.cell_name(cell).to_owned(), vec![(0, glyph(cell))])).collect()
            }
        };
        write(&layout, self.lattice.is_some_and(|lattice| !lattice.is_square()))
    }

    fn lattice_layout(&self, lattice: &Lattice, glyph: impl Fn(CellId) -> String) -> Layout {
        let mut rows: Layout = (-1..lattice.height).map(|y| (self.row_label(lattice, y), Vec::new())).collect();
        for x in 0..lattice.stride {
            let column = coordinates::column_letters(x as u32 + 1);
            if let Some(lowest) = (0..lattice.height).find(|&y| lattice.has(x, y)) {
                rows[lowest as usize].1.push((lattice.drawn_at(x, lowest - 1), column));
            }
        }
        for cell in self.cells() {
            let (x, y) = lattice.place(cell);
            rows[y as usize + 1].1.push((lattice.drawn_at(x, y), glyph(cell)));
        }
        rows.reverse();
        rows
    }

    fn row_label(&self, lattice: &Lattice, y: i32) -> String {
        if y < 0 { String::new() } else { lattice.printed(CellId((y * lattice.stride) as u16)).1.to_string() }
    }

    /// Cells by column and row; columns and rows without cells are left out.
    fn grid_layout(
        &self,
        place: impl Fn(CellId) -> (i64, i64),
        labels: bool,
        glyph: impl Fn(CellId) -> String,
    ) -> Layout {
        let (columns, rows) =
            (ranks(self.cells().map(|cell| place(cell).0)), ranks(self.cells().map(|cell| place(cell).1)));
        let mut layout: Layout =
            rows.iter().map(|row| (if labels { row.to_string() } else { String::new() }, Vec::new())).collect();
        for cell in self.cells() {
            let (x, y) = place(cell);
            layout[rows.partition_point(|&row| row < y)]
                .1
                .push((2 * columns.partition_point(|&column| column < x) as i32, glyph(cell)));
        }
        if labels {
            let letters = columns
                .iter()
                .enumerate()
                .map(|(x, &column)| (2 * x as i32, coordinates::column_letters(column as u32)));
            layout.insert(0, (String::new(), letters.collect()));
        }
        layout.reverse();
        layout
    }
}

fn ranks(values: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut values: Vec<i64> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}

fn write(layout: &Layout, halves: bool) -> String {
    let texts = || layout.iter().flat_map(|(_, texts)| texts);
    let width = |text: &String| text.chars().count();
    let label = layout.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let cell = texts().map(|(_, text)| width(text)).max().unwrap_or(0);
    let left = texts().map(|&(at, _)| at).min().unwrap_or(0);
    // A blank between neighbours, and an even width where rows are shifted by half of it.
    let pitch = if halves { (cell + 1).next_multiple_of(2) } else { cell + 1 };
    let mut out = String::new();
    for (row, texts) in layout {
        let mut texts: Vec<&(i32, String)> = texts.iter().collect();
        texts.sort_by_key(|(at, _)| *at);
        let mut line = format!("{row:>label$}");
        let indent = if label > 0 { label + 1 } else { 0 };
        let mut used = label;
        for (at, text) in texts {
            let to = indent + (at - left) as usize * pitch / 2;
            line.extend(std::iter::repeat_n(' ', to.saturating_sub(used)));
            line.push_str(text);
            used = used.max(to) + width(text);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use crate::topology::laws::{graph, hexagon, morris, rhombus, square, triangle};
    use crate::topology::{Board, CellId};

    fn dots(board: &Board) -> String {
        format!("\n{}", board.picture(|_| ".".to_owned()))
    }

    #[test]
    fn squares_stand_in_a_grid() {
        assert_eq!(
            dots(&square(3, 2)),
            "
2 . . .
1 . . .
  a b c
"
        );
        let dark = square(4, 3).subset(|cell| cell.0.is_multiple_of(2)).unwrap();
        let name = |cell: CellId| dark.cell_name(cell).to_owned();
        assert_eq!(
            format!("\n{}", dark.picture(name)),
            "
3 a3    c3
2 a2    c2
1 a1    c1
  a  b  c  d
"
        );
    }

    #[test]
    fn row_labels_and_glyphs_are_padded() {
        let board = square(2, 10);
        let picture = board.picture(|cell| if cell.0 == 18 { "äöü".to_owned() } else { ".".to_owned() });
        assert!(picture.starts_with("10 äöü .\n 9 .   .\n"), "{picture}");
        assert!(picture.ends_with(" 1 .   .\n   a   b\n"), "{picture}");
    }

    #[test]
    fn rows_of_hexagons_are_shifted_as_they_touch() {
        assert_eq!(
            dots(&hexagon(3)),
            "
5    . . .
4   . . . .
3  . . . . .
2 a . . . .
1  b . . .
    c d e
"
        );
        assert_eq!(
            dots(&rhombus(4, 3, true)),
            "
1 . . . .
2  . . . .
3   . . . .
     a b c d
"
        );
        assert_eq!(
            dots(&rhombus(2, 2, false)),
            "
2 . .
1  . .
    a b
"
        );
        assert_eq!(
            dots(&triangle(3, false)),
            "
3    .
2   . .
1  . . .
  a b c
"
        );
        assert_eq!(
            dots(&triangle(3, true)),
            "
1 . . .
2  . . c
3   . b
     a
"
        );
        let names = hexagon(2);
        assert_eq!(
            format!("\n{}", names.picture(|cell| names.cell_name(cell).to_owned())),
            "
3     a3  b3
2   a2  b2  c2
1 a   b1  c1
    b   c
"
        );
    }

    #[test]
    fn graphs_stand_by_names_or_positions_or_in_a_list() {
        assert_eq!(
            dots(&morris()),
            "
7 .     .     .
6   .   .   .
5     . . .
4 . . .   . . .
3     . . .
2   .   .   .
1 .     .     .
  a b c d e f g
"
        );
        let named = graph(&["left", "right"], &[("way", &["left", "right"])]);
        assert_eq!(named.picture(|_| "x".to_owned()), " left x\nright x\n");
        let mut spec = crate::topology::laws::graph_spec(&["p", "q", "r"], &[]);
        for (cell, position) in spec.cells.iter_mut().zip([(-1, 5), (0, -1_000_000), (i32::MAX, 5)]) {
            cell.position = Some(position);
        }
        let placed = crate::topology::laws::build(crate::topology::Shape::Graph(spec), false);
        assert_eq!(placed.picture(|cell| placed.cell_name(cell).to_owned()), "p   r\n  q\n");
    }
}
