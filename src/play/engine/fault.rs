//! What can stop an evaluation or refuse an action.

use rulebook_language::model::{MisreadCells, MoveId};
use thiserror::Error;

/// An evaluation reached a limit. The position is as it was before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// Too many steps for one question.
    #[error("the rules take more than {0} million steps to evaluate in this position")]
    Steps(u64),
    /// Too many legal actions.
    #[error("this position has more than {0} legal actions")]
    Actions(usize),
    /// A stack that would grow higher than the file says.
    #[error("a stack would grow higher than {0}, which is what `stacks up to` allows")]
    Stack(u16),
    /// Too many changes or earlier positions to keep.
    #[error("to remember this game takes more than {0} megabytes")]
    Memory(usize),
    /// A chain whose links have too many picks together.
    #[error("an action of the chain would have more than {most} picks")]
    Picks {
        /// How many an action can have.
        most: usize,
        /// The move that is made again and again, where it is known.
        rule: Option<MoveId>,
    },
    /// The weights of a lot come to more than can be counted.
    #[error("the weights of what nature can do here come to more than 64 bits hold")]
    Odds,
    /// Lots have left fewer cells empty than a line of the setup scatters pieces over.
    #[error("a line of the setup scatters more pieces than the lots before it have left cells empty")]
    Scatter,
    /// A turn of too many stages.
    #[error("a turn cannot be completed within {0} actions")]
    Turn(usize),
    /// Nobody waits for the answer any more.
    #[error("the work was stopped")]
    Stopped,
}

/// Why an action is not played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// It is not legal in this position.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The rules could not be evaluated.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<MisreadCells> for NotationError {
    fn from(misread: MisreadCells) -> Self {
        match misread {
            MisreadCells::Shape(what) => NotationError::Shape(what),
            MisreadCells::Unknown(letters) => NotationError::Unknown(letters),
        }
    }
}

/// Why a position cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// A part is missing or too much.
    #[error("{0}")]
    Shape(String),
    /// A part says nothing that this game knows.
    #[error("`{0}` means nothing in a position of this game")]
    Unknown(String),
    /// The rules cannot be evaluated in the position.
    #[error(transparent)]
    Fault(#[from] Fault),
}
