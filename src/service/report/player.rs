//! A line of play that is stepped through on a board, where scripts run.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use crate::view::{self, with};
use rulebook_play::engine::Position;

/// What goes through the positions; it comes after the program of the boards.
pub const PLAYER: &str = r#"
for (const player of document.querySelectorAll(".player")) {
  const board = player.querySelector("rulebook-board"), steps = player.querySelector(".steps");
  const { positions, moves } = JSON.parse(player.querySelector(".line").textContent);
  const [first, back, forward, last] = steps.querySelectorAll("button"), said = steps.querySelector("output");
  const { overlay } = board, end = positions.length - 1;
  let at = end;
  const go = (to) => {
    at = Math.max(0, Math.min(to, end));
    Object.assign(board, { position: positions[at], overlay: at === end ? overlay : null });
    said.textContent = at ? `${at}. ${moves[at - 1]}` : "the start";
    first.disabled = back.disabled = at === 0;
    forward.disabled = last.disabled = at === end;
  };
  [[first, () => 0], [back, () => at - 1], [forward, () => at + 1], [last, () => end]].forEach(([button, to]) => button.addEventListener("click", () => go(to())));
  steps.hidden = false;
  go(end);
}
"#;

/// A board that shows the last of these positions, with buttons to go through them: the start, and one after each move.
pub fn player(drawn: &Markup, positions: &[Position], moves: &[String]) -> Markup {
    if positions.len() < 2 {
        return drawn.clone();
    }
    // Nothing can be played here.
    let still =
        |at: &Position| with(view::position(at), json!({"toAct": null, "legal": [], "ended": null, "plies": []}));
    let positions: Vec<Value> = positions.iter().map(still).collect();
    // No text of a game ends the script.
    let data = json!({"positions": positions, "moves": moves}).to_string().replace('<', "\\u003c");
    html! {
        div.player {
            (drawn)
            div.steps hidden role="group" aria-label="Line of play" {
                @for (sign, name) in [("|◀", "To the start"), ("◀", "Back"), ("▶", "Forward"), ("▶|", "To the end")] {
                    button type="button" aria-label=(name) title=(name) { (sign) }
                }
                output {}
            }
            script.line type="application/json" { (PreEscaped(data)) }
        }
    }
}
