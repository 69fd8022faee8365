//! Players that choose an action by themselves, and games between them.

mod agent;
mod alphabeta;
mod duel;
mod evaluation;
mod greedy;
mod learned;
mod mcts;
mod random;
mod reward;
mod rollout;
mod spec;

pub use agent::Agent;
pub use alphabeta::{AlphaBeta, AlphaBetaSettings, Forced, ForcedWins, Leaf};
pub use duel::{DuelError, Duels, End, Played};
pub use evaluation::{Evaluation, Evaluator};
pub use greedy::Greedy;
pub use learned::{Learned, LearnedEye, LearnedPlayer, MAX_PLAYER_BYTES, Valued, ValuedSettings};
pub use mcts::{Candidate, Mcts, MctsSettings, Searched};
pub use random::Random;
pub use reward::{WIN, Winners};
pub use rollout::{Rollout, rollout};
pub use spec::{LearnedFile, Spec, SpecError};
