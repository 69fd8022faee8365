//! Puzzles of a game.

use serde::Deserialize;
use serde_json::{Value, json};

use super::host::Host;
use super::players::Players;
use super::refusal::{Answered, Refusal};
use super::request::GameRef;
use super::sheets::Sheets;
use crate::wire;
use rulebook_insight::agents::AlphaBetaSettings;
use rulebook_insight::analysis::{self, PuzzleError, PuzzleSettings, puzzles};

/// What is asked.
#[derive(Deserialize)]
pub struct Puzzle {
    game: GameRef,
    /// How many are wanted.
    number: usize,
    /// Who plays the games; nobody for the mixture.
    agent: Option<String>,
    /// The digests of learned players, of which the game has the one that has learned it.
    #[serde(default)]
    players: Vec<String>,
    /// Between which numbers of plies a win takes.
    plies: (u8, u8),
    /// How many games are played at most.
    games: u64,
    /// How many actions are played in thought for a position.
    nodes: u32,
    seed: u64,
}

/// The most puzzles, games, and actions for a position.
const MOST: (usize, u64, u32) = (100, 10_000, 10_000_000);
/// Games are cut off after so many plies.
const MAX_PLIES: u32 = 500;

/// What `puzzle --json` writes, with the sentences that go with it. The host is told how many games were played, and how many positions in
/// them were missed.
///
/// # Errors
/// If the game has no puzzles, or nobody waits for them any more.
pub fn found(asked: &Puzzle, sheets: &mut Sheets, players: &Players, host: &mut dyn Host) -> Answered {
    let settings = asked.settings(players)?;
    let sheet = sheets.game(&asked.game)?;
    let prepared = sheet.ready()?;
    let mut told = |found: &analysis::Puzzles| host.progress(&json!({"games": found.games, "missed": found.missed}));
    let found = puzzles(prepared, &settings, &mut told).map_err(|error| match error {
        PuzzleError::Stopped => Refusal::cancelled(),
        error => Refusal::new(error.to_string()),
    })?;
    let found = wire::Puzzles::new(prepared, &settings, &found);
    let says: Vec<Value> = found.puzzles.iter().map(says).collect();
    Ok(json!({"looked": found.looked(), "says": says, "found": found}))
}

impl Puzzle {
    fn settings(&self, players: &Players) -> Result<PuzzleSettings, Refusal> {
        let (number, games, nodes) = MOST;
        if self.number > number || self.games > games || self.nodes > nodes {
            return Err(Refusal::new(format!("at most {number} puzzles, of {games} games, by {nodes} nodes")));
        }
        let plies = PuzzleSettings::between(self.plies.0, self.plies.1)
            .ok_or_else(|| Refusal::new(format!("plies are from 1 to {}", AlphaBetaSettings::MAX_DEPTH)))?;
        let agent = self.agent.as_ref().map(|agent| players.agent(agent, &self.players)).transpose()?;
        if agent.as_ref().is_some_and(|agent| agent.value().is_some()) {
            return Err(Refusal::new("an agent with an expression of its own plays on the command line alone"));
        }
        Ok(PuzzleSettings {
            number: self.number,
            agents: agent.into_iter().collect(),
            missed_by: None,
            games: self.games,
            max_plies: MAX_PLIES,
            plies,
            nodes: self.nodes,
            seed: self.seed,
        })
    }
}

/// The sentences that go with a puzzle: those of the other actions in their order.
fn says(puzzle: &wire::Puzzle) -> Value {
    let others: Vec<String> = puzzle.others.iter().map(|other| puzzle.refuted(other)).collect();
    json!({
        "task": puzzle.task(), "wins": puzzle.wins(), "solution": puzzle.solution(), "theme": puzzle.theme.told(),
        "others": others,
    })
}
