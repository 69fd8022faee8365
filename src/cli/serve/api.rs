//! Questions to the engine: the answer comes in lines of JSON, what is known so far first. A client that goes away stops the
//! work, and so does the end of its time.
#![expect(clippy::disallowed_methods, reason = "the door to the clock")]

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rulebook_service::session::{Host, Players, Session};
use serde::Deserialize;
use serde_json::{Value, json};

use super::http::is_gone;
use super::respond::begin;
use super::training::{Made, Turn};

/// How often it is looked whether the client is there.
const LOOK: Duration = Duration::from_millis(50);
/// How often a client is told how far the work is.
const TELL: Duration = Duration::from_millis(100);
/// The longest that one question may take.
const MAX_SECONDS: f64 = 3600.0;
/// How many sessions are kept for questions that come one after another.
const MAX_KEPT: usize = 4;

/// Sessions that answer nothing at the moment. A question takes one, so that questions do not wait for each other.
#[derive(Default)]
pub struct Sessions {
    idle: Mutex<Vec<Session>>,
    /// Learned players that questions may name.
    pub players: Players,
    /// Those that trainings have made.
    pub made: Made,
    turn: Turn,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Limits {
    method: String,
    seconds: Option<f64>,
}

impl Sessions {
    /// Answers a question.
    ///
    /// # Errors
    /// If nobody reads the answer.
    pub fn answer(&self, stream: &mut TcpStream, request: &str) -> io::Result<()> {
        let asked = serde_json::from_str::<Limits>(request).unwrap_or_default();
        let seconds =
            asked.seconds.filter(|seconds| *seconds > 0.0).map_or(MAX_SECONDS, |seconds| seconds.min(MAX_SECONDS));
        begin(stream, "application/x-ndjson")?;
        let turn = (asked.method == "train").then(|| self.turn.take(stream));
        if matches!(turn, Some(None)) {
            let message = "another training goes on in this program: stop it, or wait until it has ended";
            return stream.write_all(format!("{}\n", json!({"error": {"message": message}})).as_bytes());
        }
        let mut session = self.idle().pop().unwrap_or_else(|| Session::sharing(self.players.clone()));
        let now = Instant::now();
        let ends = now + Duration::from_secs_f64(seconds);
        let mut host = Client { stream, sessions: self, ends, looked: now, told: None, is_gone: false };
        let answer = session.answer(request, &mut host);
        let is_gone = host.is_gone;
        let mut idle = self.idle();
        if idle.len() < MAX_KEPT {
            idle.push(session);
        }
        drop(idle);
        drop(turn);
        if is_gone { Ok(()) } else { stream.write_all(format!("{answer}\n").as_bytes()) }
    }

    /// The answer to a question that this program asks itself, in at most so long.
    ///
    /// # Errors
    /// What the engine says against it.
    pub fn asked(&self, question: &Value, longest: Duration) -> Result<Value, String> {
        let mut session = self.idle().pop().unwrap_or_else(|| Session::sharing(self.players.clone()));
        let mut host = Own { ends: Instant::now() + longest };
        let answer = session.answer(&question.to_string(), &mut host);
        let mut idle = self.idle();
        if idle.len() < MAX_KEPT {
            idle.push(session);
        }
        drop(idle);
        let mut answer: Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
        match answer.get_mut("answer") {
            Some(answer) => Ok(answer.take()),
            None => Err(answer["error"]["message"].as_str().unwrap_or("the engine gave no answer").to_owned()),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Session>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// This program itself.
struct Own {
    ends: Instant,
}

impl Host for Own {
    fn progress(&mut self, _: &Value) -> bool {
        Instant::now() < self.ends
    }
}

/// Who asked, over a connection.
struct Client<'s> {
    stream: &'s mut TcpStream,
    sessions: &'s Sessions,
    ends: Instant,
    looked: Instant,
    told: Option<Instant>,
    is_gone: bool,
}

impl Host for Client<'_> {
    fn progress(&mut self, value: &Value) -> bool {
        let now = Instant::now();
        if now >= self.ends {
            return false;
        }
        if now - self.looked >= LOOK {
            self.looked = now;
            self.is_gone = is_gone(self.stream);
        }
        if !self.is_gone && self.told.is_none_or(|told| now - told >= TELL) {
            self.told = Some(now);
            let line = format!("{}\n", json!({"progress": value}));
            self.is_gone = self.stream.write_all(line.as_bytes()).is_err();
        }
        !self.is_gone
    }

    fn give(&mut self, digest: &str, bytes: &[u8]) {
        self.sessions.made.keep(digest, bytes);
        // What was just made is asked for next.
        self.sessions.players.hold(bytes);
    }
}
