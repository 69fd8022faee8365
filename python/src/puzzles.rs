//! Puzzles of a game.

use pyo3::prelude::*;

use crate::agent::asked;
use crate::errors::{plain, raised};
use crate::game::Game;
use crate::work::attended;
use rulebook_insight::agents::AlphaBetaSettings;
use rulebook_insight::analysis::{self, PuzzleSettings};
use rulebook_service::wire;

/// The puzzles of a game, as `rulebook puzzle --json` writes them. Without agents a mixture plays the games, and its player that thinks is to
/// miss the winning action unless another is named.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each is one of Python's")]
pub fn puzzles(
    py: Python<'_>,
    game: &Game,
    number: usize,
    agents: Vec<String>,
    missed_by: Option<String>,
    plies: (u8, u8),
    games: u64,
    nodes: u32,
    max_plies: u32,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<String> {
    let plies = PuzzleSettings::between(plies.0, plies.1).ok_or_else(|| {
        let most = AlphaBetaSettings::MAX_DEPTH;
        plain(py, "program", &format!("`plies` is a pair of numbers from 1 to {most}, the smaller first"))
    })?;
    let read = |name: &String| asked(name).map_err(|error| raised(py, &error));
    let game = game.inside.clone();
    let settings = PuzzleSettings {
        number,
        agents: agents.iter().map(read).collect::<PyResult<_>>()?,
        missed_by: missed_by.as_ref().map(read).transpose()?,
        games,
        max_plies,
        plies,
        nodes,
        seed,
    };
    let found = attended(py, threads, move |_| {
        let prepared = game.inside();
        let found = analysis::puzzles(prepared, &settings, &mut |_| true).map_err(|error| error.to_string())?;
        Ok(wire::Puzzles::new(prepared, &settings, &found))
    })?;
    let found = found.map_err(|message: String| plain(py, "puzzles", &message))?;
    serde_json::to_string(&found).map_err(|error| plain(py, "program", &error.to_string()))
}
