//! What is drawn of a game: its board, players, pieces and counters.

use serde_json::{Value, json};

use super::look::look;
use crate::wire::{CellNumbers, number};
use rulebook_language::model::{Game, Per, Values};
use rulebook_language::topology::{Board, CellShape, Form};
use rulebook_language::util::Id;

/// The part of a `GameView` that is drawn.
pub fn game(game: &Game) -> Value {
    let signs = game.signs();
    let kinds = game.kinds.iter_ids().map(|(id, kind)| {
        let owner = (!kind.neutral).then(|| game.players.ids().next()).flatten();
        json!({
            "name": kind.name, "plural": kind.plural, "letter": signs.letter((owner, id)).to_string(), "neutral": kind.neutral,
        })
    });
    let counters = game.counters.iter().map(|counter| {
        let per = match counter.per {
            Per::Game => "game".to_owned(),
            per => per.words(),
        };
        let mut shown = json!({
            "name": counter.name, "per": per, "low": counter.low, "high": counter.high, "start": counter.start, "aside": counter.aside,
        });
        if let Some(values) = &counter.drawn {
            shown["drawn"] = drawn(game, values);
        }
        shown
    });
    json!({
        "title": game.about.title,
        "players": game.players.iter().collect::<Vec<_>>(),
        "kinds": kinds.collect::<Value>(),
        "maxHeight": game.max_height,
        "board": board(&game.board),
        "look": look(game),
        "counters": counters.collect::<Value>(),
        "marks": game.marks.iter_ids().filter(|(mark, _)| !game.is_of_link(*mark)).map(|(_, mark)| &mark.name).collect::<Vec<_>>(),
        "links": game.links.iter().map(|link| json!({"name": link.name, "owned": link.owned, "barrier": link.is_barrier()})).collect::<Value>(),
    })
}

/// What the numbers from 1 on stand for in what nature draws; of numbers there is nothing to name.
fn drawn(game: &Game, values: &Values) -> Value {
    match values {
        Values::Numbers => json!([]),
        Values::Directions(_) => game.board.directions().map(|id| game.board.direction(id).name.as_str()).collect(),
        Values::Players(_) => game.players.iter().map(String::as_str).collect(),
        Values::Kinds(_) => game.kinds.iter().map(|kind| kind.name.as_str()).collect(),
    }
}

/// A board for itself, with nothing on it, as a game and a position.
pub fn blank(shape: &Board) -> (Value, Value) {
    let game = json!({
        "title": "",
        "players": [],
        "kinds": [],
        "maxHeight": 0,
        "board": board(shape),
        "look": {"board": "plain", "players": [], "kinds": [], "sides": []},
        "counters": [],
        "marks": [],
        "links": [],
    });
    let cells: Value = shape.cells().map(|_| json!({"pieces": [], "marks": [], "counters": []})).collect();
    (game, json!({"cells": cells, "counters": [], "links": []}))
}

fn board(board: &Board) -> Value {
    let outline = board.outline();
    let shape = match outline.shape {
        CellShape::Square => "square",
        CellShape::Hexagon => "hexagon",
        CellShape::Point => "point",
        CellShape::Tile => "tile",
    };
    let numbers = CellNumbers::new(board);
    let cells = board.cells().map(|cell| {
        let (x, y) = outline.middles[cell.index()];
        let mut cell_view = json!({"name": board.cell_name(cell), "x": number(x), "y": number(y)});
        if let Some(form) = outline.forms.get(cell.index()) {
            match form {
                Form::Disc(radius) => cell_view["radius"] = number(*radius),
                Form::Polygon(corners) => {
                    cell_view["corners"] = corners.iter().map(|(x, y)| json!([number(*x), number(*y)])).collect();
                }
            }
            cell_view["room"] = number(outline.room(cell.index()));
        }
        cell_view
    });
    let lines = outline.lines.iter().map(|(a, b)| json!([numbers.of(*a), numbers.of(*b)]));
    let directions = board.directions().filter_map(|direction| {
        // The shortest: round the edge of a board that closes on itself it is far.
        let steps = board.cells().filter_map(|cell| {
            let next = board.step(cell, direction)?;
            let ((x, y), (to_x, to_y)) = (outline.middles[cell.index()], outline.middles[next.index()]);
            Some((to_x - x, to_y - y))
        });
        let length = |(dx, dy): &(f64, f64)| dx * dx + dy * dy;
        let (dx, dy) = steps.min_by(|a, b| length(a).total_cmp(&length(b)))?;
        Some(json!({"name": board.direction(direction).name, "dx": number(dx), "dy": number(dy)}))
    });
    json!({
        "shape": shape,
        "cells": cells.collect::<Value>(),
        "lines": lines.collect::<Value>(),
        "directions": directions.collect::<Value>(),
    })
}
