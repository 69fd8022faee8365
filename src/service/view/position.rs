//! What is drawn of a position.

use serde_json::{Value, json};

use super::cells::pieces;
use crate::wire::CellNumbers;
use rulebook_language::model::{Game, Index, Per, PlayerId};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;
use rulebook_play::engine::Position;

/// The part of a `PositionView` that is drawn.
pub fn position(position: &Position) -> Value {
    let game = position.game();
    json!({"cells": contents(position, game), "counters": counters(position, game), "links": links(position, game)})
}

/// The links between cells: of which sort by its number, between which cells by theirs, and whose.
fn links(position: &Position, game: &Game) -> Value {
    let numbers = CellNumbers::new(&game.board);
    let shown = game.links.iter().enumerate().flat_map(|(sort, link)| {
        let ends = |(from, to, owner): (CellId, CellId, Option<PlayerId>)| {
            json!({
                "sort": sort, "from": numbers.of(from), "to": numbers.of(to), "owner": owner.map(Id::index),
            })
        };
        position.links_as(link).map(ends).collect::<Vec<_>>()
    });
    shown.collect()
}

/// What stands on each cell, bottom to top, with its marks and counters.
fn contents(position: &Position, game: &Game) -> Value {
    let shown = game.board.cells().map(|cell| {
        let marks: Vec<&String> = game
            .marks
            .iter_ids()
            .filter(|(mark, _)| !game.is_of_link(*mark) && position.is_marked(*mark, cell))
            .map(|(_, mark)| &mark.name)
            .collect();
        let counters: Vec<i64> = game
            .counters
            .iter_ids()
            .filter(|(_, counter)| counter.per == Per::CELL)
            .map(|(id, _)| position.counter(id, cell.index()))
            .collect();
        json!({"pieces": pieces(&position.pieces(cell)), "marks": marks, "counters": counters})
    });
    shown.collect()
}

/// The counters of the game and of its players.
fn counters(position: &Position, game: &Game) -> Value {
    let shown = game.counters.iter_ids().flat_map(|(id, counter)| {
        let per = counter.per;
        let count = if per == Per::CELL { 0 } else { game.numbers(per) };
        (0..count).filter(move |place| game.is_counted(per, *place)).map(move |place| {
            let of: Vec<(Index, usize)> = per.indexes().zip(game.indexes_of(per, place)).collect();
            let own = |wanted: Index| of.iter().find(|(index, _)| *index == wanted).map(|(_, own)| *own);
            let name = |index| own(index).map(|own| game.member_name(index, own));
            let mut shown = json!({
                "name": counter.name, "player": own(Index::Player), "value": position.counter(id, place),
            });
            // Only where there are such: most counters are of players, or of the game.
            for index in [Index::Cell, Index::Kind] {
                if let (Some(shown), Some(name)) = (shown.as_object_mut(), name(index)) {
                    shown.insert(index.word().to_owned(), name.into());
                }
            }
            shown
        })
    });
    shown.collect()
}
