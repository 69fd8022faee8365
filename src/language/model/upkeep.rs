//! What is being written out: effects with names, and what is done after each move.

/// The most statements of a move, lines of a setup or steps of a turn, each `base` and effect written out.
pub const MAX_PARTS: usize = 1024;

/// What is being written out.
#[derive(Default)]
pub struct Upkeep {
    /// The effects at hand, each inside the one before, by their places and versions in the rules.
    pub open: Vec<(usize, usize)>,
    /// How many statements of the move at hand are written out.
    pub statements: usize,
    /// Whether it was said that they are too many.
    pub said: bool,
    /// Whether it is what is done after each move.
    pub after_move: bool,
}

impl Upkeep {
    /// Begins another move.
    pub fn begin_move(&mut self) {
        (self.statements, self.said) = (0, false);
    }

    /// Whether one more statement of an effect may be written out.
    pub fn has_room(&mut self) -> bool {
        self.statements += usize::from(!self.open.is_empty());
        self.statements <= MAX_PARTS
    }
}
