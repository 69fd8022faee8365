//! A line that shows a difference, with the boards it leads to.

use maud::{Markup, html};

use super::board::{Mark, position};
use super::figure::figure;
use crate::wire::{Changed, ClauseText, Witness};
use rulebook_insight::analysis::compare::Sides;
use rulebook_language::model::Game;
use rulebook_language::topology::CellId;

/// Actions that are named one by one.
const NAMED: usize = 12;

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
    html! {
        h3 { (witness.title()) }
        @if !witness.moves.is_empty() { p { "Moves: " code { (witness.moves.join(" ")) } } }
        div.row {
            @for side in 0..2 { @if let Some(drawn) = drawn(witness, sides, side) { (drawn) } }
        }
        @if let Some(change) = witness.change.and_then(|place| changes.get(place)) {
            p { "By " (change.section) " " (change.name) ":" }
            (said("A", change.a.as_ref()))
            (said("B", change.b.as_ref()))
        }
        @if let Some(refused) = &witness.refusal {
            p { (refused.by) ": " (refused.message) ". " (refused.label) " "
                @if let Some(place) = refused.clause.place() { span.soft.mono { (place) } } }
        }
    }
}

/// The position of one side, where what it alone allows is ringed.
fn drawn(witness: &Witness, sides: &Sides, side: usize) -> Option<Markup> {
    let prepared = if side == 0 { &sides.a.prepared } else { &sides.aligned };
    let only = if side == 0 { &witness.only_a } else { &witness.only_b };
    let cells = named(&prepared.game, only);
    let found = prepared.read(&witness.positions[side]).ok()?;
    let name = ["A", "B"][side];
    let title = format!("{name}: {}", witness.states[side]);
    let mark = |cell: CellId| if cells.contains(&cell) { Mark::Ring } else { Mark::None };
    let list = only.iter().take(NAMED).cloned().collect::<Vec<_>>().join(" ");
    let more = match only.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let ringed = if cells.is_empty() { "" } else { " (ringed)" };
    let caption = match only.is_empty() {
        true => title.clone(),
        false => format!("{title}. Only {name} allows {list}{more}{ringed}"),
    };
    Some(figure(&position(&found, &title, &caption, mark), &caption))
}

/// The cells that actions name.
fn named(game: &Game, texts: &[String]) -> Vec<CellId> {
    let is_named = |cell: &CellId| {
        let name = game.board.cell_name(*cell);
        texts.iter().any(|text| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == name))
    };
    game.board.cells().filter(is_named).collect()
}
