//! Lines between the cells of a picture: walls and links.

use super::picture::{Item, Layout, layout};
use super::{Board, CellId};

/// A line between two cells of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stroke {
    /// The cells.
    pub ends: [CellId; 2],
    /// What is drawn between cells side by side.
    pub beside: char,
    /// What is drawn between cells one above the other.
    pub above: char,
}

impl Board {
    /// The board as text with strokes between cells that lie side by side or one above the other; nothing where a stroke is of
    /// others, or the names of the cells stand beside the board. It is not to be read back.
    pub fn picture_with(&self, glyph: impl Fn(CellId) -> String, strokes: &[Stroke]) -> Option<String> {
        let rows = self.picture_rows();
        let place = |cell: CellId| {
            let in_row =
                |items: &[(i32, Item)]| items.iter().find(|(_, item)| *item == Item::Cell(cell)).map(|(at, _)| *at);
            rows.iter().enumerate().find_map(|(row, (_, items))| Some((row, in_row(items)?)))
        };
        let mut layout = layout(&rows, glyph);
        let mut between: Layout = vec![(String::new(), Vec::new()); rows.len()];
        for stroke in strokes {
            let [(row, at), (other, to)] = [place(stroke.ends[0])?, place(stroke.ends[1])?];
            match (row.abs_diff(other), at.abs_diff(to)) {
                (0, 2) => layout[row].1.push((at.min(to) + 1, stroke.beside.to_string())),
                (1, 0) => between[row.min(other)].1.push((at, stroke.above.to_string())),
                _ => return None,
            }
        }
        let mut all = Layout::new();
        for (row, below) in layout.into_iter().zip(between) {
            all.push(row);
            all.extend(Some(below).filter(|(_, texts)| !texts.is_empty()));
        }
        all.iter_mut().for_each(|(_, texts)| texts.sort_by_key(|(at, _)| *at));
        (!self.has_names_beside()).then(|| self.as_text(&rows, &all))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::Stroke;
    use crate::topology::laws::square;

    #[test]
    fn strokes_stand_between_cells_and_elsewhere_there_is_no_such_picture() {
        let board = square(2, 2);
        let cell = |name: &str| board.find_cell(name).unwrap();
        let between = |a: &str, b: &str| Stroke { ends: [cell(a), cell(b)], beside: '|', above: '=' };
        let drawn = |strokes: &[Stroke]| board.picture_with(|_| ".".to_owned(), strokes);
        assert_eq!(drawn(&[]), Some(board.picture(|_| ".".to_owned())));
        let one = drawn(&[between("b1", "a1"), between("a1", "a2")]);
        assert_eq!(one.as_deref(), Some("2 . .\n  =\n1 .|.\n  a b\n"));
        assert_eq!(drawn(&[between("a1", "b2")]), None, "aslant");
    }
}
