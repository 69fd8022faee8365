//! How a game is drawn, and the sides of its board.

use serde_json::{Value, json};

use super::cells::numbers;
use crate::wire::CellNumbers;
use rulebook_language::model::{Builtin, Constant, ExprKind, Figure, Game, constant};

/// The look of a game, and the sides that its players join.
pub fn look(game: &Game) -> Value {
    let look = &game.look;
    json!({
        "board": look.board,
        "players": look.players.iter().collect::<Vec<_>>(),
        "kinds": look.kinds.iter().map(figure).collect::<Value>(),
        "sides": sides(game),
    })
}

fn figure(figure: &Figure) -> Value {
    match figure {
        Figure::Shape(shape) => json!(shape),
        Figure::Owners(shapes) => json!(shapes),
        Figure::Letter(Some(letter)) => json!(letter.to_string()),
        Figure::Letter(None) => json!("letter"),
    }
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
