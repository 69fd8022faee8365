//! The page of puzzles, to be solved on it where scripts run; where they do not, the boards are pictures and the solutions stand at the end.

use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value, json};

use super::board::{Mark, position as drawn};
use super::page::{Section, page};
use crate::view::{self, with};
use crate::wire::{Action, OtherAction, Puzzle, Puzzles};
use rulebook_insight::library::Prepared;
use rulebook_play::engine::Position;

/// The page of puzzles of a game.
pub fn puzzles(found: &Puzzles, prepared: &Prepared) -> String {
    let options: Vec<String> = found.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let lead = html! {
        p.lead { @if !options.is_empty() { span.mono { (options.join(" ")) } ": " }
            "in each position one action wins by force, and no other does. Play it on the board, or choose it from the list." }
        @if found.puzzles.is_empty() { p { (found.looked()) } }
    };
    let mut sections: Vec<Section> = Vec::new();
    for (place, puzzle) in found.puzzles.iter().enumerate() {
        let Some(body) = section(puzzle, prepared) else { continue };
        sections.push(Section::new(&format!("puzzle-{}", place + 1), &format!("Puzzle {}", place + 1), body));
    }
    if !found.puzzles.is_empty() {
        sections.push(Section::new("solutions", "Solutions", solutions(found)));
    }
    sections.push(Section::new("about", "About these puzzles", about(found)));
    page(&format!("{}: puzzles", found.game), &lead, &sections)
}

fn section(puzzle: &Puzzle, prepared: &Prepared) -> Option<Markup> {
    let mut position = prepared.read(&puzzle.position).ok()?;
    let task = puzzle.task();
    let legal = Action::legal(&mut position).ok()?;
    let texts: Vec<String> = legal.iter().map(|action| action.text.clone()).collect();
    let others: Map<String, Value> = puzzle
        .others
        .iter()
        .filter_map(|other| Some((other.action.clone(), answered(puzzle, other, &position)?)))
        .collect();
    let to_act = json!({"seat": position.seat_to_act(), "player": position.role_to_act().0, "moves": []});
    let data = json!({"legal": legal, "toAct": to_act, "right": right(puzzle, &position)?, "others": others});
    // No text of a game ends the script.
    let data = data.to_string().replace('<', "\\u003c");
    Some(html! {
        div.puzzle {
            p { (task) "." }
            (drawn(&position, "The position", &task, |_| Mark::None, &[]))
            form hidden {
                label { "Action: " select name="action" { @for text in &texts { option { (text) } } } }
                " " button type="submit" { "Play" }
            }
            output {}
            div.steps hidden role="group" aria-label="Try again, or look at the line" {
                @for (sign, name) in [("Try again", ""), ("◀", "Back"), ("▶", "Forward"), ("Show the solution", "")] {
                    @if name.is_empty() { button type="button" { (sign) } }
                    @else { button type="button" aria-label=(name) title=(name) { (sign) } }
                }
            }
            script.answers type="application/json" { (PreEscaped(data)) }
        }
    })
}

/// The positions of the winning line, with what is said of each.
fn right(puzzle: &Puzzle, start: &Position) -> Option<Vec<Value>> {
    let mut position = start.clone();
    let mut found = Vec::new();
    for (place, text) in puzzle.line.iter().enumerate() {
        let action = position.find(text).ok()?;
        position.play_unchecked(&action).ok()?;
        let played = puzzle.line[..=place].join(" ");
        let says = match place {
            0 => format!("Right: {}.", puzzle.solution()),
            _ if place + 1 == puzzle.line.len() => format!("{played}: {} has won.", puzzle.to_act.role),
            _ => played,
        };
        found.push(json!({"text": text, "says": says, "position": change(start, &position)}));
    }
    Some(found)
}

/// What is answered to an action that does not win, with what is said of it.
fn answered(puzzle: &Puzzle, other: &OtherAction, start: &Position) -> Option<Value> {
    let mut position = start.clone();
    for text in std::iter::once(&other.action).chain(&other.reply) {
        let action = position.find(text).ok()?;
        position.play_unchecked(&action).ok()?;
    }
    Some(json!({"text": other.action, "says": puzzle.refuted(other), "position": change(start, &position)}))
}

/// What is drawn otherwise than in another position.
fn change(before: &Position, after: &Position) -> Value {
    let (before, mut after) = (view::position(before), view::position(after));
    let cells = |view: &Value| view["cells"].as_array().cloned().unwrap_or_default();
    let changed = cells(&before).into_iter().zip(cells(&after)).enumerate().filter(|(_, (was, is))| was != is);
    let changed: Map<String, Value> = changed.map(|(place, (_, is))| (place.to_string(), is)).collect();
    if let Some(fields) = after.as_object_mut() {
        fields.retain(|name, value| before[name.as_str()] != *value);
    }
    with(after, json!({"cells": changed}))
}

fn solutions(found: &Puzzles) -> Markup {
    html! {
        details {
            summary { "Show all solutions" }
            ol { @for puzzle in &found.puzzles {
                li { strong { (puzzle.action.text) } " " (puzzle.wins()) ", by " (puzzle.theme.clause_text) "; " (puzzle.alone()) ". "
                    "The line: " code { (puzzle.line.join(" ")) } ". "
                    span.soft { (puzzle.theme.told()) "; missed by " span.mono { (found.missed_by) } " in " (puzzle.missed) " of "
                        (found.tries) " tries." } }
            } }
        }
    }
}

fn about(found: &Puzzles) -> Markup {
    html! {
        p { (found.looked()) }
        p { "The winning action and its number of plies are proved by looking at all answers; of the other actions what is proved is said "
            "with each solution. Nothing is known of positions before the one that is drawn: repetitions count from there. "
            "docs/puzzle.md says more." }
        p.soft.mono { (found.program) }
    }
}
