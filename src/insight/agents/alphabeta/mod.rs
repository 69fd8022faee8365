//! Alpha-beta search.

mod agent;
mod score;
mod search;
mod settings;
mod table;

pub use agent::AlphaBeta;
pub use settings::AlphaBetaSettings;
