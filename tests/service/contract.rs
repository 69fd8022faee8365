//! The same script for the native engine and for WebAssembly: what the one answers is written to `target/service/contract.jsonl`,
//! and `.ci/wasm build` asks the other the same and compares byte by byte.

use std::io::Write;
use std::path::Path;

use rulebook_service::session::Session;
use serde_json::{Value, json};

use crate::{Asked, game, names, sample};

/// What is asked of every shipped game.
fn script() -> Vec<Value> {
    let mut asked = Asked::default();
    let ask = |method: &str, params: Value| json!({"method": method, "params": params});
    let mut script = vec![
        ask("about", json!({})),
        ask("gallery", json!({})),
        ask("gallery", json!({"name": "hex"})),
        ask("gallery", json!({"name": "none such"})),
        ask("lessons", json!({})),
        ask("explain", json!({"topic": "pick"})),
    ];
    for name in names() {
        let game = game(name);
        let loaded = asked.ask("load", json!({"game": game}));
        script.push(ask("load", json!({"game": game})));
        script.push(ask("format", json!({"text": game["text"]})));
        let [short, long] = [12, 400].map(|plies| sample(&mut asked, &game, 7, plies));
        script.push(ask("sample", json!({"game": game, "seed": 7, "plies": 12})));
        for line in [json!({"moves": []}), short.clone(), long] {
            script.push(ask("position", json!({"game": game, "line": line})));
            script.push(ask("test_block", json!({"game": game, "line": line, "name": "a line"})));
        }
        script.push(ask("trace", json!({"game": game, "line": short})));
        let cells = loaded["game"]["board"]["cells"].as_array().unwrap();
        for cell in [&cells[0], &cells[cells.len() / 2]] {
            script.push(ask(
                "why_not",
                json!({"game": game, "line": short, "cells": [cell["name"], cells[1.min(cells.len() - 1)]["name"]]}),
            ));
        }
        for definition in loaded["game"]["definitions"].as_array().unwrap() {
            script.push(ask("show", json!({"game": game, "line": short, "definition": definition["name"]})));
        }
        let position = asked.ask("position", json!({"game": game, "line": short}));
        script
            .push(ask("set_position", json!({"game": game, "cells": position["cells"], "player": 0, "counters": []})));
        script.push(ask("playouts", json!({"game": game, "games": 20, "seed": 3})));
        let early = sample(&mut asked, &game, 7, 1);
        script.push(ask("agent", json!({"game": game, "line": early, "agent": "mcts:32", "seed": 5})));
        script.push(ask("agent", json!({"game": game, "line": {}, "agent": "random", "seed": 5})));
        script.push(ask("perft", json!({"game": game, "depth": 2})));
        for offset in [40, 400] {
            for method in ["complete", "hover", "definition"] {
                script.push(ask(method, json!({"game": game, "offset": offset})));
            }
        }
        script.push(ask("tokens", json!({"text": game["text"]})));
        script.push(ask("sheet", json!({"game": game})));
        script.push(ask("rules", json!({"game": game})));
        script.push(ask("new", json!({"name": name, "title": "Mine"})));
        script.push(ask("tests", json!({"game": game})));
        // No page: one with plots that are drawn differs from one with their data.
        script.push(ask("measure", json!({"game": game, "games": 2, "seed": 2})));
    }
    for (name, other) in
        [("tic-tac-toe", json!({"variant": "Misère Tic-Tac-Toe"})), ("hex", json!({"options": {"pie": "off"}}))]
    {
        let (a, mut b) = (game(name), other);
        b["text"] = a["text"].clone();
        script.push(ask("compare", json!({"a": a, "b": b, "games": 8, "seed": 2})));
        script.push(ask("check", json!({"game": game(name), "effort": "quick"})));
        script.push(ask("wishes", json!({"game": game(name)})));
        let want = "score of seat 1 in 40..60 %, plies < 60";
        script.push(ask("explore", json!({"game": game(name), "want": want, "games": 300, "seed": 2, "best": 1})));
    }
    // A player is made the same everywhere: its digest is in the answer.
    let small = game("tic-tac-toe");
    script.push(ask("known_by", json!({"game": small})));
    script.push(ask("train", json!({"game": small, "games": 320, "seed": 2})));
    let few = json!({"game": small, "number": 2, "plies": [1, 5], "games": 32, "nodes": 1000, "seed": 2});
    script.push(ask("puzzle", few));
    script
}

#[test]
fn the_script_is_answered_and_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("service");
    std::fs::create_dir_all(&folder).unwrap();
    let mut file = std::io::BufWriter::new(std::fs::File::create(folder.join("contract.jsonl")).unwrap());
    let mut session = Session::default();
    let mut refused = Vec::new();
    for request in script() {
        let text = request.to_string();
        let reply = session.answer(&text, &mut ());
        if reply.starts_with("{\"error\"") {
            refused.push(format!("{} {}", request["method"], &reply[..reply.len().min(200)]));
        }
        // The request and its answer as they are, so that bytes are compared.
        writeln!(file, "{text}\n{reply}").unwrap();
    }
    file.flush().unwrap();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
