//! What is found out about a game: findings, proofs, comparisons, values and reasons, and the agents that play it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

mod agents;
mod broken;
#[path = "../play/builtins.rs"]
mod builtins;
mod compare;
mod coverage;
mod decisive;
mod explanations;
mod fairness;
mod files;
mod ide;
mod learned;
mod library;
mod looks;
mod planted;
mod progress;
mod puzzles;
mod shipped;
mod slow;
mod solve;
mod variants;

/// One in so many of the shipped games: enough for what is asked of agents, and hangs on no rule of a sheet.
fn one_in(many: usize) -> impl Iterator<Item = &'static rulebook_insight::library::Shipped> {
    rulebook_insight::library::SHIPPED.iter().step_by(many)
}

/// Whether the first legal actions take so many steps that searches in such a game are left to others.
fn is_slow(game: &rulebook_insight::library::Prepared) -> bool {
    let mut start = game.start();
    let before = start.spent();
    start.legal().unwrap();
    start.spent() - before > 5_000
}
