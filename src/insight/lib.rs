//! What can be said about a game: statistics, proofs, players, measures, comparisons.
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.

pub mod parallel;

pub mod statistics;

pub mod audit;

mod identity;
pub use identity::Identity;

pub mod agents;

pub mod library;

pub mod analysis;
