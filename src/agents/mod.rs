//! Players that choose an action by themselves, and games between them.

mod agent;
mod duel;
mod mcts;
mod random;
mod reward;
mod rollout;
mod spec;

pub use agent::Agent;
pub use duel::{Duels, End, Played, Trouble};
pub use mcts::{Candidate, Mcts, MctsSettings, Searched};
pub use random::Random;
pub use reward::{WIN, Winners};
pub use rollout::rollout;
pub use spec::{Spec, SpecError};
