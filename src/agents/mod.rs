//! Players that choose an action by themselves.

mod agent;
mod random;

pub use agent::Agent;
pub use random::Random;
