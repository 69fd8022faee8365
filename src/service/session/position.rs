//! A position: what stands where, what may be played, how it came about.

use serde_json::{Value, json};

use super::ends::clauses;
use super::line::Followed;
use super::refusal::{Answered, Refusal};
use super::request::LineRef;
use super::sheets::SheetGame;
use super::spans::{Spans, place};
use crate::view::{self, numbers, piece, pieces};
use crate::wire::{Action, CellNumbers};
use rulebook_insight::analysis::{BoardEffect, LineOfPlay, board_effects, deciding_cells, touched};
use rulebook_language::source::SourceMap;
use rulebook_language::topology::CellId;
use rulebook_play::engine::{Outcome, Position};

/// The most legal actions that are listed.
const MAX_LEGAL: usize = 1 << 16;

/// The position at the end of a line, as far as that is legal.
///
/// # Errors
/// If the game cannot be played, or the line does not begin from a position of it.
pub fn view(sheet: &SheetGame, line: &LineRef) -> Answered {
    let Followed { line: followed, cut, mut told } = sheet.last_line.follow(sheet.explaining()?, line)?;
    let cells = CellNumbers::new(&followed.position.game().board);
    let effects = tell(&followed, &mut told, &cells)?;
    let done = done_in_turn(&followed, &told);
    let position = &mut followed.position.clone();
    sheet.last_line.keep(line.start.clone(), followed, told.clone());
    let outcome = position.outcome()?;
    let count = if outcome.is_none() { position.legal()?.len() } else { 0 };
    if count > MAX_LEGAL {
        return Err(Refusal::new(format!("{count} actions are legal here, too many to list")));
    }
    let legal = if count > 0 { Action::legal(position)? } else { Vec::new() };
    let to_act = outcome.is_none().then(|| {
        let mut moves: Vec<&str> = legal.iter().map(|action| action.rule.as_deref().unwrap_or(action.kind)).collect();
        moves.dedup();
        moves.sort_unstable();
        moves.dedup();
        json!({"seat": position.seat_to_act(), "player": position.role_to_act().0, "moves": moves, "done": done})
    });
    let ended = match outcome {
        Some(outcome) => ended(position, &outcome, sheet.sources(), &cells)?,
        None => Value::Null,
    };
    let more = json!({
        "toAct": to_act,
        "swapped": position.is_swapped(),
        "legal": legal,
        "ended": ended,
        "plies": told,
        "cut": cut.map(|cut| json!({"ply": cut.ply, "move": cut.text, "reason": cut.reason})),
        "effects": effects,
        "notation": position.notation(),
        "picture": position.picture(),
    });
    Ok(view::with(view::position(position), more))
}

/// Tells of those actions of a line that are not told of yet, and what the last one did.
fn tell(line: &LineOfPlay, told: &mut Vec<Value>, cells: &CellNumbers) -> Answered {
    let Some(last) = line.played.len().checked_sub(1) else { return Ok(Value::Array(Vec::new())) };
    told.truncate(last);
    let mut before = line.position.clone();
    for _ in told.len()..line.played.len() {
        before.undo();
    }
    let mut effects = Vec::new();
    for (place, ply) in line.played.iter().enumerate().skip(told.len()) {
        let mut after = before.clone();
        after.play_unchecked(&ply.action)?;
        if place == last {
            effects = board_effects(&before, &after, &ply.action);
        }
        told.push(json!({
            "text": ply.text,
            "seat": before.seat_to_act(),
            "player": before.role_to_act().0,
            "cells": numbers(&touched(&before, &after, &ply.action), cells),
        }));
        before = after;
    }
    Ok(effects.iter().map(|effect| self::effect(effect, cells)).collect())
}

/// How many actions of a line the turn has that is not over yet, but for those of nature.
fn done_in_turn(line: &LineOfPlay, told: &[Value]) -> usize {
    let over = line.position.turn();
    let before = std::iter::once(0).chain(line.played.iter().map(|ply| ply.turns));
    before.zip(told).filter(|(turns, ply)| *turns == over && ply["seat"] != 0).count()
}

fn effect(effect: &BoardEffect, cells: &CellNumbers) -> Value {
    match effect {
        BoardEffect::Put(cell, put) => json!({"type": "put", "cell": cells.of(*cell), "piece": piece(*put)}),
        BoardEffect::Remove(cell, gone) => json!({"type": "remove", "cell": cells.of(*cell), "piece": piece(*gone)}),
        BoardEffect::Move(from, to, moved) => {
            json!({"type": "move", "from": cells.of(*from), "to": cells.of(*to), "pieces": pieces(moved)})
        }
        BoardEffect::Replace(cell, before, after) => {
            json!({"type": "replace", "cell": cells.of(*cell), "before": pieces(before), "after": pieces(after)})
        }
    }
}

fn ended(position: &mut Position, outcome: &Outcome, sources: &SourceMap, of: &CellNumbers) -> Answered {
    let game = std::sync::Arc::clone(position.game());
    let clause = clauses(&game, sources).into_iter().find(|(name, ..)| *name == outcome.clause);
    let cells: Vec<CellId> = deciding_cells(position, outcome)?;
    let says = match (&clause, outcome.stuck) {
        (_, true) => "no legal move, and no end clause covers this".to_owned(),
        (Some((_, says, _)), _) => says.clone(),
        (None, _) => outcome.clause.clone(),
    };
    let mut shown = json!({
        "winners": outcome.winners.iter().map(|role| role.0).collect::<Vec<_>>(),
        "seat": position.seat_result(outcome),
        "clause": outcome.clause,
        "says": says,
        "cells": numbers(&cells, of),
        "stuck": outcome.stuck,
    });
    if let Some((_, _, span)) = clause {
        place(&mut shown, Spans::new(sources).of(span));
    }
    Ok(shown)
}
