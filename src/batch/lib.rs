//! Kernels: a game's plies as straight-line set algebra, played for many games abreast.
//!
//! A part of the program `rulebook`; it promises nothing to other users.
//!
//! Not every game has one: [`compile`] says why. Where there is one, it plays as the plan does, which the tests check ply by
//! ply.

#![expect(clippy::needless_range_loop, reason = "loops over lanes are written alike, whatever they read")]

mod abreast;
mod allocate;
mod chain;
mod compiled;
mod contents;
mod draw;
mod feed;
mod fuse;
mod joined;
mod labels;
mod lanes;
mod lift;
mod links;
mod machine;
mod offers;
mod op;
mod opening;
mod past;
mod places;
mod program;
mod rays;
mod search;
mod sizes;
mod stacks;
mod tested;

pub use abreast::{Abreast, After, Ended, Finished, Line, Order, abreast};
pub use compiled::Compiled;
pub use draw::{Drawn, MAX_PICKS};
pub use feed::{Source, Wanted};
pub use lift::{Unsuited, compile};
pub use op::Op;
pub use opening::Opening;
pub use program::{Limit, Program};
