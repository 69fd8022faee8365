//! Columns of neighbouring lines.

use super::line::{BEFORE_COMMENT, Columns, LayoutLine, MAX_WIDTH, width};

/// The lines as text, their columns under each other.
pub fn align(mut lines: Vec<LayoutLine>) -> String {
    let mut start = 0;
    while start < lines.len() {
        let end = start + run(&lines[start..]);
        pad(&mut lines[start..end]);
        start = end;
    }
    let columns = comment_columns(&lines);
    let mut text = String::new();
    for (line, column) in lines.iter().zip(columns) {
        if line.blank {
            text.push('\n');
        }
        let mut shown = " ".repeat(line.indent) + &line.cells.concat();
        if let Some(comment) = &line.comment {
            shown.push_str(&" ".repeat(column.saturating_sub(width(&shown))));
            shown.push_str(comment);
        }
        text.push_str(shown.trim_end());
        text.push('\n');
    }
    text
}

/// The most blanks that a column may cost a line; where it would cost more, it begins anew.
fn most_padding(columns: Columns) -> usize {
    match columns {
        Columns::None => 0,
        Columns::Definition | Columns::Turn | Columns::Repetition => 8,
        Columns::End => 2,
        Columns::Cells | Columns::Lines => MAX_WIDTH,
    }
}

/// How many lines from the first on share its columns.
fn run(lines: &[LayoutLine]) -> usize {
    let Some((first, others)) = lines.split_first() else { return 0 };
    if first.columns == Columns::None {
        return 1;
    }
    let belongs = |line: &LayoutLine| {
        let alike = line.columns == first.columns && line.indent == first.indent;
        alike && !line.blank && sort(line) == sort(first)
    };
    let mut widths = Widths::default();
    widths.add(first);
    let mut length = 1;
    for line in others.iter().take_while(|line| belongs(line)) {
        let wider = widths.add(line);
        let padding = |column: &(usize, usize)| column.1 - column.0 <= most_padding(first.columns);
        // Lines that fitted fit still, unless a column has grown.
        let changed = if wider { &lines[..=length] } else { &lines[length..=length] };
        let fits = changed.iter().all(|line| line.indent + widths.padded(line) <= MAX_WIDTH);
        if !widths.columns.iter().all(padding) || !fits {
            break;
        }
        length += 1;
    }
    length
}

/// The word that a line begins with; `direction` and `directions` are of one sort.
fn sort(line: &LayoutLine) -> &str {
    let word = line.cells.first().and_then(|cell| cell.split(' ').next()).unwrap_or("");
    word.strip_suffix('s').unwrap_or(word)
}

/// The least and the greatest width of each column.
#[derive(Default)]
struct Widths {
    columns: Vec<(usize, usize)>,
}

impl Widths {
    /// Adds a line, and says whether a column is wider or new.
    fn add(&mut self, line: &LayoutLine) -> bool {
        let Some((_, cells)) = line.cells.split_last() else { return false };
        let mut wider = false;
        for (at, cell) in cells.iter().enumerate() {
            let width = width(cell);
            match self.columns.get_mut(at) {
                Some((least, greatest)) => {
                    wider |= width > *greatest;
                    (*least, *greatest) = (width.min(*least), width.max(*greatest));
                }
                None => {
                    wider = true;
                    self.columns.push((width, width));
                }
            }
        }
        wider
    }

    /// The width of a line with its columns.
    fn padded(&self, line: &LayoutLine) -> usize {
        let Some((last, cells)) = line.cells.split_last() else { return 0 };
        width(last) + self.columns.iter().take(cells.len()).map(|column| column.1).sum::<usize>()
    }
}

/// Puts the columns of lines under each other.
fn pad(lines: &mut [LayoutLine]) {
    let mut widths = Widths::default();
    for line in &*lines {
        widths.add(line);
    }
    for line in lines {
        let Some((_, cells)) = line.cells.split_last_mut() else { continue };
        for (cell, (_, greatest)) in cells.iter_mut().zip(&widths.columns) {
            let missing = greatest.saturating_sub(width(cell));
            cell.push_str(&" ".repeat(missing));
        }
    }
}

/// Where the comment of each line begins.
fn comment_columns(lines: &[LayoutLine]) -> Vec<usize> {
    let mut columns = Vec::with_capacity(lines.len());
    while let Some(first) = lines.get(columns.len()) {
        let mut column = first.width() + BEFORE_COMMENT;
        let mut widest = comment_width(first);
        let mut length = 1;
        // Columns do not go on over the edge of a block, nor over a comment that goes on: if that stood as far in as a
        // comment on a line of its own, it would be one the next time.
        let mut edge = first.edge;
        for line in &lines[columns.len() + 1..] {
            let goes_on = is_continued(line);
            let joins = first.comment.is_some() && line.comment.is_some() && !line.blank && !line.edge && !edge;
            let next = column.max(line.width() + BEFORE_COMMENT);
            let wider = widest.max(comment_width(line));
            if !goes_on && (!joins || next + wider > MAX_WIDTH) {
                break;
            }
            edge |= line.edge || goes_on;
            if !goes_on {
                column = next;
            }
            widest = wider;
            length += 1;
        }
        columns.extend(std::iter::repeat_n(column, length));
    }
    columns
}

fn comment_width(line: &LayoutLine) -> usize {
    line.comment.as_deref().map_or(0, width)
}

/// Whether a line only goes on with the comment of the line above.
fn is_continued(line: &LayoutLine) -> bool {
    line.cells.is_empty()
}
