//! What is drawn of a position.

use serde_json::{Value, json};

use super::cells::pieces;
use rulebook_language::model::{Game, Per};
use rulebook_language::util::Id;
use rulebook_play::engine::Position;

/// The part of a `PositionView` that is drawn.
pub fn position(position: &Position) -> Value {
    let game = position.game();
    json!({"cells": contents(position, game), "counters": counters(position, game)})
}

/// What stands on each cell, bottom to top, with its marks and counters.
fn contents(position: &Position, game: &Game) -> Value {
    let shown = game.board.cells().map(|cell| {
        let marks: Vec<&String> =
            game.marks.iter_ids().filter(|(mark, _)| position.is_marked(*mark, cell)).map(|(_, name)| name).collect();
        let counters: Vec<i64> = game
            .counters
            .iter_ids()
            .filter(|(_, counter)| counter.per == Per::Cell)
            .map(|(id, _)| position.counter(id, cell.index()))
            .collect();
        json!({"pieces": pieces(&position.pieces(cell)), "marks": marks, "counters": counters})
    });
    shown.collect()
}

/// The counters of the game and of its players.
fn counters(position: &Position, game: &Game) -> Value {
    let shown = game.counters.iter_ids().flat_map(|(id, counter)| {
        let of: Vec<Option<usize>> = match counter.per {
            Per::Game => vec![None],
            Per::Player => (0..game.players.len()).map(Some).collect(),
            Per::Cell => Vec::new(),
        };
        of.into_iter().map(move |player| {
            json!({"name": counter.name, "player": player, "value": position.counter(id, player.unwrap_or(0))})
        })
    });
    shown.collect()
}
