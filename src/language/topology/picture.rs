//! The board as text, and back.

use std::ops::Range;

use super::drawing::Drawing;
use super::lattice::Lattice;
use super::{Board, CellId, coordinates};
use crate::util::Id;

/// What stands in a row of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// A cell.
    Cell(CellId),
    /// A column's letters.
    Column(String),
}

/// A row: its label, and items at half cells from the left.
pub(super) type Row = (String, Vec<(i32, Item)>);

/// Texts to be put at places: rows from the top, each a row label and texts at half cells from the left.
pub(super) type Layout = Vec<(String, Vec<(i32, String)>)>;

/// The longest name for which there is a column in a picture; longer ones would make all columns as wide.
const MAX_WIDE_NAME: usize = 16;

/// What a picture says of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The cell.
    pub cell: CellId,
    /// The row of the picture, counted from 0.
    pub row: usize,
    /// The bytes of that row that stand for the cell.
    pub place: Range<usize>,
}

/// Why a row of a picture, or the picture as a whole, cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misread {
    /// The row has another number of cells.
    Cells {
        /// The row of the picture, counted from 0.
        row: usize,
        /// The label of that row of the board, as printed; empty where it has none.
        label: String,
        /// How many cells the row of the board has.
        wanted: usize,
        /// How many the picture says.
        found: usize,
    },
    /// A row beyond the board's last; the row, counted from 0.
    TooMany(usize),
    /// There are rows of the board that the picture does not have.
    TooFew {
        /// How many rows with cells the board has.
        wanted: usize,
        /// How many the picture has.
        found: usize,
    },
}

impl Board {
    /// The board as lines of text, each cell as its glyph.
    ///
    /// Squares stand in a grid with row numbers at the left and column letters below. Rows of hexagons are shifted by half a
    /// cell, as they touch; a column's letter stands below its lowest cell, and the column goes up from there: to the right
    /// on a hexagon or triangle, to the left on a rhombus or on a triangle that is numbered from the top. Graphs stand by
    /// their positions, with the names of the cells as a second picture at the right; by their names if these are coordinates
    /// and the positions, if there are any, are no others; else each cell has a line.
    ///
    /// Where cells have numbers, these are the second picture, of whatever board.
    pub fn picture(&self, glyph: impl Fn(CellId) -> String) -> String {
        let rows = self.picture_rows();
        self.as_text(&rows, &layout(&rows, glyph))
    }

    /// A layout as lines of text, with the names of the cells beside it where it needs them.
    pub(super) fn as_text(&self, rows: &[Row], layout: &Layout) -> String {
        let mut lines = write(layout, self.has_shifted_rows());
        if self.has_names_beside() {
            let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            for (line, names) in lines.iter_mut().zip(self.names_beside(rows)) {
                *line = format!("{line:width$}   {names}");
            }
        }
        lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
    }

    /// Whether rows are shifted by half a cell.
    fn has_shifted_rows(&self) -> bool {
        self.lattice.map_or(self.drawing.is_some(), |lattice| !lattice.is_square())
    }

    /// The cells of each row, from the top, each row from the left.
    pub(super) fn cells_in_rows(&self) -> Vec<Vec<CellId>> {
        self.picture_rows().iter().map(|(_, items)| cells_of(items).collect()).collect()
    }

    /// The names or numbers of the cells, a line for each row: as they stand, if they are short enough for it.
    fn names_beside(&self, rows: &[Row]) -> Vec<String> {
        let is_cell = |(_, item): &&(i32, Item)| matches!(item, Item::Cell(_));
        let cells = rows.iter().map(|(_, items)| (String::new(), items.iter().filter(is_cell).cloned().collect()));
        let mut names = layout(&cells.collect::<Vec<Row>>(), |cell| self.cell_written(cell).to_owned());
        if names.iter().flat_map(|(_, names)| names).any(|(_, name)| name.chars().count() > MAX_WIDE_NAME) {
            for (_, names) in &mut names {
                let all: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
                *names = vec![(0, all.join(" "))];
            }
            return names.into_iter().flat_map(|(_, names)| names.into_iter().map(|(_, name)| name)).collect();
        }
        write(&names, self.has_shifted_rows())
    }

    /// Whether pictures need the names: of graphs that stand by positions, where nothing else tells which cell is which, and of
    /// cells that are written as numbers.
    pub(super) fn has_names_beside(&self) -> bool {
        self.is_numbered()
            || self.lattice.is_none()
                && self.drawing.is_none()
                && self.positions.as_ref().is_some_and(|positions| !self.are_coordinates(positions))
    }

    /// Whether cells stand in the columns and rows that their names say.
    fn are_coordinates(&self, positions: &[(i32, i32)]) -> bool {
        let agree = |named: &dyn Fn(CellId) -> i64, placed: &dyn Fn(CellId) -> i64| {
            let (names, places) = (ranks(self.cells().map(named)), ranks(self.cells().map(placed)));
            self.cells().all(|cell| {
                names.partition_point(|name| *name < named(cell))
                    == places.partition_point(|place| *place < placed(cell))
            })
        };
        self.has_coordinates()
            && agree(&|cell| i64::from(self.column(cell)), &|cell| i64::from(positions[cell.index()].0))
            && agree(&|cell| i64::from(self.row(cell)), &|cell| i64::from(positions[cell.index()].1))
    }

    /// Reads the rows of a picture as [`Board::picture`] prints it: the glyphs of each row, with blanks between them. How many
    /// blanks there are has no meaning; row numbers, column letters and names may stand where they are printed, and may be left
    /// out.
    ///
    /// # Errors
    /// All rows that have another number of cells than the board, or that there are other rows.
    pub fn read_picture(&self, rows: &[&str]) -> Result<Vec<Glyph>, Vec<Misread>> {
        self.read_rows(rows, false)
    }

    /// The same for a picture whose glyphs are numbers: a number at the head of a row is the row's own only if it is one too many.
    ///
    /// # Errors
    /// As [`Board::read_picture`].
    pub fn read_numbers(&self, rows: &[&str]) -> Result<Vec<Glyph>, Vec<Misread>> {
        self.read_rows(rows, true)
    }

    fn read_rows(&self, rows: &[&str], numbers: bool) -> Result<Vec<Glyph>, Vec<Misread>> {
        let board = self.picture_rows();
        let names = self.has_names_beside();
        let (mut glyphs, mut misread) = (Vec::new(), Vec::new());
        let mut rest = board.iter();
        let mut found = 0;
        for (number, text) in rows.iter().enumerate() {
            let all = tokens(text);
            let read = loop {
                let Some((label, items)) = rest.next() else { break Err(Misread::TooMany(number)) };
                let tokens = if names { self.without_names(items, text, &all) } else { &all };
                match read_row((label, items), (number, text), tokens, numbers) {
                    // A row of letters, or of a board that was cut down, may be left out.
                    Err(_) if items.iter().all(|(_, item)| matches!(item, Item::Column(_))) => {}
                    read => break read,
                }
            };
            match read {
                Ok(row) => {
                    found += usize::from(!row.is_empty());
                    glyphs.extend(row);
                }
                Err(defect) => {
                    found += 1;
                    misread.push(defect);
                }
            }
        }
        let has_cells = |(_, items): &&Row| items.iter().any(|(_, item)| matches!(item, Item::Cell(_)));
        if rest.any(|row| has_cells(&row)) {
            misread.push(Misread::TooFew { wanted: board.iter().filter(has_cells).count(), found });
        }
        if misread.is_empty() { Ok(glyphs) } else { Err(misread) }
    }

    /// The words of a row without the names of its cells at the end.
    fn without_names<'w>(&self, items: &[(i32, Item)], text: &str, words: &'w [Range<usize>]) -> &'w [Range<usize>] {
        let (glyphs, names) = words.split_at(words.len().saturating_sub(cells_of(items).count()));
        let is_name = |(cell, word): (CellId, &Range<usize>)| self.cell_written(cell) == &text[word.clone()];
        let named = !glyphs.is_empty() && cells_of(items).zip(names).all(is_name);
        if named { glyphs } else { words }
    }

    /// The rows from the top, each with its items from the left.
    pub(super) fn picture_rows(&self) -> Vec<Row> {
        if let Some(drawing) = &self.drawing {
            return self.drawn_rows(drawing);
        }
        let mut rows = match (&self.lattice, &self.positions) {
            (Some(lattice), _) => self.lattice_rows(lattice),
            (None, Some(positions)) if !self.are_coordinates(positions) => {
                let place = |cell: CellId| (i64::from(positions[cell.index()].0), i64::from(positions[cell.index()].1));
                self.grid_rows(place, false)
            }
            (None, _) if self.has_coordinates() => {
                let place = |cell| (i64::from(self.column(cell)), i64::from(self.row(cell)));
                self.grid_rows(place, true)
            }
            (None, _) => {
                self.cells().map(|cell| (self.cell_name(cell).to_owned(), vec![(0, Item::Cell(cell))])).collect()
            }
        };
        for (_, items) in &mut rows {
            items.sort_by_key(|(at, _)| *at);
        }
        rows
    }

    fn lattice_rows(&self, lattice: &Lattice) -> Vec<Row> {
        let mut rows: Vec<Row> = (-1..lattice.height).map(|y| (self.row_label(lattice, y), Vec::new())).collect();
        for x in 0..if lattice.is_by_rows() { 0 } else { lattice.stride } {
            let column = coordinates::column_letters(x as u32 + 1);
            if let Some(lowest) = (0..lattice.height).find(|&y| lattice.whole().has(x, y)) {
                rows[lowest as usize].1.push((lattice.drawn_at(x, lowest - 1), Item::Column(column)));
            }
        }
        for cell in self.cells() {
            let (x, y) = lattice.place(cell);
            rows[y as usize + 1].1.push((lattice.drawn_at(x, y), Item::Cell(cell)));
        }
        rows.reverse();
        if lattice.is_by_rows() {
            // No letters stand below.
            rows.pop();
        }
        rows
    }

    /// The rows of a board by rule that is no lattice, from the top.
    fn drawn_rows(&self, drawing: &Drawing) -> Vec<Row> {
        let of_cells = self.cells().map(|cell| drawing.text[cell.index()].1);
        let mut lines: Vec<i32> = of_cells.chain(drawing.letters.iter().map(|(line, ..)| *line)).collect();
        lines.sort_unstable();
        lines.dedup();
        let label = |line: &i32| drawing.labels.iter().find(|(at, _)| at == line).map(|(_, label)| label.clone());
        let mut rows: Vec<Row> = lines.iter().map(|line| (label(line).unwrap_or_default(), Vec::new())).collect();
        let letters = drawing.letters.iter().map(|(line, at, text)| (*line, *at, Item::Column(text.clone())));
        let cells = self.cells().map(|cell| {
            let (at, line) = drawing.text[cell.index()];
            (line, at, Item::Cell(cell))
        });
        for (line, at, item) in letters.chain(cells) {
            rows[lines.partition_point(|other| *other < line)].1.push((at, item));
        }
        rows.iter_mut().for_each(|(_, items)| items.sort_by_key(|(at, _)| *at));
        rows.reverse();
        rows
    }

    fn row_label(&self, lattice: &Lattice, y: i32) -> String {
        match y {
            ..0 => String::new(),
            _ if lattice.is_by_rows() => coordinates::column_letters(lattice.printed_row(y)),
            _ => lattice.printed_row(y).to_string(),
        }
    }

    /// Cells by column and row; columns and rows without cells are left out.
    fn grid_rows(&self, place: impl Fn(CellId) -> (i64, i64), labels: bool) -> Vec<Row> {
        let (columns, rows) =
            (ranks(self.cells().map(|cell| place(cell).0)), ranks(self.cells().map(|cell| place(cell).1)));
        let mut layout: Vec<Row> =
            rows.iter().map(|row| (if labels { row.to_string() } else { String::new() }, Vec::new())).collect();
        for cell in self.cells() {
            let (x, y) = place(cell);
            layout[rows.partition_point(|&row| row < y)]
                .1
                .push((2 * columns.partition_point(|&column| column < x) as i32, Item::Cell(cell)));
        }
        if labels {
            let letters = columns
                .iter()
                .enumerate()
                .map(|(x, &column)| (2 * x as i32, Item::Column(coordinates::column_letters(column as u32))));
            layout.insert(0, (String::new(), letters.collect()));
        }
        layout.reverse();
        layout
    }
}

/// The cells among the items of a row.
fn cells_of(items: &[(i32, Item)]) -> impl Iterator<Item = CellId> {
    items.iter().filter_map(|(_, item)| match item {
        Item::Cell(cell) => Some(*cell),
        Item::Column(_) => None,
    })
}

/// The words of a row, by their bytes.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let start = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    text.split_whitespace().map(|word| start(word)..start(word) + word.len()).collect()
}

/// A row's glyphs: with its labels, or without the row's number, the columns' letters, or both.
fn read_row(
    (label, items): (&str, &[(i32, Item)]),
    (row, text): (usize, &str),
    tokens: &[Range<usize>],
    numbers: bool,
) -> Result<Vec<Glyph>, Misread> {
    let labelled = !label.is_empty() && tokens.first().is_some_and(|token| text[token.clone()] == *label);
    // A number is no glyph, but where glyphs are numbers.
    let must_be_label = !numbers && labelled && label.bytes().all(|byte| byte.is_ascii_digit());
    for (with_label, with_letters) in [(true, true), (true, false), (false, true), (false, false)] {
        if must_be_label && !with_label {
            continue;
        }
        let is_said = |item: &&Item| with_letters || matches!(item, Item::Cell(_));
        let said: Vec<&Item> = items.iter().map(|(_, item)| item).filter(is_said).collect();
        let numbered = with_label && !label.is_empty();
        if tokens.len() != said.len() + usize::from(numbered) || (numbered && !labelled) {
            continue;
        }
        let mut glyphs = Vec::new();
        let mut fits = true;
        for (item, place) in said.into_iter().zip(&tokens[usize::from(numbered)..]) {
            match item {
                Item::Cell(cell) => glyphs.push(Glyph { cell: *cell, row, place: place.clone() }),
                Item::Column(letters) => fits &= text[place.clone()] == **letters,
            }
        }
        if fits {
            return Ok(glyphs);
        }
    }
    let wanted = items.iter().filter(|(_, item)| matches!(item, Item::Cell(_))).count();
    let labels = usize::from(labelled && (!numbers || tokens.len() > wanted));
    Err(Misread::Cells { row, label: label.to_owned(), wanted, found: tokens.len() - labels })
}

fn ranks(values: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut values: Vec<i64> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// The rows with texts in place of cells and columns.
pub(super) fn layout(rows: &[Row], glyph: impl Fn(CellId) -> String) -> Layout {
    let shown = |item: &Item| match item {
        Item::Cell(cell) => glyph(*cell),
        Item::Column(letters) => letters.clone(),
    };
    rows.iter()
        .map(|(label, items)| (label.clone(), items.iter().map(|(at, item)| (*at, shown(item))).collect()))
        .collect()
}

fn write(layout: &Layout, halves: bool) -> Vec<String> {
    let texts = || layout.iter().flat_map(|(_, texts)| texts);
    let width = |text: &String| text.chars().count();
    let label = layout.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let cell = texts().map(|(_, text)| width(text)).max().unwrap_or(0);
    let left = texts().map(|&(at, _)| at).min().unwrap_or(0);
    // A blank between neighbours, and an even width where rows are shifted by half of it.
    let pitch = if halves { (cell + 1).next_multiple_of(2) } else { cell + 1 };
    let mut out = Vec::new();
    for (row, texts) in layout {
        let mut line = format!("{row:>label$}");
        let indent = if label > 0 { label + 1 } else { 0 };
        let mut used = label;
        for (at, text) in texts {
            let to = indent + (at - left) as usize * pitch / 2;
            line.extend(std::iter::repeat_n(' ', to.saturating_sub(used)));
            line.push_str(text);
            used = used.max(to) + width(text);
        }
        out.push(line);
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
    fn numbers_stand_beside() {
        let picture = |board: &Board| format!("\n{}", board.picture(|_| ".".to_owned()));
        assert_eq!(
            picture(&square(4, 3).numbered(true)),
            "
3 . . . .   1  2  3  4
2 . . . .   5  6  7  8
1 . . . .   9  10 11 12
  a b c d
"
        );
        assert_eq!(
            picture(&hexagon(2).numbered(false)),
            "
3   . .     6 7
2  . . .   3 4 5
1 a . .     1 2
   b c
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
    fn what_is_printed_is_read() {
        let named = graph(&["left", "right"], &[("way", &["left", "right"])]);
        let dark = square(4, 3).subset(|cell| cell.0.is_multiple_of(2)).unwrap();
        let cut = square(3, 3).subset(|cell| cell.0 / 3 != 1).unwrap();
        let boards = [
            square(3, 2),
            square(2, 10),
            hexagon(3),
            rhombus(4, 3, true),
            rhombus(2, 2, false),
            triangle(3, false),
            triangle(3, true),
            morris(),
            named,
            dark.clone().numbered(true),
            hexagon(3).numbered(true),
            triangle(3, true).numbered(false),
            morris().numbered(true),
            dark,
            cut,
        ];
        for board in boards {
            let picture = board.picture(|cell| format!("x{}", cell.0));
            let rows: Vec<&str> = picture.lines().collect();
            let glyphs = board.read_picture(&rows).unwrap();
            assert_eq!(glyphs.len(), board.cell_count(), "{picture}");
            for glyph in &glyphs {
                assert_eq!(rows[glyph.row][glyph.place.clone()], format!("x{}", glyph.cell.0), "{picture}");
            }
            let only = |row: &&str| {
                let cells = row.split_whitespace().filter(|word| word.starts_with('x'));
                cells.collect::<Vec<_>>().join("   ")
            };
            let bare: Vec<String> = rows.iter().map(only).filter(|row| !row.is_empty()).collect();
            let bare = board.read_picture(&bare.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
            let cells = |glyphs: &[super::Glyph]| glyphs.iter().map(|glyph| glyph.cell).collect::<Vec<_>>();
            assert_eq!(cells(&bare), cells(&glyphs), "{picture}");
        }
    }

    #[test]
    fn rows_that_do_not_fit_are_named() {
        use super::Misread;
        let board = hexagon(2);
        assert_eq!(
            board.read_picture(&[". .", ". . . .", ". ."]),
            Err(vec![Misread::Cells { row: 1, label: "2".to_owned(), wanted: 3, found: 4 }])
        );
        assert_eq!(board.read_picture(&["3 . .", ". . ."]), Err(vec![Misread::TooFew { wanted: 3, found: 2 }]));
        assert_eq!(board.read_picture(&[". .", ". . .", ". .", "b c", "."]), Err(vec![Misread::TooMany(4)]));
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
        assert_eq!(placed.picture(|_| "x".to_owned()), "x   x   p   r\n  x       q\n");
        let cells = ["p", "q", "r"].map(|name| name.repeat(20));
        let wide = placed_at(&cells.each_ref().map(String::as_str), &[(0, 1), (1, 0), (2, 1)]);
        let [p, q, r] = &cells;
        assert_eq!(wide.picture(|_| "x".to_owned()), format!("x   x   {p} {r}\n  x     {q}\n"));
    }

    fn placed_at(names: &[&str], positions: &[(i32, i32)]) -> Board {
        let mut spec = crate::topology::laws::graph_spec(names, &[]);
        for (cell, position) in spec.cells.iter_mut().zip(positions) {
            cell.position = Some(*position);
        }
        crate::topology::laws::build(crate::topology::Shape::Graph(spec), false)
    }

    #[test]
    fn graphs_are_read_with_and_without_the_names_beside() {
        use super::Misread;
        let board = placed_at(&["p", "q", "r"], &[(0, 1), (1, 0), (2, 1)]);
        let read = |rows: &[&str]| -> Vec<(u16, String)> {
            let glyphs = board.read_picture(rows).unwrap();
            glyphs.iter().map(|glyph| (glyph.cell.0, rows[glyph.row][glyph.place.clone()].to_owned())).collect()
        };
        let wanted = [(0, "p".to_owned()), (2, "x".to_owned()), (1, "q".to_owned())];
        assert_eq!(read(&["p   x   p   r", "  q       q"]), wanted);
        assert_eq!(read(&["p x", "q"]), wanted);
        let wrong = Err(vec![Misread::Cells { row: 0, label: String::new(), wanted: 2, found: 4 }]);
        assert_eq!(board.read_picture(&["p x r p", "q"]), wrong);
    }

    #[test]
    fn positions_that_are_coordinates_need_no_names() {
        let board = placed_at(&["a1", "c1", "a4"], &[(0, 0), (1, 0), (0, 1)]);
        assert_eq!(dots(&board), "\n4 .\n1 . .\n  a c\n");
        let turned = placed_at(&["a1", "c1", "a4"], &[(0, 0), (0, 1), (1, 0)]);
        assert_eq!(dots(&turned), "\n.     c1\n. .   a1 a4\n");
    }
}
