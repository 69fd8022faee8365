//! Players that choose an action by themselves, and games between them.

mod agent;
mod alphabeta;
mod duel;
mod greedy;
mod mcts;
mod random;
mod reward;
mod rollout;
mod spec;
mod worth;

pub use agent::Agent;
pub use alphabeta::{AlphaBeta, AlphaBetaSettings};
pub use duel::{Duels, End, Played, Trouble};
pub use greedy::Greedy;
pub use mcts::{Candidate, Mcts, MctsSettings, Searched};
pub use random::Random;
pub use reward::{WIN, Winners};
pub use rollout::{Rollout, rollout};
pub use spec::{Spec, SpecError};
pub use worth::{Valuation, Worth};
