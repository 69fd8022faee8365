//! Players that choose an action by themselves, and games between them.

mod agent;
mod alphabeta;
mod duel;
mod evaluation;
mod greedy;
mod mcts;
mod random;
mod reward;
mod rollout;
mod spec;

pub use agent::Agent;
pub use alphabeta::{AlphaBeta, AlphaBetaSettings};
pub use duel::{DuelError, Duels, End, Played};
pub use evaluation::{Evaluation, Evaluator};
pub use greedy::Greedy;
pub use mcts::{Candidate, Mcts, MctsSettings, Searched};
pub use random::Random;
pub use reward::{WIN, Winners};
pub use rollout::{Rollout, rollout};
pub use spec::{Spec, SpecError};
