//! Monte-Carlo tree search.

mod agent;
mod batch;
mod decisive;
mod logarithm;
mod node;
mod proof;
mod search;
mod settings;
mod tree;

pub use agent::Mcts;
pub use search::{Candidate, Searched};
pub use settings::MctsSettings;
