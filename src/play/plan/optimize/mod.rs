//! A piece of code made shorter: what does not change in a loop is worked out before it, what is known is not worked out again,
//! what nobody reads is not worked out.

mod constants;
mod fuse;
mod loops;
mod pass;
mod places;
mod registers;

pub use constants::place_constants;
pub use pass::optimize;
pub use registers::{Class, OpEffect, Use, op_effect, registers, target};
