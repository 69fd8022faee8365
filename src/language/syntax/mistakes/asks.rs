//! Questions that are asked in another way: `no capture possible`, `c + north is off the board`.

use super::stop::{Mistake, Stop};
use crate::syntax::words::{Token, tokens};

/// What is wrong with a question.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    possible(stop).or_else(|| off_board(stop))
}

/// `no capture possible`, `capture is possible`: whether a move can be made.
fn possible(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let (rule, start) = match before.as_slice() {
        [.., no, rule] if stop.found == "possible" && ["no", "some"].contains(&no.text) => (rule.text, no.at),
        [.., rule, is] if stop.found == "possible" && is.text == "is" => (rule.text, rule.at),
        _ => return None,
    };
    let mistake = Mistake::help(how_to_ask(rule)).at(start, stop.end());
    Some(mistake.message("whether a move is possible is asked with `can`"))
}

/// What to write instead of a question whether a move is possible.
pub fn how_to_ask(rule: &str) -> String {
    format!("write `me can {rule}` for whether the player to act can, `nobody can {rule}` for whether no player can")
}

/// `a + north is off the board`, `c is outside the board`, `c is on the board`.
fn off_board(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let all: Vec<Token<'_>> = before.iter().copied().chain(tokens(stop.text, stop.at, stop.line_end())).collect();
    let from = before.len().saturating_sub(4);
    let words = ["off", "outside", "beyond", "on", "inside", "within", "in"];
    let place = (from..all.len().min(before.len() + 2)).find(|at| {
        let text = |at: usize| all.get(at).map_or("", |token| token.text);
        words.contains(&text(*at))
            && (text(at + 1) == "the" && text(at + 2) == "board" || text(*at) == "off" && text(at + 1) == "board")
    })?;
    let text = |at: usize| all.get(at).map_or("", |token| token.text);
    let board = if text(place + 1) == "board" { place + 1 } else { place + 2 };
    let is_off = ["off", "outside", "beyond"].contains(&text(place));
    let (mut start, mut negated) = (place, false);
    if start.checked_sub(1).is_some_and(|at| text(at) == "not") {
        (start, negated) = (start - 1, true);
    }
    if start.checked_sub(1).is_some_and(|at| text(at) == "is") {
        start -= 1;
    }
    let written = if is_off == negated { "in board" } else { "not in board" };
    let (first, last) = (all.get(start)?, all.get(board)?);
    let mistake = Mistake::help(format!("write `{written}`")).at(first.at, last.end());
    let message = format!(
        "whether a cell is on the board is asked with `in`, and `{}` is no set",
        stop.written(all.get(place)?.at, last.end())
    );
    Some(mistake.message(message).guess(first.at, last.end(), written))
}
