//! The shortest game that somebody won, with its last position.

use maud::{Markup, html};

use super::board::position;
use super::figure::figure;
use super::step::Step;
use crate::wire::DecisiveLine;
use rulebook_insight::library::Prepared;

/// A game with its last position; `name` says of which game.
pub fn line(found: &DecisiveLine, name: &str, prepared: &Prepared) -> Markup {
    let Some(drawn) = last(found, name, prepared) else { return html! {} };
    html! {
        div.line {
            (drawn)
            p { "The moves: " code { @for (ply, text) in found.moves.iter().enumerate() {
                @if ply > 0 { " " } span.ply { (ply + 1) ". " (text) }
            } } }
        }
    }
}

fn last(found: &DecisiveLine, name: &str, prepared: &Prepared) -> Option<Markup> {
    let mut before = prepared.start();
    let (last, moves) = found.moves.split_last()?;
    for text in moves {
        let action = before.find(text).ok()?;
        before.play_unchecked(&action).ok()?;
    }
    let mut step = Step::new(&before, last);
    let after = step.after.take()?;
    let caption = format!(
        "{name}: the shortest won game seen, {} plies, number {} of the run. After `{last}`: {}.",
        found.plies, found.index, found.result
    );
    let says = caption.replace('`', "");
    let marks = |cell| {
        // What was put down would hide behind its mark.
        let mark = step.marks.get(&cell).copied().unwrap_or_default();
        if mark == super::board::Mark::Placed { super::board::Mark::Ring } else { mark }
    };
    Some(figure(&position(&after, &format!("{name}: shortest won game"), &says, marks, &step.arrows), &caption))
}
