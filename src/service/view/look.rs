//! How a game is drawn, and the sides of its board.

use serde_json::{Value, json};

use super::cells::numbers;
use crate::wire::CellNumbers;
use rulebook_language::model::{Builtin, Constant, ExprKind, Field, Figure, Game, constant};

/// The look of a game, and the sides that its players join.
pub fn look(game: &Game) -> Value {
    let (look, of) = (&game.look, CellNumbers::new(&game.board));
    json!({
        "board": look.board,
        "players": look.players.iter().collect::<Vec<_>>(),
        "kinds": look.kinds.iter().map(figure).collect::<Value>(),
        "tints": look.tints.iter().collect::<Vec<_>>(),
        "marked": look.marked.iter().map(|(mark, kind, like)| {
            json!({"mark": game.marks[*mark].name, "kind": kind.0, "like": figure(like)})
        }).collect::<Value>(),
        "fields": look.fields.iter().map(|Field { name, player, cells, style }| {
            json!({"name": name, "player": player.map(|player| player.0), "style": style, "cells": numbers(cells, &of)})
        }).collect::<Value>(),
        "hidden": look.hidden_marks.iter().map(|mark| &game.marks[*mark].name)
            .chain(look.hidden_counters.iter().map(|counter| &game.counters[*counter].name)).collect::<Vec<_>>(),
        "sides": sides(game, &of),
    })
}

fn figure(figure: &Figure) -> Value {
    match figure {
        Figure::Shape(shape) => json!(shape),
        Figure::Owners(shapes) => json!(shapes),
        Figure::Letter { letters, on: "disc" } if letters.as_ref().is_none_or(|text| text.chars().count() == 1) => {
            json!(letters.as_deref().unwrap_or("letter"))
        }
        Figure::Letter { letters, on } => json!({"letters": letters, "on": on}),
    }
}

/// The sides of the board that the rules name a player to join, each with the number of the player and those of its cells.
fn sides(game: &Game, of: &CellNumbers) -> Vec<Value> {
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
                let side = json!({"player": player.0, "cells": numbers(&cells, of)});
                if !found.contains(&side) {
                    found.push(side);
                }
            }
        });
    }
    found
}
