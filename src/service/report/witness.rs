//! A line that shows a difference: the boards of both games side by side, with what only one allows as arrows and marks.

use maud::{Markup, html};

use super::board::{Arrow, Mark, position};
use super::figure::figure;
use super::prose::prose;
use super::step::Step;
use crate::wire::{Changed, ClauseText, Witness, state};
use rulebook_insight::analysis::compare::Sides;
use rulebook_language::topology::CellId;
use rulebook_play::engine::Position;

/// Actions that are named one by one.
const NAMED: usize = 12;
/// Actions that are drawn.
const DRAWN: usize = 6;

/// A clause with its place.
pub fn said(name: &str, said: Option<&ClauseText>) -> Markup {
    html! {
        @if let Some(said) = said {
            p { strong { (name) } " " code { (said.text) } " " @if let Some(place) = said.place() { span.soft.mono { (place) } } }
        }
    }
}

/// A witness: the moves, the boards, what only one side allows, and the clause that does it.
pub fn witness(witness: &Witness, changes: &[Changed], sides: &Sides) -> Markup {
    let boards = match witness.shows {
        "results" => outcome(witness, sides),
        _ => allowed(witness, sides),
    };
    html! {
        h3 { (witness.title()) }
        @if !witness.moves.is_empty() { p { "After the moves " code { (witness.moves.join(" ")) } } }
        div.boards { @for drawn in boards { (drawn) } }
        @if let Some(change) = witness.change.and_then(|place| changes.get(place)) {
            p { "By " code { (change.place()) } ":" }
            (said("A", change.a.as_ref()))
            (said("B", change.b.as_ref()))
        }
        @if let Some(refused) = &witness.refusal {
            p { (refused.by) ": " (prose(&refused.message)) ". " (prose(&refused.label)) " "
                @if let Some(place) = refused.clause.place() { span.soft.mono { (place) } } }
        }
    }
}

/// The positions of A and B after the line.
fn reached(witness: &Witness, sides: &Sides) -> Option<[Position; 2]> {
    let a = sides.a.prepared.read(&witness.positions[0]).ok()?;
    Some([a, sides.aligned.read(&witness.positions[1]).ok()?])
}

fn drawn(at: &Position, caption: &str, marks: impl Fn(CellId) -> Mark, arrows: &[Arrow]) -> Markup {
    let title = caption.split(['.', '\n']).next().unwrap_or_default().replace('`', "");
    figure(&position(at, &title, &caption.replace('`', ""), marks, arrows), caption)
}

fn marked(step: &Step) -> impl Fn(CellId) -> Mark + '_ {
    |cell| step.marks.get(&cell).copied().unwrap_or(Mark::None)
}

/// Of what only one side allows: the side that refuses it, the side that allows it, and what it leads to there.
fn allowed(witness: &Witness, sides: &Sides) -> Vec<Markup> {
    let Some(positions) = reached(witness, sides) else { return Vec::new() };
    let of = |side: usize| if side == 0 { &witness.only_a } else { &witness.only_b };
    let steps: Vec<Step> = [0, 1].into_iter().map(|side| steps(&positions[side], of(side))).collect();
    let mut boards = Vec::new();
    for side in 0..2 {
        let (name, other) = (["A", "B"][side], 1 - side);
        let board = |side: usize| &positions[side].game().board;
        // What it allows itself comes before what it refuses.
        let own = !of(side).is_empty();
        let refused = steps[other].refused(board(other), board(side));
        let step = if own { &steps[side] } else { &refused };
        let says = match (own, of(other)) {
            (true, _) => format!("Only {name} allows {}", list(of(side))),
            (false, others) => format!("{name} does not allow {}", list(others)),
        };
        let caption = format!("{name}: {}. {says}.", witness.states[side]);
        boards.push(drawn(&positions[side], &caption, marked(step), &step.arrows));
    }
    for side in 0..2 {
        let Some(text) = of(side).first() else { continue };
        let mut step = Step::new(&positions[side], text);
        let Some(after) = &mut step.after else { continue };
        let caption = format!("{}, after `{text}`: {}.", ["A", "B"][side], state(after));
        boards.push(drawn(after, &caption, |_| Mark::None, &[]));
    }
    boards
}

/// The first of some actions with what it takes and puts, and where others go.
fn steps(at: &Position, actions: &[String]) -> Step {
    let mut whole = Step::default();
    for (place, text) in actions.iter().take(DRAWN).enumerate() {
        let step = Step::new(at, text);
        match place {
            0 => whole = step,
            _ => whole.add(step),
        }
    }
    whole
}

fn list(actions: &[String]) -> String {
    let named: Vec<String> = actions.iter().take(NAMED).map(|action| format!("`{action}`")).collect();
    match actions.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// Of a line that leads elsewhere: the position before the last move, and what it leads to in A and in B.
fn outcome(witness: &Witness, sides: &Sides) -> Vec<Markup> {
    let Some(positions) = reached(witness, sides) else { return Vec::new() };
    let mut boards = Vec::new();
    if let Some((last, before)) = witness.moves.split_last() {
        let mut at = sides.a.prepared.start();
        let played = before.iter().try_for_each(|text| {
            let action = at.find(text).ok()?;
            at.play_unchecked(&action).ok()
        });
        if played.is_some() {
            let step = Step::new(&at, last);
            let caption = format!("Before: {}, who plays `{last}`.", state(&mut at));
            boards.push(drawn(&at, &caption, marked(&step), &step.arrows));
        }
    }
    for side in 0..2 {
        let other = &positions[1 - side];
        let differs = |cell: CellId| {
            let name = positions[side].game().board.cell_name(cell);
            let there = other.game().board.find_cell(name).map(|cell| told(other, cell));
            if there.is_some_and(|there| there != told(&positions[side], cell)) { Mark::Ring } else { Mark::None }
        };
        let ringed = positions[side].game().board.cells().any(|cell| differs(cell) == Mark::Ring);
        let more = if ringed { " What differs is ringed." } else { "" };
        let when = if witness.moves.is_empty() { "at the start" } else { "after it" };
        let caption = format!("{} {when}: {}.{more}", ["A", "B"][side], witness.states[side]);
        boards.push(drawn(&positions[side], &caption, differs, &[]));
    }
    boards
}

/// What stands on a cell, in words that hold for both games.
fn told(position: &Position, cell: CellId) -> Vec<(Option<String>, String)> {
    let game = position.game();
    let pieces = position.pieces(cell).into_iter();
    pieces
        .map(|(owner, kind)| (owner.map(|owner| game.players[owner].clone()), game.kinds[kind].name.clone()))
        .collect()
}
