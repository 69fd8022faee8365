//! Alpha-beta search.

mod agent;
mod leaf;
mod score;
mod search;
mod settings;
mod table;

pub use agent::AlphaBeta;
pub use leaf::Leaf;
pub use settings::AlphaBetaSettings;
