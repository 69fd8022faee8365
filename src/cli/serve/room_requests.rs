//! What is asked about rooms: by the host, who has the token, and by whoever has the link of one.

use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::connection::{Done, Server};
use super::guard::Guard;
use super::http::{Refused, Request, is_gone};
use super::respond;
use super::room::{Claim, News, Room, Sent};

/// The longest request for a room, but for that which opens it.
const MAX_REQUEST: usize = 256 << 10;
/// The longest request that opens one.
const MAX_OPENING: usize = 8 << 20;
/// How often it is looked whether somebody who looks on is there.
const LOOK: Duration = Duration::from_millis(500);
/// After how many looks without news something is sent, for whoever stands between.
const QUIET: u32 = 20;
/// What may be asked of the engine in a room: about its game, and no long work.
const METHODS: [&str; 6] = ["about", "load", "position", "why_not", "rules", "explain"];
/// How many seconds one of these may take.
const SECONDS: f64 = 10.0;

#[derive(Deserialize)]
struct Opening {
    game: Value,
    start: Option<String>,
}

#[derive(Deserialize)]
struct Question {
    method: String,
    #[serde(default)]
    params: Value,
}

#[derive(Deserialize)]
struct Freed {
    seat: usize,
}

impl Server {
    /// Answers a request about the rooms: `rest` is the path behind `/rooms`.
    pub fn rooms(&self, guard: &Guard, rest: &str, request: &mut Request, stream: &mut TcpStream) -> Done {
        let method = request.method.clone();
        let (name, what) = rest.trim_start_matches('/').split_once('/').unwrap_or((rest.trim_start_matches('/'), ""));
        match (method.as_str(), name, what) {
            ("GET", "", "") => {
                guard.authorize(request)?;
                let told = |(name, room): (String, std::sync::Arc<Room>)| {
                    let mut told = room.told();
                    told["id"] = json!(name);
                    told["link"] = json!(self.room_link(&name));
                    told
                };
                let rooms: Value = self.rooms.list().into_iter().map(told).collect();
                Ok(respond::json(stream, 200, &json!({"rooms": rooms, "network": self.network.is_some()})))
            }
            ("POST", "", "") => {
                guard.authorize(request)?;
                let Opening { game, start } = read(&request.body(stream, MAX_OPENING)?)?;
                let name = self.rooms.open(game, start, &self.sessions)?;
                Ok(respond::json(stream, 201, &json!({"id": name, "link": self.room_link(&name)})))
            }
            ("DELETE", name, "") => {
                guard.authorize(request)?;
                self.rooms.close(name)?;
                Ok(respond::json(stream, 200, &json!({"closed": name})))
            }
            ("DELETE", name, "seat") => {
                guard.authorize(request)?;
                let Freed { seat } = read(&request.body(stream, MAX_REQUEST)?)?;
                let room = self.rooms.find(name)?;
                let now = room.leave(seat, None, |kept| self.rooms.keep(name, kept))?;
                Ok(respond::json(stream, 200, &now))
            }
            ("GET", name, "") => {
                let room = self.rooms.find(name)?;
                let _turn = self.rooms.work()?;
                Ok(respond::json(stream, 200, &room.whole(&self.sessions)))
            }
            ("GET", name, "events") => {
                let room = self.rooms.find(name)?;
                Ok(self.watch(&room, stream))
            }
            ("POST", name, "seat") => {
                let room = self.rooms.find(name)?;
                let claim: Claim = read(&request.body(stream, MAX_REQUEST)?)?;
                let now = room.claim(&claim, |kept| self.rooms.keep(name, kept))?;
                Ok(respond::json(stream, 200, &now))
            }
            ("POST", name, "leave") => {
                let room = self.rooms.find(name)?;
                let claim: Claim = read(&request.body(stream, MAX_REQUEST)?)?;
                let now = room.leave(claim.seat, Some(&claim), |kept| self.rooms.keep(name, kept))?;
                Ok(respond::json(stream, 200, &now))
            }
            ("POST", name, "move") => {
                let room = self.rooms.find(name)?;
                let sent: Sent = read(&request.body(stream, MAX_REQUEST)?)?;
                let _turn = self.rooms.work()?;
                let now = room.play(&sent, &self.sessions, |kept| self.rooms.keep(name, kept))?;
                Ok(respond::json(stream, 200, &now))
            }
            ("POST", name, "api") => {
                let room = self.rooms.find(name)?;
                let question = asked(&room, read(&request.body(stream, MAX_REQUEST)?)?)?;
                let _turn = self.rooms.work()?;
                Ok(self.sessions.answer(stream, &question))
            }
            _ => Err(Refused::new(405, "this cannot be done in a room")),
        }
    }

    /// The link that leads others to a room.
    fn room_link(&self, name: &str) -> String {
        format!("{}?room={name}", self.network.as_ref().unwrap_or(&self.here))
    }

    /// Tells of every change, until whoever looks on goes away or the room is closed.
    fn watch(&self, room: &Room, stream: &mut TcpStream) -> io::Result<()> {
        respond::begin(stream, "text/event-stream")?;
        stream.write_all(b"retry: 1000\n\n")?;
        let mut watcher = room.enter();
        let mut quiet = 0;
        while !is_gone(stream) {
            match watcher.wait(LOOK, &self.sessions) {
                Some(News::Now(now)) => stream.write_all(format!("event: room\ndata: {now}\n\n").as_bytes())?,
                Some(News::Closed) => return stream.write_all(b"event: closed\ndata: {}\n\n"),
                None => {
                    quiet += 1;
                    if quiet % QUIET == 0 {
                        stream.write_all(b":\n\n")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The question that is put to the engine: about the rules of the room, and of a line that was played in it.
fn asked(room: &Room, question: Question) -> Result<String, Refused> {
    let Question { method, params } = question;
    if !METHODS.contains(&method.as_str()) {
        return Err(Refused::new(
            403,
            format!("in a room nobody may ask for `{}`", method.escape_debug().take(40).collect::<String>()),
        ));
    }
    let line: Vec<String> = match params.pointer("/line/moves") {
        Some(moves) => serde_json::from_value(moves.clone()).map_err(|error| Refused::new(400, error.to_string()))?,
        None => Vec::new(),
    };
    let mut asked = json!({});
    if method != "about" && method != "explain" {
        let (game, line) = room.question(&line)?;
        asked["game"] = game;
        asked["line"] = line;
    }
    for name in ["move", "cells", "topic"] {
        if let Some(value) = params.get(name) {
            asked[name] = value.clone();
        }
    }
    Ok(json!({"method": method, "params": asked, "seconds": SECONDS}).to_string())
}

fn read<T: DeserializeOwned>(body: &str) -> Result<T, Refused> {
    serde_json::from_str(body).map_err(|error| Refused::new(400, format!("the request cannot be read: {error}")))
}
