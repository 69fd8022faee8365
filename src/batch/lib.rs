//! Kernels: a game's plies as straight-line set algebra, played for many games abreast.
//!
//! A part of the program `rulebook`; it promises nothing to other users.
//!
//! Not every game has one: [`compile`] says why. Where there is one, it plays as the plan does, which the tests check ply by
//! ply.

#![expect(clippy::needless_range_loop, reason = "loops over lanes are written alike, whatever they read")]

// A program: operations, and what they are about.
mod op;

mod chain;

mod conditions;

mod program;

mod opening;

// From rules to a program.
mod fuse;

mod allocate;

mod lift;

mod compiled;

// The registers of all lanes.
mod contents;

mod drawn;

mod joined;

mod labels;

mod links;

mod past;

mod lanes;

// The operations on them.
mod rays;

mod repeat;

mod sizes;

mod stacks;

mod tested;

mod run;

mod machine;

// What can be done, and what is drawn of it.
mod places;

mod offers;

mod search;

mod draw;

// Games.
mod order;

mod feed;

mod abreast;

mod rollouts;

pub use abreast::abreast;
pub use compiled::Compiled;
pub use drawn::{Drawn, MAX_PICKS};
pub use lift::{Unsuited, compile};
pub use op::Op;
pub use opening::Opening;
pub use order::{Abreast, After, Ended, Finished, Line, Order, Source, Wanted};
pub use program::{Limit, Program};
