//! What a player is.

use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, Position};

/// A player: chooses one of the legal actions of a position.
pub trait Agent: Send {
    /// What it is called in records and reports: the text that it can be made from again.
    fn name(&self) -> &str;

    /// Begins another game: forgets what it knows of earlier ones, and draws from `rng` from here on.
    fn begin(&mut self, rng: Rng);

    /// A legal action of `position`, or nothing where there is none. The position is given back as it was.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    fn choose(&mut self, position: &mut Position) -> Result<Option<Action>, Fault>;

    /// Somebody played `action`, which led to `position`. An agent that is not told this plays from every position all the same,
    /// but cannot use what it has thought before.
    fn observe(&mut self, _action: &Action, _position: &Position) {}
}
