//! A training.

use serde::Serialize;

use super::bounded::Bounded;
use rulebook_insight::agents::LearnedPlayer;
use rulebook_insight::analysis::{StrengthPoint, Training};

/// What a training came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Train {
    /// The title of the game.
    pub game: String,
    /// How many ways there are to stand on a cell, as the player tells them apart.
    pub codes: usize,
    /// How many patterns it looks at.
    pub patterns: usize,
    /// How many weights it has.
    pub weights: u64,
    /// How many symmetries patterns share their weights by, the one that moves nothing counted.
    pub symmetries: usize,
    /// Whether all roles share their weights.
    pub roles_share: bool,
    /// The seed.
    pub seed: u64,
    /// The title of the player that it began from; nothing where it began from nothing.
    pub from: Option<String>,
    /// The games that it was to play.
    pub games: u64,
    /// How strong the player was meanwhile.
    pub curve: Vec<TrainPoint>,
    /// How strong the player is that was kept, by games that it was not chosen on.
    pub kept: Option<TrainPoint>,
    /// Whether it was not seen to grow any more: none of the last three checks was won against the best before, beyond chance.
    pub stopped_growing: bool,
}

/// What the file of a player says of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerCard {
    /// The SHA-256 of the file.
    pub digest: String,
    /// The title of the game.
    pub title: String,
    /// Its options, as they were set.
    pub options: Vec<(String, String)>,
    /// What the rules are known by.
    pub rules: String,
    /// What players, pieces and board are known by.
    pub equipment: String,
    /// How many games taught it, those of the player that it began from counted.
    pub games: u64,
    /// The seed of its last training.
    pub seed: u64,
}

/// How strong a player is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TrainPoint {
    /// After how many games of the training.
    pub games: u64,
    /// Whether it was the best so far.
    pub best: bool,
    /// What it scored, against each opponent.
    pub against: Vec<TrainScore>,
}

/// What a player scored against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TrainScore {
    /// Who that was: `random`, `mcts:200`, or `past` for the best before.
    pub agent: String,
    /// The score, from 0 to 1, a draw shared by all seats.
    pub score: Bounded,
    /// How many games were cut off as too long, and counted as draws.
    pub cut: u64,
}

impl Train {
    /// A training that has just begun.
    pub fn new(title: &str, training: &Training<'_>, from: Option<String>) -> Self {
        let design = training.design();
        Train {
            game: title.to_owned(),
            codes: design.alphabet.len(),
            patterns: design.patterns.len(),
            weights: design.weights(),
            symmetries: design.keeping.len(),
            roles_share: design.is_shared(),
            seed: training.settings().seed,
            from,
            games: training.settings().games,
            curve: Vec::new(),
            kept: None,
            stopped_growing: false,
        }
    }

    /// What is told once it is over, with how strong the player is that was kept.
    pub fn end(&mut self, training: &Training<'_>, kept: Option<&StrengthPoint>) {
        self.kept = kept.map(Into::into);
        self.stopped_growing = training.has_stopped_growing();
    }
}

impl From<&LearnedPlayer> for PlayerCard {
    fn from(player: &LearnedPlayer) -> Self {
        let card = player.card();
        PlayerCard {
            digest: player.digest().to_owned(),
            title: card.title.clone(),
            options: card.options.clone(),
            rules: card.rules.clone(),
            equipment: card.equipment.clone(),
            games: card.games,
            seed: card.seed,
        }
    }
}

impl From<&StrengthPoint> for TrainPoint {
    fn from(point: &StrengthPoint) -> Self {
        let against = point.against.iter().map(|against| TrainScore {
            agent: against.opponent.name(),
            score: (&against.score()).into(),
            cut: against.cut,
        });
        TrainPoint { games: point.games, best: point.best, against: against.collect() }
    }
}
