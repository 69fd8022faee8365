//! Whatever is asked, there is an answer or an error.

use rulebook_language::util::Rng;
use rulebook_service::session::Session;
use serde_json::{Value, json};

use crate::{game, names};

const METHODS: [&str; 37] = [
    "about",
    "gallery",
    "lessons",
    "new",
    "load",
    "position",
    "sample",
    "why_not",
    "trace",
    "show",
    "playouts",
    "agent",
    "tests",
    "test_block",
    "check",
    "format",
    "explain",
    "perft",
    "measure",
    "compare",
    "explore",
    "wishes",
    "known_by",
    "puzzle",
    "train",
    "replay",
    "set_position",
    "sheet",
    "rules",
    "complete",
    "hover",
    "definition",
    "references",
    "rename",
    "symbols",
    "folding",
    "tokens",
];

/// Something of any shape.
fn anything(rng: &mut Rng, depth: u32) -> Value {
    match rng.below(if depth == 0 { 8 } else { 10 }) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(rng.below(5)),
        3 => json!(-1),
        4 => json!(u64::MAX),
        5 => json!(1e300),
        6 => json!(["a1", "b2", "zz", "", "pass", "swap", "\u{1F600}", "a1-b2"][rng.below(8) as usize]),
        7 => json!("x".repeat(rng.below(400) as usize)),
        8 => (0..rng.below(4)).map(|_| anything(rng, depth - 1)).collect(),
        _ => json!({"cell": anything(rng, depth - 1), "pieces": anything(rng, depth - 1)}),
    }
}

/// Replaces something in it.
fn spoil(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Object(fields) if !fields.is_empty() && rng.below(4) > 0 => {
            let at = rng.below(fields.len() as u32) as usize;
            if let Some((_, field)) = fields.iter_mut().nth(at) {
                spoil(field, rng);
            }
        }
        Value::Array(list) if !list.is_empty() && rng.below(4) > 0 => {
            let at = rng.below(list.len() as u32) as usize;
            spoil(&mut list[at], rng);
        }
        Value::String(text) if !text.is_empty() && rng.below(3) > 0 => {
            let at = rng.below(text.chars().count() as u32) as usize;
            let cut: String = text.chars().enumerate().filter(|(place, _)| *place != at).map(|(_, c)| c).collect();
            *text = if rng.below(2) == 0 { cut } else { text.chars().take(at).collect() };
        }
        other => *other = anything(rng, 2),
    }
}

#[test]
fn random_requests_are_answered_or_refused() {
    // Most of the time goes into the few that are checks and measures: two halves at once.
    let halves: [[u32; 2]; 2] = std::thread::scope(|scope| {
        [11, 12].map(|seed| scope.spawn(move || random_requests(seed, 50))).map(|half| half.join().unwrap())
    });
    let [refused, answered] = [0, 1].map(|kind| halves.iter().map(|half| half[kind]).sum::<u32>());
    assert!(refused > 20 && answered > 20, "both kinds are tried: {halves:?}");
}

/// How many of so many random requests are refused, and how many answered.
fn random_requests(seed: u64, rounds: usize) -> [u32; 2] {
    let mut session = Session::default();
    let mut rng = Rng::new(seed);
    let games = ["tic-tac-toe", "clobber", "kalah", "nine-mens-morris"].map(game);
    let mut answers = [0, 0];
    for round in 0..rounds {
        let game = &games[rng.below(4) as usize];
        let mut request = json!({
            "method": METHODS[rng.below(METHODS.len() as u32) as usize],
            "params": {
                "game": game, "a": game, "b": game, "text": game["text"], "line": {"moves": ["a1", "b2"]}, "move": "a1", "cells": ["a1"],
                "definition": "mine", "games": 3, "seed": 1, "plies": 3, "depth": 2, "agent": "mcts:5", "topic": "move",
                "name": "n", "record": "{\"game\":\"x\",\"moves\":[\"a1\"]}", "player": 0, "counters": [], "effort": "quick", "offset": 77,
                "players": ["0a"], "from": "0a",
            },
        });
        for _ in 0..rng.below(3) {
            spoil(&mut request["params"], &mut rng);
        }
        let mut text = request.to_string();
        if round % 50 == 0 {
            text.truncate(rng.below(text.len() as u32) as usize / 4);
        }
        let reply: Value = serde_json::from_str(&session.answer(&text, &mut ())).expect("a reply is JSON");
        let is_answer = reply.get("answer").is_some();
        assert!(is_answer || reply["error"]["message"].is_string(), "{reply}");
        answers[usize::from(is_answer)] += 1;
    }
    answers
}

#[test]
fn what_is_too_large_is_refused() {
    let mut session = Session::default();
    let mut refused = |request: Value| {
        let reply: Value = serde_json::from_str(&session.answer(&request.to_string(), &mut ())).unwrap();
        assert!(reply["error"]["message"].is_string(), "{reply}");
    };
    let game = game("tic-tac-toe");
    refused(json!({"method": "load", "params": {"game": {"text": "x".repeat(7 << 20)}}}));
    refused(json!({"method": "load", "params": {"game": {"text": "x".repeat(20 << 20)}}}));
    refused(json!({"method": "position", "params": {"game": game, "line": {"moves": vec!["a1"; 20_000]}}}));
    refused(json!({"method": "sample", "params": {"game": game, "seed": 1, "plies": u32::MAX}}));
    refused(json!({"method": "playouts", "params": {"game": game, "seed": 1, "games": u64::MAX}}));
    refused(json!({"method": "agent", "params": {"game": game, "seed": 1, "agent": "mcts:4000000000"}}));
    refused(json!({"method": "perft", "params": {"game": game, "depth": 5000}}));
    refused(json!({"method": "why_not", "params": {"game": game, "cells": vec!["a1"; 1000]}}));
    refused(json!({"method": "nothing"}));
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(Session::default().answer(&deep, &mut ()).contains("error"));
}

#[test]
fn broken_sheets_have_findings_and_no_game() {
    let mut session = Session::default();
    let mut rng = Rng::new(5);
    for name in names() {
        let text = game(name)["text"].as_str().unwrap().to_owned();
        let cut: String = text.chars().take(rng.below(text.chars().count() as u32) as usize).collect();
        let request = json!({"method": "load", "params": {"game": {"text": cut}}}).to_string();
        let reply: Value = serde_json::from_str(&session.answer(&request, &mut ())).unwrap();
        let answer = &reply["answer"];
        assert!(!answer["game"].is_null() || !answer["findings"].as_array().unwrap().is_empty(), "{name}: {reply}");
        let units = cut.encode_utf16().count() as u64;
        for finding in answer["findings"].as_array().unwrap() {
            assert!(finding["span"]["end"].as_u64().is_none_or(|end| end <= units), "{name}: {finding}");
        }
    }
}
