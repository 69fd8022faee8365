//! Players that learn a game.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::agent::player_file;
use crate::errors::plain;
use crate::game::Game;
use crate::work::attended;
use rulebook_insight::agents::LearnedPlayer;
use rulebook_insight::analysis::{TrainError, TrainStep, Training};
use rulebook_play::engine::Stop;
use rulebook_service::wire;

/// Trains a player of a game by so many games, or as many as usual: what `rulebook train --json` says of it, and the bytes of its file.
/// `start` is the file of a player that it begins from.
#[pyfunction]
pub fn train<'py>(
    py: Python<'py>,
    game: &Game,
    games: Option<u64>,
    seed: u64,
    start: Option<String>,
    threads: Option<usize>,
) -> PyResult<(String, Bound<'py, PyBytes>)> {
    if games == Some(0) {
        return Err(plain(py, "program", "`games` is a number from 1, or None for as many as usual"));
    }
    let inside = game.inside.clone();
    let trained = attended(py, threads, move |stop| trained(&inside, (games, seed), start.as_deref(), stop))?;
    let (told, bytes) = trained.map_err(|message| plain(py, "training", &message))?;
    let told = serde_json::to_string(&told).map_err(|error| plain(py, "program", &error.to_string()))?;
    Ok((told, PyBytes::new(py, &bytes)))
}

fn trained(
    game: &rulebook::Game,
    (games, seed): (Option<u64>, u64),
    start: Option<&str>,
    stop: &Stop,
) -> Result<(wire::Train, Vec<u8>), String> {
    let said = |error: TrainError| error.to_string();
    let from = start.map(|name| {
        let bytes = player_file(name).map_err(|error| format!("`{name}` cannot be used: {error}"))?;
        LearnedPlayer::read(&bytes).map_err(|error| format!("`{name}` cannot be used: {error}"))
    });
    let from = from.transpose()?;
    let mut training = Training::begin(game.inside(), (games, seed), from.as_ref()).map_err(said)?;
    let mut told = wire::Train::new(game.title(), &training, from.map(|player| player.card().title.clone()));
    let kept = training.run(&mut |_, step| {
        if let TrainStep::Measured(point) = step {
            told.curve.push(point.into());
        }
        !stop.is_called()
    });
    told.end(&training, kept.map_err(said)?.as_ref());
    Ok((told, training.write().map_err(said)?))
}
