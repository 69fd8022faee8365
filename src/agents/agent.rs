//! What a player is.

use crate::engine::{Action, Fault, Position};

/// A player: chooses one of the legal actions of a position.
pub trait Agent {
    /// What it is called in records and reports.
    fn name(&self) -> &str;

    /// A legal action of `position`, or nothing where there is none. The position is given back as it was.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    fn choose(&mut self, position: &mut Position) -> Result<Option<Action>, Fault>;
}
