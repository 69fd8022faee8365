//! Alpha-beta search.

mod agent;
mod forced;
mod leaf;
mod score;
mod search;
mod settings;
mod table;

pub use agent::AlphaBeta;
pub use forced::{Forced, ForcedWins};
pub use leaf::Leaf;
pub use settings::AlphaBetaSettings;
