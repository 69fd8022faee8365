//! Players that have learned the game from a file: by one ply, and in a tree whose leaves they value.

mod agent;
mod player;
mod settings;
mod tree;

pub use agent::Learned;
pub use player::{LearnedEye, LearnedPlayer, MAX_PLAYER_BYTES};
pub use settings::ValuedSettings;
pub use tree::Valued;
