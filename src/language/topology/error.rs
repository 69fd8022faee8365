//! What can be wrong with a board.

use thiserror::Error;

/// Why a board, a part of a board or a relation cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TopologyError {
    /// A side of length 0, or a graph without cells.
    #[error("a {shape} board of this size has no cells")]
    NoCells {
        /// The name of the shape: `square`, `hexagon`, `graph` and so on.
        shape: &'static str,
    },
    /// More slots than [`MAX_SLOTS`](super::MAX_SLOTS).
    #[error("a {shape} board of this size needs {slots} places, and the limit is {limit}")]
    TooLarge {
        /// As for [`TopologyError::NoCells`].
        shape: &'static str,
        /// The slots of its bounding rectangle; for a graph its cells.
        slots: u64,
        /// [`MAX_SLOTS`](super::MAX_SLOTS).
        limit: usize,
    },
    /// A size that a board by rule does not have.
    #[error("a {shape} board {wanted}")]
    WrongSize {
        /// The name of the shape.
        shape: &'static str,
        /// What its size has to be.
        wanted: &'static str,
    },
    /// A board that cannot go on at its other end.
    #[error("this board cannot be round")]
    NotRound,
    /// A board whose cells cannot be counted within rows.
    #[error("the cells of this board cannot be named by rows")]
    NotByRows,
    /// A board whose cells have no corners that could be places.
    #[error("this board cannot have points")]
    NoPoints,
    /// A subset that keeps no cell.
    #[error("no cell of the board is kept")]
    EmptySubset,
    /// A cell, relation or side name that is empty or has blanks or control characters.
    #[error("the name `{}` cannot be printed", name.escape_debug())]
    UnprintableName {
        /// The name.
        name: String,
    },
    /// Two cells of one name.
    #[error("cell `{name}` is named twice")]
    DuplicateCell {
        /// The name.
        name: String,
    },
    /// Two cells at one place of the picture.
    #[error("cells `{first}` and `{second}` are at the same position")]
    SamePosition {
        /// The earlier cell.
        first: String,
        /// The later cell.
        second: String,
    },
    /// A line or side that names no cell of the board.
    #[error("the board has no cell `{name}`")]
    UnknownCell {
        /// The name.
        name: String,
    },
    /// A line of fewer than two cells.
    #[error("a line needs at least 2 cells, not {cells}")]
    ShortLine {
        /// How many it has.
        cells: usize,
    },
    /// A line that passes a cell twice, other than by ending where it began.
    #[error("the line passes cell `{name}` twice")]
    RepeatedCell {
        /// The cell.
        name: String,
    },
    /// Two sides of one name.
    #[error("side `{name}` is declared twice")]
    DuplicateSide {
        /// The name.
        name: String,
    },
    /// Two relations of one name.
    #[error("the board already has a relation `{name}`")]
    DuplicateRelation {
        /// The name.
        name: String,
    },
    /// A relation of no directions.
    #[error("relation `{name}` has no directions")]
    EmptyRelation {
        /// The name.
        name: String,
    },
    /// A direction id of another board.
    #[error("the board has {count} directions and none of number {index}")]
    UnknownDirection {
        /// The id.
        index: usize,
        /// How many directions there are.
        count: usize,
    },
    /// A relation id of another board.
    #[error("the board has {count} relations and none of number {index}")]
    UnknownRelation {
        /// The id.
        index: usize,
        /// How many relations there are.
        count: usize,
    },
    /// More directions than ids.
    #[error("the board needs {count} directions, and the limit is {limit}")]
    TooManyDirections {
        /// How many are needed.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
    /// More relations than ids.
    #[error("the board needs {count} relations, and the limit for its size is {limit}")]
    TooManyRelations {
        /// How many are needed.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A leap on a board that is not made of squares.
    #[error("leap({dx}, {dy}) is known on square boards only")]
    LeapNeedsSquares {
        /// Columns.
        dx: u32,
        /// Rows.
        dy: u32,
    },
    /// A leap to where it starts.
    #[error("leap(0, 0) leads nowhere")]
    LeapNowhere,
    /// A leap that is longer than any board.
    #[error("leap({dx}, {dy}) is longer than any board: the limit is {limit}")]
    LeapTooLong {
        /// Columns.
        dx: u32,
        /// Rows.
        dy: u32,
        /// The longest leap.
        limit: usize,
    },
}
