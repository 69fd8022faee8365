//! From what a file says to a game that can be played: names resolved, types checked, options set, board built.
//!
//! Every check runs; a [`Game`] exists only if none failed.

mod action;
mod allow;
mod board;
pub mod builtins;
mod calls;
mod checker;
mod claims;
mod coerce;
mod constant;
mod counting;
mod declarations;
mod depth;
mod effects;
mod ends;
mod equality;
mod expr;
mod expressions;
mod fold;
mod game;
mod graph;
mod moves;
mod names;
mod operators;
mod options;
mod order;
mod picture;
mod places;
mod rules;
mod signs;
mod sites;
mod test;
mod test_checks;
mod tracks;
mod turns;
mod usage;
mod visit;

pub use action::*;
pub use allow::{Allowance, allowances};
pub use checker::{check, check_asked, check_tests, titles};
pub use constant::{Value, constant};
pub use declarations::MAX_HEIGHT;
pub use expr::{Builtin, Expr, ExprKind, Fold, LocalId, Type};
pub use game::*;
pub use moves::{MAX_PICKED_NUMBER, MAX_PICKS};
pub use options::{Choice, PIE};
pub use order::*;
pub use picture::{Contents, Legend};
pub use places::Places;
pub use signs::{OwnedKind, Signs};
pub use sites::{Sites, Step};
pub use test::{Expectation, SetUp, Start, Test, TestStep};
pub use test_checks::test_choices;
