//! How far a search goes.

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaSettings {
    /// The most plies that it looks ahead.
    pub depth: u8,
    /// The most actions that it plays for one choice.
    pub nodes: u32,
}

impl AlphaBetaSettings {
    /// The greatest depth.
    pub const MAX_DEPTH: u8 = 100;
    /// The most actions.
    pub const MAX_NODES: u32 = 1_000_000_000;
    /// The actions where nothing is said.
    pub const NODES: u32 = 200_000;
}
