//! Legal actions as data: `moves --json`, and what a board lets one click.

use serde::Serialize;
use serde_json::{Value, json};

use rulebook_language::topology::{Board, CellId};
use rulebook_play::engine::{self, ActionKind, Fault, Pick, Position};

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Action {
    /// Its place among the legal actions.
    pub index: usize,
    /// The name of the move, the die or the lot; null for a pass, a swap, a stop and what a setup scatters.
    #[serde(rename = "move")]
    pub rule: Option<String>,
    /// `move`, `pass`, `swap` or `stop`; `lot` for what nature does.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What is picked, in order: each with the `name` that the rules give it, its `type` and its value. Cells are numbers, in
    /// the order of the board.
    pub picks: Vec<Value>,
    /// As written.
    pub text: String,
}

/// The number of each cell in the order of the board, by slot.
pub struct CellNumbers(Vec<u32>);

impl CellNumbers {
    /// Those of a board.
    pub fn new(board: &Board) -> Self {
        let mut numbers = vec![0; board.slots()];
        (0..).zip(board.cells()).for_each(|(number, cell)| numbers[cell.0 as usize] = number);
        CellNumbers(numbers)
    }

    /// That of a cell.
    pub fn of(&self, cell: CellId) -> u32 {
        self.0.get(usize::from(cell.0)).copied().unwrap_or_default()
    }
}

impl Action {
    /// The legal actions, in the order in which they are listed.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn legal(position: &mut Position) -> Result<Vec<Action>, Fault> {
        let listed = position.listed()?;
        let cells = CellNumbers::new(&position.game().board);
        Ok(listed.iter().enumerate().map(|(index, action)| Action::new(position, &cells, index, action)).collect())
    }

    fn new(position: &Position, cells: &CellNumbers, index: usize, action: &engine::Action) -> Action {
        let game = position.game();
        let (kind, rule) = match position.kind_of(action) {
            ActionKind::Move(rule) => {
                (if position.is_chance() { "lot" } else { "move" }, Some(game.moves[rule].name.clone()))
            }
            ActionKind::Scatter => ("lot", None),
            ActionKind::Pass => ("pass", None),
            ActionKind::Swap => ("swap", None),
            ActionKind::Stop => ("stop", None),
        };
        let picks = position.picked(action).into_iter().map(|(local, pick)| {
            let name = game.sites.names.get(&local).map_or("", |name| name.text.as_str());
            match pick {
                Pick::Cell(cell) => json!({"name": name, "type": "cell", "cell": cells.of(cell)}),
                Pick::Cells(set) => {
                    let numbers: Vec<u32> = set.iter().map(|cell| cells.of(*cell)).collect();
                    json!({"name": name, "type": "cells", "cells": numbers})
                }
                Pick::Direction(direction) => {
                    let known = game.board.directions().any(|known| known == direction);
                    let text = if known { game.board.direction(direction).name.as_str() } else { "-" };
                    json!({"name": name, "type": "direction", "direction": text})
                }
                Pick::Number(number) => json!({"name": name, "type": "number", "value": number}),
                Pick::Kind(kind) => {
                    let word = game.kinds.get(kind).map(|kind| kind.name.as_str());
                    json!({"name": name, "type": "kind", "kind": word})
                }
                Pick::Player(player) => json!({"name": name, "type": "player", "player": player.0}),
                Pick::Group(cell) => json!({"name": name, "type": "group", "cells": [cells.of(cell)]}),
            }
        });
        let laid = position.laid(action).map(|(cell, piece)| {
            [
                json!({"name": "", "type": "cell", "cell": cells.of(cell)}),
                json!({"name": "", "type": "piece", "piece": piece}),
            ]
        });
        let picks = picks.chain(laid.into_iter().flatten()).collect();
        Action { index, rule, kind, picks, text: position.written(action) }
    }
}
