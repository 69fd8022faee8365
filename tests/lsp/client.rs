//! A client that keeps its own texts, as an editor does: it applies edits by itself, and counts columns by itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use lsp_server::{Message, Notification, Request, Response};
use rulebook_lsp::{Files, NoFiles, Server};
use rulebook_service::session::Session;
use serde_json::{Value, json};

/// A client with its server.
pub struct Client {
    pub server: Server,
    pub texts: BTreeMap<String, String>,
    /// What was published last of each text.
    pub findings: BTreeMap<String, Vec<Value>>,
    /// What the server said besides.
    pub said: Vec<Message>,
    utf8: bool,
    version: i32,
    asked: i32,
}

impl Client {
    pub fn new(utf8: bool) -> Self {
        Client::with(utf8, Arc::new(NoFiles), json!({}))
    }

    pub fn with(utf8: bool, files: Arc<dyn Files>, options: Value) -> Self {
        Client::able(utf8, files, options, json!({}))
    }

    /// A client with capabilities.
    pub fn able(utf8: bool, files: Arc<dyn Files>, options: Value, mut capabilities: Value) -> Self {
        let mut client = Client {
            server: Server::new(files),
            texts: BTreeMap::new(),
            findings: BTreeMap::new(),
            said: Vec::new(),
            utf8,
            version: 0,
            asked: 0,
        };
        let encodings = if utf8 { json!(["utf-8", "utf-16"]) } else { json!(["utf-16"]) };
        capabilities["general"] = json!({"positionEncodings": encodings});
        let folders = json!([{"uri": "file:///work", "name": "work"}]);
        let options =
            json!({"capabilities": capabilities, "initializationOptions": options, "workspaceFolders": folders});
        let agreed = client.ask("initialize", options).unwrap();
        let encoding = if utf8 { "utf-8" } else { "utf-16" };
        assert_eq!(agreed["capabilities"]["positionEncoding"], encoding);
        client.tell("initialized", json!({}));
        client
    }

    pub fn hear(&mut self, messages: Vec<Message>) -> Vec<Response> {
        let mut responses = Vec::new();
        for message in messages {
            match message {
                Message::Response(response) => responses.push(response),
                Message::Notification(told) if told.method == "textDocument/publishDiagnostics" => {
                    let uri = told.params["uri"].as_str().unwrap().to_owned();
                    self.findings.insert(uri, told.params["diagnostics"].as_array().unwrap().clone());
                }
                other => self.said.push(other),
            }
        }
        responses
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        let messages = self.server.receive(Notification::new(method.to_owned(), params).into());
        assert!(self.hear(messages).is_empty());
    }

    /// Asks, and has done what is to be done beside.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        self.asked += 1;
        let messages = self.server.receive(Request::new(self.asked.into(), method.to_owned(), params).into());
        let mut responses = self.hear(messages);
        if responses.is_empty() {
            responses = self.work();
        }
        assert_eq!(responses.len(), 1, "{method} has one answer");
        let response = responses.remove(0);
        assert_eq!(response.id, self.asked.into());
        response.response_result.map_err(|error| (error.code, error.message))
    }

    /// Does what is to be done beside.
    pub fn work(&mut self) -> Vec<Response> {
        let mut responses = Vec::new();
        for task in self.server.take_tasks() {
            let done = task.run(&mut Session::default());
            let messages = self.server.done(done);
            responses.extend(self.hear(messages));
        }
        responses
    }

    /// Waits until everything is checked.
    pub fn pause(&mut self) {
        let messages = self.server.pause();
        assert!(self.hear(messages).is_empty());
        assert!(self.work().is_empty());
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        self.version += 1;
        self.texts.insert(uri.to_owned(), text.to_owned());
        let document = json!({"uri": uri, "languageId": "rulebook", "version": self.version, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces bytes, in the client's text and in the server's.
    pub fn edit(&mut self, uri: &str, edits: &[(usize, usize, &str)]) {
        self.version += 1;
        let mut changes = Vec::new();
        for (from, to, by) in edits {
            let range = json!({"start": self.position(uri, *from), "end": self.position(uri, *to)});
            changes.push(json!({"range": range, "text": by}));
            self.texts.get_mut(uri).unwrap().replace_range(*from..*to, by);
        }
        let params = json!({"textDocument": {"uri": uri, "version": self.version}, "contentChanges": changes});
        self.tell("textDocument/didChange", params);
    }

    pub fn position(&self, uri: &str, offset: usize) -> Value {
        let before = &self.texts[uri][..offset];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = if self.utf8 { offset - start } else { before[start..].encode_utf16().count() };
        json!({"line": before.matches('\n').count(), "character": column})
    }

    pub fn offset(&self, uri: &str, position: &Value) -> usize {
        let text = &self.texts[uri];
        let line = position["line"].as_u64().unwrap() as usize;
        let start = if line == 0 { 0 } else { text.match_indices('\n').nth(line - 1).unwrap().0 + 1 };
        let mut left = position["character"].as_u64().unwrap() as usize;
        let mut at = start;
        for c in text[start..].chars() {
            if left == 0 {
                break;
            }
            left -= if self.utf8 { c.len_utf8() } else { c.len_utf16() };
            at += c.len_utf8();
        }
        at
    }

    /// The text of a range.
    pub fn slice(&self, uri: &str, range: &Value) -> &str {
        &self.texts[uri][self.offset(uri, &range["start"])..self.offset(uri, &range["end"])]
    }

    /// Asks about a place.
    pub fn at(&mut self, method: &str, uri: &str, offset: usize) -> Result<Value, (i32, String)> {
        let position = self.position(uri, offset);
        self.ask(method, json!({"textDocument": {"uri": uri}, "position": position}))
    }

    /// The text after edits of it.
    pub fn edited(&self, uri: &str, edits: &Value) -> String {
        let mut places: Vec<(usize, usize, &str)> = edits
            .as_array()
            .unwrap()
            .iter()
            .map(|edit| {
                let range = &edit["range"];
                let (from, to) = (self.offset(uri, &range["start"]), self.offset(uri, &range["end"]));
                (from, to, edit["newText"].as_str().unwrap())
            })
            .collect();
        places.sort_unstable();
        assert!(places.windows(2).all(|pair| pair[0].1 <= pair[1].0), "edits do not overlap");
        let mut text = self.texts[uri].clone();
        places.iter().rev().for_each(|(from, to, by)| text.replace_range(from..to, by));
        text
    }

    /// The whole of a document, as a range.
    pub fn whole(&self, uri: &str) -> Value {
        json!({"start": {"line": 0, "character": 0}, "end": self.position(uri, self.texts[uri].len())})
    }
}
