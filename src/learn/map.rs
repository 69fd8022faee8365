//! Ways to lay a game upon itself, as far as patterns need them.

use serde::{Deserialize, Serialize};

/// A symmetry that is proved of the rules: where each slot of the board goes, where each direction, and who each player becomes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SymmetryMap {
    /// Where each slot goes.
    pub cells: Vec<u16>,
    /// Where each direction goes.
    pub directions: Vec<u16>,
    /// Who each player becomes.
    pub players: Vec<u8>,
}

impl SymmetryMap {
    /// The map that moves nothing.
    pub fn identity(slots: usize, directions: usize, players: usize) -> Self {
        SymmetryMap {
            cells: (0..slots as u16).collect(),
            directions: (0..directions as u16).collect(),
            players: (0..players as u8).collect(),
        }
    }

    /// Where a slot goes.
    pub fn cell(&self, slot: u16) -> u16 {
        self.cells.get(usize::from(slot)).copied().unwrap_or(slot)
    }

    /// Where a direction goes.
    pub fn direction(&self, direction: u16) -> u16 {
        self.directions.get(usize::from(direction)).copied().unwrap_or(direction)
    }

    /// Who a player becomes; whoever is no player stays.
    pub fn player(&self, player: usize) -> usize {
        self.players.get(player).map_or(player, |player| usize::from(*player))
    }

    /// Whether every player stays who they are.
    pub fn keeps_players(&self) -> bool {
        self.players.iter().enumerate().all(|(index, player)| usize::from(*player) == index)
    }

    /// Whether every direction stays as it is.
    pub fn keeps_directions(&self) -> bool {
        self.directions.iter().enumerate().all(|(index, direction)| usize::from(*direction) == index)
    }

    /// The map back, for slots.
    pub fn back(&self) -> Vec<u16> {
        let mut back: Vec<u16> = (0..self.cells.len() as u16).collect();
        for (from, to) in self.cells.iter().enumerate() {
            if let Some(place) = back.get_mut(usize::from(*to)) {
                *place = from as u16;
            }
        }
        back
    }
}
