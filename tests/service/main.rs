//! The session: what a page and an editor ask about rule sheets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop")]
#![allow(clippy::disallowed_methods, reason = "a test may write files")]

mod contract;
mod hostile;
mod laws;
mod learned;
mod methods;
mod rules;

use rulebook_insight::library::SHIPPED;
use rulebook_service::session::{Host, Session};
use serde_json::{Value, json};

/// A session that is asked by name.
#[derive(Default)]
struct Asked(Session);

impl Asked {
    fn reply(&mut self, method: &str, params: &Value) -> Value {
        let text = self.0.answer(&json!({"method": method, "params": params}).to_string(), &mut ());
        serde_json::from_str(&text).expect("a reply is JSON")
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let mut reply = self.reply(method, &params);
        assert!(reply.get("answer").is_some(), "{method}: {reply}");
        reply["answer"].take()
    }
}

/// A host that stops after being told so often.
struct Stops(usize, Vec<Value>);

impl Host for Stops {
    fn progress(&mut self, value: &Value) -> bool {
        self.1.push(value.clone());
        self.1.len() < self.0
    }
}

/// A shipped game.
fn game(name: &str) -> Value {
    json!({"text": SHIPPED.iter().find(|shipped| shipped.name() == name).expect("a shipped game").text})
}

fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.name())
}

/// A line of random moves of a game.
fn sample(asked: &mut Asked, game: &Value, seed: u64, plies: u32) -> Value {
    asked.ask("sample", json!({"game": game, "seed": seed, "plies": plies}))
}
