//! A way to lay a game upon itself.

use rulebook_language::model::PlayerId;
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;

/// A symmetry of the board together with a permutation of the players that maps every rule onto itself: what is legal in a
/// position is legal, mapped, in the mapped position, and comes out mapped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automorphism {
    /// Where each slot goes.
    pub cells: Vec<CellId>,
    /// Where each direction goes.
    pub directions: Vec<DirectionId>,
    /// Who each player becomes.
    pub players: Vec<PlayerId>,
    /// Whether the position before the first action is mapped onto itself, but for whose turn it is.
    pub keeps_setup: bool,
    /// Pairs of end clauses, by their places, that it exchanges in order: it maps outcomes onto outcomes except where both of
    /// a pair hold at once.
    pub provided: Vec<(usize, usize)>,
}

impl Automorphism {
    /// Where a slot goes.
    pub fn cell(&self, cell: CellId) -> CellId {
        self.cells.get(cell.index()).copied().unwrap_or(cell)
    }

    /// Where a direction goes.
    pub fn direction(&self, direction: DirectionId) -> DirectionId {
        self.directions.get(direction.index()).copied().unwrap_or(direction)
    }

    /// Who a player becomes.
    pub fn player(&self, player: PlayerId) -> PlayerId {
        self.players.get(player.index()).copied().unwrap_or(player)
    }

    /// Whether every player stays the same.
    pub fn keeps_players(&self) -> bool {
        self.players.iter().enumerate().all(|(index, player)| player.index() == index)
    }

    /// Whether nothing is moved at all.
    pub fn is_identity(&self) -> bool {
        self.keeps_players() && self.cells.iter().enumerate().all(|(index, cell)| cell.index() == index)
    }
}
