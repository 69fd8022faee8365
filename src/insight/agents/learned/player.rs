//! What a file of a learned player holds, and how it looks at positions.

use std::fmt;
use std::sync::{Arc, OnceLock};

use rulebook_language::util::Rng;
use rulebook_learn::{Card, Eye, FileError, Network, Prospect, choose, prospect};
use rulebook_play::engine::{Action, ActionList, Fault, Position};
use sha2::{Digest, Sha256};

pub use rulebook_learn::MAX_BYTES as MAX_PLAYER_BYTES;

/// A learned player, as it was read from a file.
#[derive(Clone)]
pub struct LearnedPlayer(Arc<Inside>);

struct Inside {
    card: Card,
    weights: Arc<Vec<i32>>,
    digest: String,
    /// Laid out for the game, once it is known.
    network: OnceLock<Result<Arc<Network>, &'static str>>,
}

impl LearnedPlayer {
    /// The player of a file's bytes.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(bytes: &[u8]) -> Result<Self, FileError> {
        let (card, weights) = rulebook_learn::read(bytes)?;
        let digest = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(LearnedPlayer(Arc::new(Inside { card, weights, digest, network: OnceLock::new() })))
    }

    /// The SHA-256 of the file, as hexadecimal digits.
    pub fn digest(&self) -> &str {
        &self.0.digest
    }

    /// What the file says of it.
    pub fn card(&self) -> &Card {
        &self.0.card
    }

    /// Its weights.
    pub fn weights(&self) -> &Arc<Vec<i32>> {
        &self.0.weights
    }

    /// An eye for the game of a position, which is that of the player.
    ///
    /// # Errors
    /// What of the player is not of this game.
    pub fn eye(&self, position: &Position) -> Result<LearnedEye, &'static str> {
        let network = self.0.network.get_or_init(|| {
            let network = Network::new(self.0.card.design.clone(), position.game(), position.plan())?;
            network.with(Arc::clone(&self.0.weights)).map(Arc::new).ok_or("how many weights there are")
        });
        network.clone().map(LearnedEye::new)
    }
}

impl PartialEq for LearnedPlayer {
    fn eq(&self, other: &Self) -> bool {
        self.0.digest == other.0.digest
    }
}

impl fmt::Debug for LearnedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LearnedPlayer").field("title", &self.0.card.title).finish_non_exhaustive()
    }
}

/// Looks at positions of a game as a player that has learned it.
#[derive(Clone, Debug)]
pub struct LearnedEye {
    network: Arc<Network>,
    eye: Eye,
}

impl LearnedEye {
    /// Looks by this network.
    pub fn new(network: Arc<Network>) -> Self {
        LearnedEye { eye: Eye::new(Arc::clone(&network.wiring)), network }
    }

    /// Looks at others from this position on: those near to it are looked at fastest.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn begin(&mut self, position: &mut Position) -> Result<(), Fault> {
        self.eye.begin(position)
    }

    /// What a position is worth to a seat.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn prospect(&mut self, position: &mut Position, seat: u8) -> Result<Prospect, Fault> {
        prospect(&mut self.eye, &self.network.weights, position, seat)
    }

    /// What a position in which the game goes on is worth to each seat, from 0 to 1.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn shares(&mut self, position: &mut Position, out: &mut Vec<f32>) -> Result<(), Fault> {
        let sight = self.eye.look(&self.network.weights, position)?;
        let seats = position.game().players.len() as u8;
        out.extend((1..=seats).map(|seat| {
            let role = usize::from(position.role_of_seat(seat).0);
            (sight.worth(role) + 1.0) / 2.0
        }));
        Ok(())
    }

    /// One of the actions after which the position is worth most to the seat to act; nothing where there is none.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn choose(
        &mut self,
        position: &mut Position,
        list: &ActionList,
        rng: &mut Rng,
    ) -> Result<Option<Action>, Fault> {
        self.begin(position)?;
        Ok(choose(&mut self.eye, &self.network.weights, position, list, rng)?.map(|(action, _)| action))
    }
}
