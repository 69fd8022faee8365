//! How a search goes on whose leaves are valued.

/// How a search goes on whose leaves are valued.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValuedSettings {
    /// Simulations an action.
    pub simulations: u32,
    /// How much what is little known is preferred.
    pub exploration: f64,
}
