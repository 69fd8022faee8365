//! Abstract board games as rule sheets: load a game, play it, measure it, compare it with another.
//!
//! ```
//! // A shipped game, on a smaller board.
//! let game = rulebook::Options::new().set("size", 5).load("emulsion")?;
//!
//! let mut position = game.start();
//! let first = position.legal()?[0].clone();
//! position.play(&first)?;
//! println!("{position}");
//!
//! let played = rulebook::playouts(&game.start(), 100, 1)?;
//! println!("{:.1} plies, the first seat scores {:.2}", played.mean_plies, played.first_seat.value);
//! # Ok::<(), rulebook::Error>(())
//! ```
//!
//! [`load`] and [`load_text`] give a [`Game`], its [`start`](Game::start) a [`Position`] to play on. [`play`] lets [`Agent`]s
//! play against each other: those of [`Game::agent`] and your own. [`playouts`], [`perft`], [`measure`], [`compare`] and
//! [`check`] answer questions about games. Whatever fails gives an [`Error`], which says what is wrong, where, and what to do
//! instead.
//!
//! The same seed gives the same games on every machine. Nothing here reads files or clocks. Without the default features the
//! command line is left out; the feature `threads` uses all cores.
//!
//! The crates beside this one (`rulebook-language` and so on) are its inside, and promise nothing.

mod face;

pub use face::{
    Action, Agent, Change, Comparison, Diagnostic, Error, ErrorKind, Game, Measure, Options, Outcome, Piece, Place,
    Playouts, Position, Relation, Report, Severity, check, compare, load, load_text, measure, perft, play, playouts,
    shipped,
};
pub use rulebook_insight::statistics::Estimate;
pub use rulebook_language::util::Rng;
pub use rulebook_play::engine::SeatResult;
pub use rulebook_play::record::{OptionValue, Record};
