//! What programs that use Rulebook need, in terms of their own: nothing from inside is asked for or given out.

mod agent;
mod comparison;
mod error;
mod game;
mod load;
mod measures;
mod perft;
mod playouts;
mod position;
mod report;

pub use agent::{Agent, play};
pub use comparison::{Change, Comparison, Relation, compare};
pub use error::{Error, ErrorKind};
pub use game::Game;
pub use load::{Options, load, load_text, shipped};
pub use measures::{Measure, measure};
pub use perft::perft;
pub use playouts::{Playouts, playouts};
pub use position::{Action, Outcome, Piece, Position};
pub use report::{Diagnostic, Place, Report, Severity, check};
