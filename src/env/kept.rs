//! Games in progress as data: what goes on from it is the same game, with the same luck.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::error::EnvError;
use crate::lane::{Lane, Luck, Model};
use crate::vector::{Settings, VectorEnv};
use rulebook_language::util::Rng;
use rulebook_play::engine::Position;

/// A position without its game. What was played cannot be taken back in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptPosition {
    memory: Vec<u64>,
    past: Vec<Vec<u64>>,
}

/// A game in progress without what it shares with others.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    position: KeptPosition,
    so_far: Vec<u32>,
    last: Vec<u16>,
    plain: bool,
    luck: Luck,
}

/// Many games in progress, each with what its actions are drawn by.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptGames(Vec<(Kept, Rng)>);

impl KeptPosition {
    /// What is kept of a position.
    pub fn of(position: &Position) -> Self {
        KeptPosition { memory: position.memory().to_vec(), past: position.past().map(<[u64]>::to_vec).collect() }
    }

    /// The position, given one of its game.
    ///
    /// # Errors
    /// If it is of another game.
    pub fn in_game_of(&self, start: &Position) -> Result<Position, EnvError> {
        let mut widths: Vec<usize> = start.past().map(<[u64]>::len).chain(self.past.iter().map(Vec::len)).collect();
        widths.dedup();
        if self.memory.len() != start.memory().len() || widths.len() > 1 {
            return Err(EnvError::Kept);
        }
        let mut position = start.clone();
        position.resume(&self.memory, &self.past);
        Ok(position)
    }
}

impl Lane {
    /// What is kept of it.
    pub fn kept(&self) -> Kept {
        Kept {
            position: KeptPosition::of(&self.position),
            so_far: self.so_far.clone(),
            last: self.beside.last.clone(),
            plain: self.beside.plain,
            luck: self.luck.clone(),
        }
    }

    /// The game of which this was kept.
    ///
    /// # Errors
    /// If it is of another game, or the rules cannot be evaluated.
    pub fn resumed(model: &Arc<Model>, kept: Kept, max_plies: u32) -> Result<Self, EnvError> {
        let mut lane = Lane::of(model, kept.position.in_game_of(&model.start)?, max_plies, kept.luck)?;
        (lane.beside.last, lane.beside.plain) = (kept.last, kept.plain);
        for number in kept.so_far {
            if !lane.step(number)? {
                return Err(EnvError::Kept);
            }
        }
        Ok(lane)
    }
}

impl VectorEnv {
    /// What is kept of its games.
    pub fn kept(&self) -> KeptGames {
        KeptGames(self.lanes.iter().map(|(lane, rng)| (lane.kept(), rng.clone())).collect())
    }

    /// The games of which this was kept.
    ///
    /// # Errors
    /// If they are of another game, the rules cannot be evaluated, or the threads cannot be started.
    pub fn resumed(model: &Arc<Model>, settings: Settings, kept: KeptGames) -> Result<Self, EnvError> {
        let mut env = VectorEnv::new(model, settings)?;
        if kept.0.len() != settings.games {
            return Err(EnvError::Kept);
        }
        let resumed = |(kept, rng)| Ok((Lane::resumed(model, kept, settings.max_plies)?, rng));
        env.lanes = kept.0.into_iter().map(resumed).collect::<Result<_, EnvError>>()?;
        env.show()?;
        Ok(env)
    }
}
