//! A player of a game made by games against itself.

use serde::Deserialize;
use serde_json::{Value, json};

use super::host::Host;
use super::players::Players;
use super::refusal::{Answered, Refusal};
use super::request::{GameRef, OfGame};
use super::sheets::Sheets;
use crate::wire::{self, PlayerCard};
use rulebook_insight::agents::LearnedPlayer;
use rulebook_insight::analysis::{TrainError, TrainStep as Step, Training};

/// The most games, and the fewest of a share of the usual number.
const GAMES: (u64, u64) = (100, 1_000_000);
/// The largest share of the usual number of games.
const MAX_SHARE: f64 = 10.0;

/// What is asked.
#[derive(Deserialize)]
pub struct Train {
    game: GameRef,
    seed: u64,
    /// How many games; the usual number by the length of games where none is given ...
    games: Option<u64>,
    /// ... or a share of it.
    share: Option<f64>,
    /// The digest of the player to begin from.
    from: Option<String>,
}

/// What a game is known by, so that its player is found again.
///
/// # Errors
/// If the sheet has errors.
pub fn known_by(asked: &OfGame, sheets: &mut Sheets) -> Answered {
    let sheet = sheets.game(&asked.game)?;
    let prepared = sheet.ready()?;
    Ok(json!({"rules": prepared.rules_digest(), "equipment": prepared.equipment_digest()}))
}

/// Trains a player. The host is given its file whenever the best so far is another. One that stops it gets the best so far as the answer,
/// not measured again.
///
/// # Errors
/// If it cannot be trained, or nobody waits any more before there is a player.
pub fn trained(asked: &Train, sheets: &mut Sheets, players: &Players, host: &mut dyn Host) -> Answered {
    let sheet = sheets.game(&asked.game)?;
    let prepared = sheet.ready()?;
    let from = asked.from.as_ref().map(|digest| players.get(digest)).transpose()?;
    if !host.progress(&json!({"played": 0})) {
        return Err(Refusal::cancelled());
    }
    let mut training = Training::begin(prepared, (asked.games()?, asked.seed), from.as_ref())?;
    if let Some(share) = asked.share {
        let usual = training.settings().games as f64;
        training = training.by(((usual * share) as u64).clamp(GAMES.0, GAMES.1));
    }
    let title = prepared.game.about.title.clone();
    let mut told = Told {
        train: wire::Train::new(&title, &training, from.as_ref().map(|player| player.card().title.clone())),
        player: None,
    };
    let mut failed = None;
    let kept = training.run(&mut |training, step| {
        if let Step::Measured(point) = step {
            told.train.curve.push(point.into());
            if point.best {
                match made(training, host) {
                    Ok(player) => told.player = Some(player),
                    Err(refusal) => failed = Some(refusal),
                }
            }
            return failed.is_none();
        }
        let now = match step {
            Step::Played => "plays",
            Step::Measures | Step::Measured(_) => "is measured",
            Step::Concludes => "is measured again",
        };
        host.progress(&told.progress(training.played(), now))
    })?;
    if let Some(refusal) = failed {
        return Err(refusal);
    }
    // Where none was better than the player of a variant, that is the best for these rules.
    if kept.is_some()
        && told.player.is_none()
        && from.is_some_and(|player| player.card().rules != prepared.rules_digest())
    {
        told.player = Some(made(&training, host)?);
    }
    if kept.is_none() {
        return told.stopped();
    }
    told.train.end(&training, kept.as_ref());
    told.answer()
}

impl Train {
    fn games(&self) -> Result<Option<u64>, Refusal> {
        let (_, most) = GAMES;
        if self.games.is_some_and(|games| games == 0 || games > most) {
            return Err(Refusal::new(format!("the number of games is from 1 to {most}")));
        }
        if self.share.is_some_and(|share| !(share > 0.0 && share <= MAX_SHARE)) {
            return Err(Refusal::new(format!(
                "the share of the usual number of games is above 0, and at most {MAX_SHARE}"
            )));
        }
        Ok(self.games)
    }
}

/// Gives the best player so far to the host.
fn made(training: &Training<'_>, host: &mut dyn Host) -> Result<PlayerCard, Refusal> {
    let bytes = training.write()?;
    let player = LearnedPlayer::read(&bytes).map_err(|error| Refusal::new(error.to_string()))?;
    host.give(player.digest(), &bytes);
    Ok(PlayerCard::from(&player))
}

/// What is known of a training so far.
struct Told {
    train: wire::Train,
    /// The best player so far.
    player: Option<PlayerCard>,
}

impl Told {
    /// All of it each time: what is told between may be lost.
    fn progress(&self, played: u64, now: &str) -> Value {
        json!({"played": played, "now": now, "train": self.train, "player": self.player})
    }

    fn answer(&self) -> Answered {
        Ok(json!({"train": self.train, "player": self.player}))
    }

    fn stopped(&self) -> Answered {
        if self.player.is_some() { self.answer() } else { Err(Refusal::cancelled()) }
    }
}

impl From<TrainError> for Refusal {
    fn from(error: TrainError) -> Self {
        Refusal::new(error.to_string())
    }
}
