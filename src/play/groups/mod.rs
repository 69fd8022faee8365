//! Groups: maximal connected sets of cells. One question, answered by a plain flood fill that is obviously right and by
//! native ones that are fast; they are run in lock-step by tests.

mod cycles;
mod flood;
mod index;
mod loop_dp;
mod looped;
mod words;

pub use cycles::{Cycles, LoopSearch};
pub use flood::Flood;
pub use index::GroupIndex;
pub use loop_dp::LoopDp;
pub use looped::lies_on_loop;
pub use words::{Words, component, touching};
