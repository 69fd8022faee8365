//! An action of a batched game, as it was drawn.

use rulebook_play::engine::Action;

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

impl Drawn {
    /// An action of a position, if one of the role's choices makes it: no change of seats, and no end of a turn.
    pub fn of(action: &Action) -> Option<Drawn> {
        action.is_of_a_choice().then(|| Drawn::made(action))
    }

    /// The same for the plan.
    pub fn action(&self) -> Action {
        Action::of(self.choice, &self.cells)
    }

    /// An action of a tier that is left to the plan; to go on without one, too.
    pub fn made(action: &Action) -> Drawn {
        Drawn { choice: action.choice(), cells: action.picks().to_vec() }
    }
}
