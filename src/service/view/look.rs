//! How a game is drawn where its sheet does not say.

use serde_json::{Value, json};

use super::cells::numbers;
use crate::wire::CellNumbers;
use rulebook_language::model::{Builtin, Constant, ExprKind, Game, constant};
use rulebook_language::topology::CellShape;

/// Colours that names of players can be.
const COLOURS: [&str; 16] = [
    "black", "white", "red", "blue", "green", "yellow", "orange", "purple", "violet", "brown", "grey", "gray", "pink",
    "cyan", "ivory", "gold",
];
/// The chessmen.
const CHESSMEN: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
/// Kinds that are drawn as what they are called.
const SHAPES: [&str; 5] = ["disc", "ring", "square", "triangle", "hexagon"];
/// Kinds that are plain discs by name.
const DISCS: [&str; 8] = ["man", "stone", "counter", "checker", "piece", "marble", "token", "seed"];
/// Boards of stones are drawn with lines from so many cells on.
const MANY: usize = 81;

/// Colours from the names of the players, shapes from those of the kinds, and a board that suits them.
pub fn look(game: &Game) -> Value {
    json!({"board": board(game), "players": players(game), "kinds": kinds(game), "sides": sides(game)})
}

/// The sides of the board that the rules name a player to join, each with the number of the player and those of its cells.
fn sides(game: &Game) -> Vec<Value> {
    let of = CellNumbers::new(&game.board);
    let mut found: Vec<Value> = Vec::new();
    for end in &game.ends {
        end.when.visit(&mut |part| {
            let ExprKind::Builtin(Builtin::Joins, args) = &part.kind else { return };
            let [groups, joined @ ..] = args.as_slice() else { return };
            let ExprKind::Pattern { of: Some(player), .. } = &groups.kind else { return };
            let ExprKind::Player(player) = player.kind else { return };
            let sets = joined.iter().filter_map(|set| constant(set, Some(&game.board), &game.definitions));
            for set in sets {
                let Constant::Cells(cells) = set else { continue };
                let side = json!({"player": player.0, "cells": numbers(&cells, &of)});
                if !found.contains(&side) {
                    found.push(side);
                }
            }
        });
    }
    found
}

fn players(game: &Game) -> Vec<&'static str> {
    let named = |name: &String| COLOURS.into_iter().find(|colour| name.eq_ignore_ascii_case(colour));
    let mut taken: Vec<&str> = game.players.iter().filter_map(named).collect();
    let colour = |name: &String| {
        named(name).unwrap_or_else(|| {
            let free = COLOURS.into_iter().find(|colour| !taken.contains(colour)).unwrap_or("grey");
            taken.push(free);
            free
        })
    };
    game.players.iter().map(colour).collect()
}

fn kinds(game: &Game) -> Vec<&'static str> {
    let mut has_disc = false;
    let is_alone = game.kinds.iter().filter(|kind| !kind.neutral).count() == 1;
    let shape = |kind: &rulebook_language::model::Kind| {
        let name = kind.name.to_ascii_lowercase();
        if let Some(known) = CHESSMEN.into_iter().chain(SHAPES).find(|known| name == *known) {
            return known;
        }
        if kind.neutral {
            return "square";
        }
        // Two kinds that are both a disc could not be told apart.
        let plain = DISCS.contains(&name.as_str()) || is_alone;
        if plain && !std::mem::replace(&mut has_disc, true) { "disc" } else { "letter" }
    };
    game.kinds.iter().map(shape).collect()
}

fn board(game: &Game) -> &'static str {
    if game.board.outline().shape != CellShape::Square {
        return "plain";
    }
    let is = |names: &[&str]| game.kinds.iter().any(|kind| names.contains(&kind.name.to_ascii_lowercase().as_str()));
    let stones = game.kinds.len() == 1 && is(&["stone"]) && game.setup.is_empty();
    if is(&CHESSMEN) || is(&["man", "amazon"]) {
        "checkered"
    } else if stones && game.board.cell_count() >= MANY {
        "points"
    } else {
        "plain"
    }
}
