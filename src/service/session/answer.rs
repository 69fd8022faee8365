//! From a request to its answer.

use serde::Deserialize;
use serde_json::{Value, json};

use super::host::Host;
use super::players::Players;
use super::refusal::{Answered, Refusal};
use super::request::{GameRef, OfGame, OfLine, params};
use super::sheets::Sheets;
use super::{
    agent, check, editor, explore, format, gallery, load, measure, numbers, perft, position, puzzle, replay, sample,
    set_position, show, tests, train, why,
};
use crate::rules::{markdown, prose};

/// The version of the protocol. Fields may be added within a version.
pub const PROTOCOL: u32 = 1;
/// The longest request.
const MAX_REQUEST: usize = 8 << 20;

/// Answers questions about rule sheets. Between them it remembers what it has checked, by its text, and the learned players that were
/// given to it, by their digests; and nothing else.
#[derive(Default)]
pub struct Session {
    sheets: Sheets,
    players: Players,
}

#[derive(Deserialize)]
struct Request {
    method: String,
    #[serde(default)]
    params: Value,
}

#[derive(Deserialize)]
struct OfText {
    text: String,
}

#[derive(Deserialize)]
struct OfTopic {
    topic: String,
}

impl Session {
    /// A session that shares learned players with others.
    pub fn sharing(players: Players) -> Self {
        Session { sheets: Sheets::default(), players }
    }

    /// Keeps the learned player of a file, which questions may then name by its digest: [`Players::hold`].
    pub fn hold(&mut self, bytes: &[u8]) -> String {
        self.players.hold(bytes)
    }

    /// The answer to a request, `{"method": .., "params": {..}}`: `{"answer": ..}` or `{"error": {"message": ..}}`.
    pub fn answer(&mut self, request: &str, host: &mut dyn Host) -> String {
        let reply = match self.asked(request, host) {
            Ok(answer) => json!({"answer": answer}),
            Err(refusal) => refusal.reply(),
        };
        reply.to_string()
    }

    fn asked(&mut self, request: &str, host: &mut dyn Host) -> Answered {
        if request.len() > MAX_REQUEST {
            return Err(Refusal::new(format!("the request is longer than {MAX_REQUEST} bytes")));
        }
        let read = serde_json::from_str::<Request>(request);
        let Request { method, params: asked } =
            read.map_err(|error| Refusal::new(format!("the request cannot be read: {error}")))?;
        let asked = if asked.is_null() { json!({}) } else { asked };
        let Session { sheets, players } = self;
        match method.as_str() {
            "about" => Ok(json!({"version": env!("CARGO_PKG_VERSION"), "protocol": PROTOCOL})),
            "gallery" => Ok(gallery::gallery(&params(asked)?)),
            "lessons" => Ok(gallery::lessons()),
            "new" => gallery::started(&params(asked)?),
            "load" => {
                let OfGame { game } = params(asked)?;
                let defaults = sheets.game(&GameRef { options: Default::default(), ..game.clone() })?;
                load::loaded(&*sheets.game(&game)?, &defaults)
            }
            "position" => {
                let OfLine { game, line } = params(asked)?;
                position::view(&*sheets.game(&game)?, &line)
            }
            "sample" => sample::sample(&params(asked)?, sheets),
            "format" => format::formatted(&params::<OfText>(asked)?.text),
            "explain" => format::explained(&params::<OfTopic>(asked)?.topic),
            "perft" => perft::count(&params(asked)?, sheets, host),
            "playouts" => numbers::playouts(&params(asked)?, sheets, host),
            "why_not" => why::answer(&params(asked)?, sheets),
            "trace" => why::traced(&params(asked)?, sheets),
            "show" => show::shown(&params(asked)?, sheets),
            "tests" => tests::results(&*sheets.game(&params::<OfGame>(asked)?.game)?),
            "test_block" => tests::block(&params(asked)?, sheets),
            "check" => check::checked(&params(asked)?, sheets, host),
            "measure" => measure::measured(&params(asked)?, sheets, players, host),
            "compare" => measure::compared(&params(asked)?, sheets, players, host),
            "explore" => explore::explored(&params(asked)?, sheets, host),
            "wishes" => explore::wishes(&params(asked)?, sheets),
            "replay" => replay::lines(&params(asked)?, sheets),
            "set_position" => set_position::notation(&params(asked)?, sheets),
            "agent" => agent::opinion(&params(asked)?, sheets, players, host),
            "known_by" => train::known_by(&params(asked)?, sheets),
            "puzzle" => puzzle::found(&params(asked)?, sheets, players, host),
            "train" => train::trained(&params(asked)?, sheets, players, host),
            "sheet" => {
                let sheet = sheets.game(&params::<OfGame>(asked)?.game)?;
                Ok(json!({"html": crate::report::sheet(&sheet.loaded, sheet.ready()?)}))
            }
            "rules" => {
                let sheet = sheets.game(&params::<OfGame>(asked)?.game)?;
                Ok(json!({"text": markdown(&prose(&sheet.loaded, sheet.ready()?))}))
            }
            "complete" | "hover" | "definition" | "references" | "rename" => editor::at(&method, &params(asked)?),
            "tokens" | "symbols" | "folding" => editor::of_text(&method, &params::<OfText>(asked)?.text),
            other => {
                let shown: String = other.chars().take(40).collect();
                Err(Refusal::new(format!("there is no method `{shown}`")))
            }
        }
    }
}
