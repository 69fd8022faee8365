//! What games of a candidate say of the wishes.

mod check;
mod games;
mod kind;
mod ready;
mod slow;
mod standing;

pub use check::{Tests, check, found, passed};
pub use games::{Asked, EFFECTS, Games, play};
pub use kind::{Kind, Term, kind, metric};
pub use ready::{Looked, Ready};
pub use slow::slow;
pub use standing::{Levels, Standing, adjusted, standing};
