//! A training: rounds of games, and how strong the player is between them.

use std::sync::Arc;

use rulebook_language::util::Id;
use rulebook_learn::{Card, Design, Network, SymmetryMap, Trainer, write};
use rulebook_play::engine::Fault;
use thiserror::Error;

use super::against::{Against, Match, Opponent, Unplayed, against};
use super::settings::TrainSettings;
use crate::agents::{Agent, DuelError, Learned, LearnedEye, LearnedPlayer, MctsSettings, Spec};
use crate::audit::{self, Automorphism};
use crate::library::{AgentError, Prepared};
use crate::parallel;
use crate::statistics::Estimate;
use rulebook_language::util::Rng;

/// Why a player cannot be trained.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TrainError {
    /// The rules cannot be evaluated.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A game of a match broke off.
    #[error(transparent)]
    Duel(#[from] DuelError),
    /// An opponent cannot play the game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The player that it was to begin from is of other pieces or another board.
    #[error(
        "it has learned {0}, whose players, pieces, counters or board are others: only a variant that changes none of them can begin from it"
    )]
    Equipment(String),
    /// What the player shares is not shared here.
    #[error("it has learned {0}, with symmetries that are not proved of these rules: train a player from nothing")]
    Symmetry(String),
    /// What is looked at is not of this game.
    #[error("what it looks at is not of this game: {0}")]
    Unlike(&'static str),
    /// What the player says of itself cannot be.
    #[error("the player is damaged: it has learned games longer than there are")]
    Damaged,
    /// It cannot be written.
    #[error("{0}")]
    Unwritten(String),
}

impl From<Unplayed> for TrainError {
    fn from(unplayed: Unplayed) -> Self {
        match unplayed {
            Unplayed::Duel(error) => TrainError::Duel(error),
            Unplayed::Agent(error) => TrainError::Agent(error),
        }
    }
}

/// How strong the player is after so many games.
#[derive(Clone, PartialEq, Debug)]
pub struct StrengthPoint {
    /// The games that it has learned from in this training.
    pub games: u64,
    /// What it scored, against each opponent.
    pub against: Vec<Against>,
    /// Whether it is the best so far.
    pub best: bool,
}

/// How a training goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step<'p> {
    /// A round of games was played and learned from.
    Played,
    /// The player is going to be measured.
    Measures,
    /// So strong it is.
    Measured(&'p StrengthPoint),
    /// All games were played: the best is going to be measured once more.
    Concludes,
}

/// A training under way.
pub struct Training<'g> {
    prepared: &'g Prepared,
    settings: TrainSettings,
    trainer: Trainer,
    /// The best so far, and after how many games it was.
    best: (Network, u64),
    /// The games that were learned from before this training.
    before: u64,
    /// Those of this training.
    played: u64,
    /// How many checks in a row were not won.
    idle: u32,
    /// The number of the next match, for its seed.
    matches: u64,
}

/// Of how many random plies a match against tree search consists, about, meanwhile and at the end: long games are played less often ...
const SEARCHED: [u64; 2] = [5_000_000, 20_000_000];
/// ... and not at all where fewer would be left.
const FEWEST: u64 = 10;
/// The simulations of the tree search.
const SIMULATIONS: u32 = 200;
/// After so many checks that were not won, the player has stopped growing.
const IDLE: u32 = 3;
/// Random games of no sheet are longer on average: a file that says so is damaged.
const MAX_PLIES: u32 = 1_000_000;
/// Seeds of matches, apart from those of games that teach.
const STREAM: u64 = 0x4D41_5443_4845_5331;

impl<'g> Training<'g> {
    /// A training of a player of a game by so many games, as many as usual where none is given: from nothing, or from a player of this game
    /// or of a variant that changes no piece and no board.
    ///
    /// # Errors
    /// If the rules cannot be evaluated, or the player has learned something else.
    pub fn begin(
        prepared: &'g Prepared,
        (games, seed): (Option<u64>, u64),
        from: Option<&LearnedPlayer>,
    ) -> Result<Self, TrainError> {
        let Some(player) = from else {
            let design = Design::find(&mut prepared.start(), &maps(prepared), seed)?;
            let settings = settings(games, seed, &design);
            let network = Network::new(design, &prepared.game, &prepared.plan).map_err(TrainError::Unlike)?;
            return Ok(Training::of(prepared, settings, network, 0));
        };
        let card = player.card();
        if card.design.mean_plies > MAX_PLIES {
            return Err(TrainError::Damaged);
        }
        if card.equipment != prepared.equipment_digest() {
            return Err(TrainError::Equipment(card.title.clone()));
        }
        if !card.design.holds_with(&maps(prepared)) {
            return Err(TrainError::Symmetry(card.title.clone()));
        }
        let network = Network::new(card.design.clone(), &prepared.game, &prepared.plan).map_err(TrainError::Unlike)?;
        let weights = Arc::clone(player.weights());
        let network = network.with(weights).ok_or(TrainError::Unlike("how many weights there are"))?;
        Ok(Training::of(prepared, settings(games, seed, &card.design), network, card.games))
    }

    fn of(prepared: &'g Prepared, settings: TrainSettings, network: Network, before: u64) -> Self {
        let trainer = Trainer::new(network.clone());
        Training { prepared, settings, trainer, best: (network, 0), before, played: 0, idle: 0, matches: 0 }
    }

    /// The same training by so many games, before it begins.
    #[must_use]
    pub fn by(mut self, games: u64) -> Self {
        self.settings.games = games;
        self
    }

    /// What is looked at.
    pub fn design(&self) -> &Design {
        &self.trainer.network.design
    }

    /// How it is trained.
    pub fn settings(&self) -> TrainSettings {
        self.settings
    }

    /// The games played in this training.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// After how many games of this training the best player was reached.
    pub fn best_after(&self) -> u64 {
        self.best.1
    }

    /// Whether it has stopped growing: several checks in a row were not won against the best so far.
    pub fn has_stopped_growing(&self) -> bool {
        self.idle >= IDLE
    }

    /// Plays, learns and measures to the end, and measures the best once more by games that it was not chosen on. `told` is told of each
    /// step, and gives up by `false`: then there is no last measurement.
    ///
    /// # Errors
    /// If games cannot be played.
    pub fn run(&mut self, told: &mut dyn FnMut(&Self, Step<'_>) -> bool) -> Result<Option<StrengthPoint>, TrainError> {
        for games in self.checks() {
            if !self.advance(games, told)? || !told(self, Step::Measures) {
                return Ok(None);
            }
            let point = self.check()?;
            if !told(self, Step::Measured(&point)) {
                return Ok(None);
            }
        }
        if told(self, Step::Concludes) { self.conclude().map(Some) } else { Ok(None) }
    }

    /// After how many games the player is to be checked: often at first, then after each eighth of all.
    fn checks(&self) -> Vec<u64> {
        let all = self.settings.games;
        let shares = [32, 16].into_iter().map(|part| all / part).chain((1..=8).map(|part| all * part / 8));
        let mut checks: Vec<u64> = shares.filter(|games| *games > 0).collect();
        checks.dedup();
        checks
    }

    /// Plays and learns until so many games were played.
    fn advance(&mut self, games: u64, told: &mut dyn FnMut(&Self, Step<'_>) -> bool) -> Result<bool, TrainError> {
        let start = self.prepared.start();
        let round = self.settings.round(self.design().mean_plies);
        while self.played < games {
            let until = (self.played + round).min(games);
            let part = self.played as f64 / self.settings.games.max(1) as f64;
            let teaching = self.settings.teaching(part, self.design().mean_plies);
            let trainer = &self.trainer;
            let lines = parallel::map_init(
                self.played..until,
                || (trainer.eye(), start.clone()),
                |(eye, start), index| trainer.play(eye, start, &teaching, index),
            );
            let lines = lines.into_iter().collect::<Result<Vec<_>, Fault>>()?;
            self.trainer.learn(&lines, self.settings.rate(part), |shards, learn| {
                parallel::map(shards, learn);
            });
            self.played = until;
            if !told(self, Step::Played) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Measures how strong the player is, and keeps it if it is the best.
    fn check(&mut self) -> Result<StrengthPoint, TrainError> {
        let network = self.trainer.network.clone();
        let own = self.maker(&network);
        let best = self.maker(&self.best.0.clone());
        let games = self.settings.check();
        let past = against(self.prepared, Opponent::Past, (&own, &best), self.rules(games))?;
        let score = past.score();
        let mut found = self.ladder(&network, games, SEARCHED[0])?;
        found.push(past);
        self.idle = if score.low > 0.5 { 0 } else { self.idle + 1 };
        let is_best = score.value >= 0.5 || self.best.1 == 0 && self.before == 0;
        if is_best {
            self.best = (network, self.played);
        }
        Ok(StrengthPoint { games: self.played, against: found, best: is_best })
    }

    /// Measures the best player by games that it was not chosen on.
    fn conclude(&mut self) -> Result<StrengthPoint, TrainError> {
        let network = self.best.0.clone();
        let against = self.ladder(&network, self.settings.check() * 2, SEARCHED[1])?;
        Ok(StrengthPoint { games: self.best.1, against, best: true })
    }

    /// The best player as the bytes of a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self) -> Result<Vec<u8>, TrainError> {
        let (network, games) = &self.best;
        let (rules, equipment) = (self.prepared.rules_digest(), self.prepared.equipment_digest());
        let game = &self.prepared.game;
        let options = game.options.iter().map(|option| (option.name.clone(), option.value.to_string())).collect();
        let mut card = Card::new(&game.about.title, rules, equipment, network.design.clone());
        (card.games, card.seed, card.options) = (self.before + games, self.settings.seed, options);
        write(&card, &network.weights).map_err(|error| TrainError::Unwritten(error.to_string()))
    }

    /// Matches of so many games at most against fixed opponents, the search among them of about so many random plies.
    fn ladder(&mut self, network: &Network, games: u64, plies: u64) -> Result<Vec<Against>, TrainError> {
        let own = self.maker(network);
        let random = self.other(Spec::Random);
        let mut found = vec![against(self.prepared, Opponent::Random, (&own, &random), self.rules(games))?];
        let length = u64::from(self.design().mean_plies.max(1));
        let searched = plies / (u64::from(SIMULATIONS) / 2 * length * length);
        if searched >= FEWEST {
            let settings = MctsSettings { simulations: SIMULATIONS, ..MctsSettings::default() };
            let mcts = self.other(Spec::Mcts(settings));
            let rules = self.rules(games.min(searched));
            found.push(against(self.prepared, Opponent::Mcts(SIMULATIONS), (&own, &mcts), rules)?);
        }
        Ok(found)
    }

    /// How the next match is played.
    fn rules(&mut self, games: u64) -> Match {
        self.matches += 1;
        let mean_plies = self.design().mean_plies;
        Match {
            games,
            seed: self.settings.seed ^ STREAM ^ self.matches,
            opening: self.settings.opening(mean_plies) / 2,
            max_plies: self.settings.teaching(0.0, mean_plies).longest,
        }
    }

    fn other(&self, spec: Spec) -> impl Fn() -> Result<Box<dyn Agent>, AgentError> + Sync + use<'g> {
        let prepared = self.prepared;
        move || prepared.agent(&spec)
    }

    fn maker(&self, network: &Network) -> impl Fn() -> Result<Box<dyn Agent>, AgentError> + Sync + use<'g> {
        let network = Arc::new(network.clone());
        move || {
            let eye = LearnedEye::new(Arc::clone(&network));
            Ok(Box::new(Learned::new("learned".to_owned(), eye, Rng::new(0))) as Box<dyn Agent>)
        }
    }
}

impl Against {
    /// The score and its interval as text, in percent.
    pub fn told(&self) -> String {
        let Estimate { value, low, high, .. } = self.score();
        format!("{:.1} ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
    }
}

fn settings(games: Option<u64>, seed: u64, design: &Design) -> TrainSettings {
    TrainSettings { games: games.unwrap_or_else(|| TrainSettings::usual_games(design.mean_plies)), seed }
}

/// The symmetries that are proved of a game, as far as a network uses them.
fn maps(prepared: &Prepared) -> Vec<SymmetryMap> {
    let game = &prepared.game;
    let found = audit::symmetries(game);
    // What holds provided that two end clauses do not hold at once is shared as well: what is learned is an estimate in any case. Of
    // two maps the one that needs no such condition comes first.
    let mut all: Vec<Automorphism> = found.keeping.into_iter().chain(found.exchanging).collect();
    all.sort_by_key(|map| map.provided.len());
    let map = |map: Automorphism| SymmetryMap {
        cells: map.cells.iter().map(|cell| cell.0).collect(),
        directions: map.directions.iter().map(|way| way.index() as u16).collect(),
        players: map.players.iter().map(|player| player.0).collect(),
    };
    all.into_iter().map(map).collect()
}
