//! A connection: one request, and its answer.

use std::io;
use std::net::{Shutdown, TcpStream};

use rulebook_insight::agents::MAX_PLAYER_BYTES;
use rulebook_language::syntax::MAX_FILE_BYTES;
use serde::Deserialize;
use serde_json::json;

use super::api::Sessions;
use super::files::Files;
use super::guard::Guard;
use super::http::{Refused, Request, decoded, drain};
use super::rooms::Rooms;
use super::{respond, watch};
use crate::page_files::{BUILD_PAGE, ENGINE_NAME, INDEX, find, media_type};

/// The longest question: some rule sheets with what is asked of them.
const MAX_QUESTION: usize = 8 << 20;
/// The longest rule sheet that is saved, in a text of JSON that may write every character with six.
const MAX_SAVED: usize = 6 * MAX_FILE_BYTES + 4096;

/// What every connection shares.
pub struct Server {
    /// What was opened.
    pub files: Option<Files>,
    /// Who answers.
    pub sessions: Sessions,
    /// A shipped game that was named instead of a file.
    pub shipped: Option<&'static str>,
    /// The games of people.
    pub rooms: Rooms,
    /// The address of the page on this machine.
    pub here: String,
    /// The address at which others on the network find the rooms.
    pub network: Option<String>,
}

#[derive(Deserialize)]
struct Saved {
    text: String,
    version: Option<String>,
}

/// What is to be done with an answer that is written by others already.
pub type Done = Result<io::Result<()>, Refused>;

impl Server {
    /// Answers what comes over a connection, and closes it.
    pub fn connection(&self, mut stream: TcpStream, guard: &Guard) {
        let answered = match Request::read(&mut stream) {
            Ok(mut request) => self.request(guard, &mut request, &mut stream),
            Err(refused) => Err(refused),
        };
        if let Err(refused) = answered
            && respond::refused(&mut stream, &refused).is_ok()
        {
            // What the client still sends is not read; without an end of our side it would be told of an error instead.
            let _ = stream.shutdown(Shutdown::Write);
            drain(&mut stream);
        }
    }

    fn request(&self, guard: &Guard, request: &mut Request, stream: &mut TcpStream) -> Done {
        guard.admit(request)?;
        let path = decoded(&request.path).ok_or_else(|| Refused::new(400, "the path cannot be read"))?;
        let method = request.method.clone();
        if let Some(rest) = path.strip_prefix("/rooms").filter(|rest| rest.is_empty() || rest.starts_with('/')) {
            return self.rooms(guard, rest, request, stream);
        }
        if let ("GET", Some(digest)) = (method.as_str(), path.strip_prefix("/players/")) {
            guard.authorize(request)?;
            let gone = || Refused::new(404, "no player of this digest was made, or it was forgotten");
            let file = self.sessions.made.get(digest).ok_or_else(gone)?;
            return Ok(respond::whole(stream, 200, "application/octet-stream", &file));
        }
        if let Some(name) = path.strip_prefix("/files/") {
            guard.authorize(request)?;
            return self.file(&method, name, request, stream);
        }
        match (method.as_str(), path.as_str()) {
            ("POST", "/api") => {
                guard.authorize(request)?;
                let question = request.body(stream, MAX_QUESTION)?;
                Ok(self.sessions.answer(stream, &question))
            }
            ("PUT", "/players") => {
                guard.authorize(request)?;
                let file = request.bytes(stream, MAX_PLAYER_BYTES as usize)?;
                Ok(respond::whole(stream, 200, "application/json", self.sessions.players.hold(&file).as_bytes()))
            }
            ("GET", "/files") => {
                guard.authorize(request)?;
                Ok(respond::json(stream, 200, &self.listed()))
            }
            ("GET", "/events") => {
                guard.authorize(request)?;
                Ok(watch::watch(stream, self.files()?))
            }
            ("GET", "/" | "/index.html") => {
                let token = match request.asked("room") {
                    Some(_) => None,
                    None => {
                        guard.authorize(request)?;
                        guard.token()
                    }
                };
                let page = find(INDEX).ok_or_else(|| {
                    Refused::new(
                        404,
                        format!("this program was built without its page: run `{BUILD_PAGE}` and build it again"),
                    )
                })?;
                Ok(respond::whole(stream, 200, media_type(INDEX), index(page, token).as_bytes()))
            }
            ("GET", path) => {
                let name = path.trim_start_matches('/');
                let file = find(name).ok_or_else(|| Refused::new(404, "there is nothing of this name"))?;
                Ok(respond::whole(stream, 200, media_type(name), file))
            }
            _ => Err(Refused::new(405, "this cannot be done here")),
        }
    }

    fn files(&self) -> Result<&Files, Refused> {
        self.files.as_ref().ok_or_else(|| Refused::new(404, "no folder was opened"))
    }

    /// The files that can be opened, and which one to begin with.
    fn listed(&self) -> serde_json::Value {
        let files = self.files.iter().flat_map(Files::snapshot).map(|(name, ..)| name);
        json!({
            "folder": self.files.as_ref().map(|files| files.root().display().to_string()),
            "files": files.collect::<Vec<_>>(),
            "open": self.files.as_ref().and_then(Files::only),
            "shipped": self.shipped,
        })
    }

    fn file(&self, method: &str, name: &str, request: &mut Request, stream: &mut TcpStream) -> Done {
        let files = self.files()?;
        match method {
            "GET" => {
                let sheet = files.read(name)?;
                Ok(respond::json(stream, 200, &json!({"path": name, "text": sheet.text, "version": sheet.version})))
            }
            "PUT" => {
                let body = request.body(stream, MAX_SAVED)?;
                let saved: Saved = serde_json::from_str(&body)
                    .map_err(|error| Refused::new(400, format!("the text to save cannot be read: {error}")))?;
                if saved.text.len() > MAX_FILE_BYTES {
                    return Err(Refused::new(413, format!("a rule sheet has at most {MAX_FILE_BYTES} bytes")));
                }
                let version = files.save(name, &saved.text, saved.version.as_deref())?;
                Ok(respond::json(stream, 200, &json!({"path": name, "version": version})))
            }
            _ => Err(Refused::new(405, "a file can be read and saved")),
        }
    }
}

/// The page, told who answers it: with the token this server, else the room that its address names.
fn index(page: &[u8], token: Option<&str>) -> String {
    let page = String::from_utf8_lossy(page);
    let engine = match token {
        Some(token) => format!("content=\"server\" data-token=\"{token}\""),
        None => "content=\"room\"".to_owned(),
    };
    // This program answers: the page need not fetch an engine.
    let page: String = page.split_inclusive('\n').filter(|line| !line.contains(ENGINE_NAME)).collect();
    page.replacen("<head>", &format!("<head>\n  <meta name=\"rulebook-engine\" {engine}>"), 1)
}
