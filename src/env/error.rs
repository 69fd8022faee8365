//! What can go wrong in an environment.

use rulebook_play::engine::Fault;
use thiserror::Error;

/// Why something cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EnvError {
    /// The flat actions are too many.
    #[error(
        "the game has more than {most} possible actions: take the form `picks`, which numbers one pick after another"
    )]
    TooMany {
        /// How many there may be.
        most: usize,
    },
    /// Nature does not act here, or what should come up cannot.
    #[error("outcome {0} cannot come up here")]
    Outcome(usize),
    /// The turns of a player cannot be laid out.
    #[error("the turns of this game are too long to number its actions")]
    Turns,
    /// The action is not legal.
    #[error("game {lane}: action {action} is not legal here; the mask says which are")]
    Illegal {
        /// The game, by its place.
        lane: usize,
        /// The action.
        action: i64,
    },
    /// A legal action has no number, which would be a mistake of the program.
    #[error("the action `{0}` has no number; please report this rule sheet")]
    Unlisted(String),
    /// Too few or too many values.
    #[error("{found} values where {wanted} belong")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// What was kept of a game in progress is of another game.
    #[error("what was kept of this game in progress does not fit its rules")]
    Kept,
    /// Nothing can be done in a game that is over.
    #[error("the game is over")]
    Over,
    /// The threads could not be started.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
    /// The rules could not be evaluated.
    #[error(transparent)]
    Fault(#[from] Fault),
}
