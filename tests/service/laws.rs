//! What holds of every position of every shipped game.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{Asked, game, names, sample};

/// Does an effect to the contents of cells; whether it could be done.
fn apply(cells: &mut [Vec<Value>], effect: &Value) {
    let at = |name: &str| effect[name].as_u64().unwrap() as usize;
    let list = |name: &str| effect[name].as_array().unwrap().clone();
    match effect["type"].as_str().unwrap() {
        "put" => cells[at("cell")].push(effect["piece"].clone()),
        "remove" => assert_eq!(cells[at("cell")].pop().as_ref(), Some(&effect["piece"]), "{effect}"),
        "replace" => {
            assert_eq!(cells[at("cell")], list("before"), "{effect}");
            cells[at("cell")] = list("after");
        }
        "move" => {
            let pieces = list("pieces");
            let from = &mut cells[at("from")];
            // Of an exchange, what came may lie on it.
            let place = (0..=from.len() - pieces.len()).rev().find(|place| from[*place..].starts_with(&pieces));
            let place = place.unwrap_or_else(|| panic!("{effect}"));
            from.drain(place..place + pieces.len());
            cells[at("to")].extend(pieces);
        }
        other => panic!("{other}"),
    }
}

fn contents(position: &Value) -> Vec<Vec<Value>> {
    position["cells"].as_array().unwrap().iter().map(|cell| cell["pieces"].as_array().unwrap().clone()).collect()
}

#[test]
fn actions_have_picks_of_their_own_and_effects_make_the_position() {
    let mut asked = Asked::default();
    for name in names() {
        let game = game(name);
        let loaded = asked.ask("load", json!({"game": game}));
        let count = loaded["game"]["board"]["cells"].as_array().unwrap().len();
        for seed in 1..=3 {
            let line = sample(&mut asked, &game, seed, 30);
            let moves = line["moves"].as_array().unwrap();
            let mut before = asked.ask("position", json!({"game": game, "line": {"moves": []}}));
            for ply in (1..=moves.len()).step_by(if count > 100 { 5 } else { 1 }) {
                if ply > 1 {
                    before = asked.ask("position", json!({"game": game, "line": {"moves": moves[..ply - 1]}}));
                }
                let after = asked.ask("position", json!({"game": game, "line": {"moves": moves[..ply]}}));
                let mut made = contents(&before);
                after["effects"].as_array().unwrap().iter().for_each(|effect| apply(&mut made, effect));
                assert_eq!(made, contents(&after), "{name} {seed} {ply} {} {}", moves[ply - 1], after["effects"]);
                let legal = before["legal"].as_array().unwrap();
                let unique: BTreeSet<String> = legal
                    .iter()
                    .map(|action| format!("{} {} {}", action["type"], action["move"], action["picks"]))
                    .collect();
                assert_eq!(unique.len(), legal.len(), "{name} {seed} {ply}");
                assert!(legal.iter().any(|action| action["text"] == moves[ply - 1]), "{name}: what is played is legal");
                for (index, action) in legal.iter().enumerate() {
                    assert_eq!(action["index"], index);
                    for pick in action["picks"].as_array().unwrap() {
                        assert!(pick["cell"].as_u64().is_none_or(|cell| (cell as usize) < count), "{name} {pick}");
                    }
                }
            }
        }
    }
}

/// Lines are followed from the one before; another session has followed none.
#[test]
fn a_position_is_that_of_its_line_whatever_was_asked_before() {
    for name in names().step_by(4) {
        let (mut asked, game) = (Asked::default(), game(name));
        let line = |asked: &mut Asked, seed: u64| sample(asked, &game, seed, 12)["moves"].as_array().unwrap().clone();
        let (first, second) = (line(&mut asked, 1), line(&mut asked, 2));
        let middle = first.len() / 2;
        let cut = [&first[..middle], &[json!("no such move")], &first[middle..]].concat();
        let start =
            asked.ask("position", json!({"game": game, "line": {"moves": first[..middle]}}))["notation"].clone();
        let lines = [
            json!({"moves": first}),
            json!({"moves": first[..middle]}),
            json!({"moves": second}),
            json!({"moves": []}),
            json!({"moves": cut}),
            json!({"moves": first}),
            json!({"start": start, "moves": []}),
            json!({"moves": first[..first.len().saturating_sub(1)]}),
        ];
        let here: Vec<Value> =
            lines.iter().map(|line| asked.ask("position", json!({"game": game, "line": line}))).collect();
        // The same lines, each after one that has nothing to do with it.
        let mut other = Asked::default();
        for (line, here) in lines.iter().zip(here) {
            other.ask("position", json!({"game": game, "line": {"start": start, "moves": []}}));
            assert_eq!(other.ask("position", json!({"game": game, "line": line})), here, "{name} {line}");
        }
    }
}

#[test]
fn texts_are_those_of_moves() {
    use rulebook_insight::library::{find, load};
    let mut asked = Asked::default();
    for name in names() {
        let game = game(name);
        let line = sample(&mut asked, &game, 4, 9);
        let found = asked.ask("position", json!({"game": game, "line": line}));
        let mut position = load(name, find(name).unwrap().text).prepare(None, &[]).0.unwrap().start();
        for text in line["moves"].as_array().unwrap() {
            let action = position.find(text.as_str().unwrap()).unwrap();
            position.play(&action).unwrap();
        }
        let over = position.outcome().unwrap().is_some();
        let written: Vec<String> = if over {
            Vec::new()
        } else {
            position.listed().unwrap().iter().map(|action| position.written(action)).collect()
        };
        let texts: Vec<&str> =
            found["legal"].as_array().unwrap().iter().map(|action| action["text"].as_str().unwrap()).collect();
        assert_eq!(texts, written, "{name}");
    }
}

#[test]
fn clicks_of_a_legal_action_are_legal_and_positions_read_back() {
    let mut asked = Asked::default();
    for name in names() {
        let game = game(name);
        let loaded = asked.ask("load", json!({"game": game}));
        let cells = loaded["game"]["board"]["cells"].as_array().unwrap();
        let line = sample(&mut asked, &game, 2, 6);
        let found = asked.ask("position", json!({"game": game, "line": line}));
        for action in found["legal"].as_array().unwrap().iter().step_by(17) {
            let picks = action["picks"].as_array().unwrap();
            let clicked: Vec<&Value> =
                picks.iter().filter_map(|pick| Some(&cells[pick["cell"].as_u64()? as usize]["name"])).collect();
            if clicked.is_empty() || clicked.len() < picks.len() {
                continue;
            }
            let why = asked.ask("why_not", json!({"game": game, "line": line, "cells": clicked}));
            assert_eq!(why["legal"], true, "{name} {action}: {why}");
        }
        let read = asked.ask("position", json!({"game": game, "line": {"start": found["notation"], "moves": []}}));
        assert_eq!((&read["cells"], &read["notation"]), (&found["cells"], &found["notation"]), "{name}");
        let set = json!({"game": game, "cells": found["cells"], "player": 0, "counters": found["counters"]});
        let set = asked.ask("set_position", set);
        let read = asked.ask("position", json!({"game": game, "line": {"start": set["notation"]}}));
        assert_eq!(read["cells"], found["cells"], "{name}");
    }
}

/// Whatever two cells are clicked: a refusal has a reason with a place, or it is legal.
#[test]
fn a_refused_click_has_a_reason() {
    let mut asked = Asked::default();
    for name in names() {
        let game = game(name);
        let loaded = asked.ask("load", json!({"game": game}));
        let cells = loaded["game"]["board"]["cells"].as_array().unwrap();
        let line = sample(&mut asked, &game, 3, 5);
        for (a, b) in (0..cells.len()).step_by(13).zip((0..cells.len()).rev().step_by(7)) {
            for clicked in [vec![&cells[a]["name"]], vec![&cells[a]["name"], &cells[b]["name"]]] {
                let why = asked.ask("why_not", json!({"game": game, "line": line, "cells": clicked}));
                let reason = &why["reasons"][0]["finding"];
                assert!(reason["message"].is_string(), "{name}: {why}");
                assert!(reason["span"]["start"].as_u64() <= reason["span"]["end"].as_u64(), "{name}: {why}");
            }
        }
    }
}
