//! Learned players: their files come beside questions, and questions name them by their digests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::json;

use super::refusal::{Answered, Refusal};
use crate::wire::PlayerCard;
use rulebook_insight::agents::{LearnedPlayer, Spec};

/// How many bytes of weights are kept beside the player that came last.
const MOST: usize = 64 << 20;

/// The learned players that questions may name. Several sessions may share them.
#[derive(Clone, Default)]
pub struct Players {
    /// The last used first.
    known: Arc<Mutex<Vec<LearnedPlayer>>>,
}

impl Players {
    /// Keeps the player of a file: the reply is `{"answer": ..}` with what the file says of it, or `{"error": ..}`. Those that were used
    /// longest ago are forgotten where they are too large together.
    pub fn hold(&self, bytes: &[u8]) -> String {
        let reply = match self.held(bytes) {
            Ok(answer) => json!({"answer": answer}),
            Err(refusal) => refusal.reply(),
        };
        reply.to_string()
    }

    fn held(&self, bytes: &[u8]) -> Answered {
        let player = LearnedPlayer::read(bytes).map_err(|error| Refusal::new(format!("no player: {error}")))?;
        let card = serde_json::to_value(PlayerCard::from(&player)).map_err(|error| Refusal::new(error.to_string()))?;
        self.keep(player);
        Ok(card)
    }

    fn keep(&self, player: LearnedPlayer) {
        let mut known = self.known();
        known.retain(|other| *other != player);
        let mut room = MOST;
        known.retain(|other| {
            let size = size_of_val(other.weights().as_slice());
            let stays = size <= room;
            room = if stays { room - size } else { 0 };
            stays
        });
        known.insert(0, player);
    }

    /// The player of a digest.
    ///
    /// # Errors
    /// If it has not come yet, or was forgotten: whoever asks sends it and asks again.
    pub fn get(&self, digest: &str) -> Result<LearnedPlayer, Refusal> {
        let mut known = self.known();
        let place = known.iter().position(|player| player.digest() == digest);
        let player = place.map(|place| known.remove(place)).ok_or_else(|| Refusal::missing(digest))?;
        known.insert(0, player.clone());
        Ok(player)
    }

    /// An agent by its name, with the players of these digests for what stands for a file in it.
    ///
    /// # Errors
    /// If there is no such agent, or one of the players is not here.
    pub fn agent(&self, text: &str, digests: &[String]) -> Result<Spec, Refusal> {
        let mut spec: Spec = text.parse().map_err(|error| Refusal::new(format!("{error}")))?;
        if let Spec::Learned { file, .. } | Spec::Valued { file, .. } = &mut spec {
            if digests.is_empty() {
                return Err(Refusal::new("which learned player is meant is not said: `players` has its digest"));
            }
            file.players = digests.iter().take(MOST_NAMED).map(|digest| self.get(digest)).collect::<Result<_, _>>()?;
        }
        Ok(spec)
    }

    fn known(&self) -> MutexGuard<'_, Vec<LearnedPlayer>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many players a question may name, of which each game has the one that has learned it.
const MOST_NAMED: usize = 8;
