//! Lines as they are laid out, before the columns of neighbouring lines are known.

/// Characters of a line. A longer one is broken where it can be.
pub const MAX_WIDTH: usize = 120;

/// Blanks for each level of blocks, and of lines that go on.
pub const STEP: usize = 2;

/// Blanks before a comment at the end of a line.
pub const BEFORE_COMMENT: usize = 2;

/// A line that is being laid out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LayoutLine {
    /// Blanks before it.
    pub indent: usize,
    /// Whether an empty line stands before it.
    pub blank: bool,
    /// What stands in it, cut where columns may begin; each piece but the last ends on the blanks that it needs at least.
    pub cells: Vec<String>,
    /// Which columns those are.
    pub columns: Columns,
    /// The comment at its end.
    pub comment: Option<String>,
    /// Whether a block begins at its end or ends at its beginning: columns of comments do not go on over it.
    pub edge: bool,
}

/// Whose columns stand under each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Columns {
    /// Nobody's.
    #[default]
    None,
    /// `=` of definitions that begin with the same word.
    Definition,
    /// What follows `turn ... :`.
    Turn,
    /// The results of `end ... { }`.
    End,
    /// The `when` of repetition rules.
    Repetition,
    /// The cells of a graph.
    Cells,
    /// The lines of a graph.
    Lines,
}

impl LayoutLine {
    /// A line of one piece.
    pub fn new(indent: usize, text: impl Into<String>) -> Self {
        LayoutLine { indent, cells: vec![text.into()], ..LayoutLine::default() }
    }

    /// Characters of its text, with the blanks before it and without its comment.
    pub fn width(&self) -> usize {
        self.indent + self.cells.iter().map(|cell| width(cell)).sum::<usize>()
    }
}

/// The characters of a text.
pub fn width(text: &str) -> usize {
    text.chars().count()
}
