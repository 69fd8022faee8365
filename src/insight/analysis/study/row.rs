//! A game of a study as a row of its results.

/// A game of a study, as far as the report looks at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The cell.
    pub cell: usize,
    /// Its number in the cell.
    pub number: u64,
    /// The seat that won; 0 for nobody alone, nothing for a game without a result.
    pub result: Option<u8>,
    /// The player that won, by the place in the match, in the same way.
    pub player: Option<u8>,
    /// The role that won.
    pub role: Option<String>,
    /// The end clause that decided.
    pub clause: Option<String>,
    /// Actions.
    pub plies: u32,
    /// Turns.
    pub turns: u32,
    /// Whether it was cut off.
    pub cut: bool,
    /// Why it could not be played to an end.
    pub trouble: Option<String>,
}
