//! An action of a batched game, as it was drawn.

/// How many picks an action has at most, those of a chain's links together.
pub const MAX_PICKS: usize = rulebook_language::model::MAX_CHAIN_PICKS;

/// An action as it was drawn: the choice's place among its role's in the plan, and the picked cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The choice.
    pub choice: u16,
    /// The picked cells.
    pub cells: Vec<u16>,
}
