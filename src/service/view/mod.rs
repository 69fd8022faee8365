//! Games and positions as the board element draws them (`GameView`, `PositionView` of `web/src/protocol.ts`): the session adds to these what
//! else may be asked of them.

mod cells;
mod game;
mod look;
mod position;
mod with;

pub use cells::{numbers, piece, pieces};
pub use game::{blank, game};
pub use position::position;
pub use with::with;
