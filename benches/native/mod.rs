//! Random games written by hand, one file a game: what the interpreter is measured against. Nothing else uses them.
//!
//! Each is plain Rust without `unsafe` and without instructions that the engine does not have. `tests/play/native.rs` plays them
//! beside the engine.

mod bits;
mod breakthrough;
mod connect_four;
mod emergo;
mod emulsion;
mod hex;
mod mosaic;
mod othello;
mod playout;
mod ring;
mod rng;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use emergo::Emergo;
pub use emulsion::emulsion;
pub use hex::Hex;
pub use mosaic::Mosaic;
pub use othello::Othello;
pub use playout::{Native, Played};
pub use rng::Rng;
