//! Studies: games between players over a grid of games, options, players, budgets and seeds, and what they came to.

mod course;
mod description;
mod file;
mod grid;
mod misread;
mod outline;
mod play;
mod report;
mod rounds;
mod row;
mod shard;
mod tally;
mod verify;

pub use course::Course;
pub use description::differences;
pub use grid::{Cell, Setting};
pub use misread::Misread;
pub use outline::{Keep, Places, Study, StudyGame};
pub use play::{Field, Finished};
pub use report::{Block, MatchRow, Score, Told, tell};
pub use rounds::Rounds;
pub use row::Row;
pub use shard::{Parts, Shard};
pub use tally::{Count, Tallied, Tallies, Tally, TallyValue};
