//! What is found out about a game: findings, proofs, comparisons, values and reasons, and the agents that play it.

mod agents;
#[path = "../play/builtins.rs"]
mod builtins;
mod compare;
mod explanations;
mod planted;
mod progress;
mod shipped;
mod solve;
