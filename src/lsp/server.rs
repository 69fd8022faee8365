//! The server: from messages to the messages that answer them.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use gen_lsp_types::{TextDocumentIdentifier, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::capabilities::{self, Client};
use super::document::Change;
use super::editing::Offered;
use super::files::Files;
use super::findings::{Check, Found, of_text};
use super::lenses::{self, PLAY};
use super::messages::{ERROR, INFO, answered, cancelled, cancelled_by, message, published, response};
use super::progress::Progress;
use super::requests::{Answer, Refusal, answer, params, sent};
use super::state::State;
use super::tasks::{Done, Job, Question, Stop, Task};

/// How many tasks of clients wait or run at a time.
const MAX_TASKS: usize = 64;
/// Asks the client to show that something takes long.
const CREATE_PROGRESS: &str = "window/workDoneProgress/create";

/// How far the conversation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Stage {
    /// Nothing was said yet.
    #[default]
    Silent,
    /// Questions are answered.
    Open,
    /// The client wants to leave.
    Closing,
    /// It has left; whether it said so before.
    Left(bool),
}

/// A language server: what the open documents say, and what the client is told of them.
#[derive(Debug, Default)]
pub struct Server {
    state: State,
    client: Client,
    stage: Stage,
    /// What is to be done beside.
    tasks: Vec<Task>,
    /// What clients wait for.
    waiting: Vec<(RequestId, Stop)>,
    /// The whole checks that run, or will, in their order.
    checks: Vec<Checked>,
    /// What is shown of them.
    progress: Progress,
    /// The documents whose text has changed since the client was told of it.
    changed: Vec<Uri>,
    /// The documents whose whole check is due after a pause.
    due: Vec<Uri>,
    /// What completion offered last.
    offered: Offered,
    /// What the user was told last of the settings file.
    troubles: BTreeSet<String>,
    /// The last number of a request to the client.
    asked: i32,
    /// What the client is told besides.
    outbox: Vec<Message>,
    /// Whether a client that asks for findings has to ask anew.
    is_stale: bool,
}

/// A whole check of a text, by the stamp of that.
#[derive(Debug)]
struct Checked {
    uri: Uri,
    stamp: u64,
    stop: Stop,
}

/// The document of a notification.
#[derive(Deserialize)]
struct Named {
    uri: Uri,
    version: Option<i32>,
    #[serde(default)]
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfDocument {
    text_document: Named,
    #[serde(default)]
    content_changes: Vec<Change>,
}

#[derive(Deserialize)]
struct Commanded {
    command: String,
    #[serde(default)]
    arguments: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Pulled {
    text_document: TextDocumentIdentifier,
    previous_result_id: Option<String>,
}

#[derive(Deserialize)]
struct Asked {
    method: String,
    #[serde(default)]
    params: Value,
}

impl Server {
    /// A server to which nobody has spoken.
    pub fn new(files: Arc<dyn Files>) -> Self {
        Server { state: State::with(files), ..Server::default() }
    }

    /// Whether the client has left, and if so, the exit status that is due: 0 if it said so before, else 1.
    pub fn left(&self) -> Option<u8> {
        match self.stage {
            Stage::Left(politely) => Some(u8::from(!politely)),
            _ => None,
        }
    }

    /// What is to be done beside, since it takes long. What comes of it goes to [`Server::done`].
    pub fn take_tasks(&mut self) -> Vec<Task> {
        std::mem::take(&mut self.tasks)
    }

    /// Whether something waits for a pause.
    pub fn waits_for_pause(&self) -> bool {
        let takes_long = self.client.shows_progress && !self.progress.is_wanted() && !self.checking().is_empty();
        !self.due.is_empty() || takes_long
    }

    /// Nothing came in for a while: time for the whole check of what changed, and to show that it runs if it has not ended since
    /// the last pause.
    pub fn pause(&mut self) -> Vec<Message> {
        if self.due.is_empty() && self.waits_for_pause() {
            let token = format!("rulebook {}", self.asked + 1);
            let create = self.ask(CREATE_PROGRESS, json!({"token": token}));
            self.progress.asked(token);
            self.outbox.push(create);
        }
        for uri in std::mem::take(&mut self.due) {
            if let Some(document) = self.state.document(&uri) {
                let (stamp, stop) = (document.stamp, Stop::default());
                self.tasks.push(Task { job: Job::Check(Check::new(&self.state, document)), stop: stop.clone() });
                self.checks.push(Checked { uri, stamp, stop });
            }
        }
        self.besides()
    }

    /// What is being checked, in words; nothing if that is nothing.
    fn checking(&self) -> String {
        let mut names = self.checks.iter().filter(|check| check.stop.goes_on()).map(|check| check.uri.as_ref());
        let first = names.next().and_then(|uri| uri.rsplit('/').next()).unwrap_or_default().to_owned();
        match names.count() {
            0 => first,
            more => format!("{first} and {more} more"),
        }
    }

    /// What came of a task: what the client is told.
    pub fn done(&mut self, done: Done) -> Vec<Message> {
        let mut out = self.finished(done);
        out.extend(self.besides());
        out
    }

    fn finished(&mut self, done: Done) -> Vec<Message> {
        let id = match &done {
            Done::Checked(..) => None,
            Done::Answered(Question { id, .. }, _) | Done::Result(id, _) | Done::Page(id, _) => Some(id),
        };
        let stopped = id.and_then(|id| {
            let place = self.waiting.iter().position(|(known, _)| known == id)?;
            Some(!self.waiting.swap_remove(place).1.goes_on())
        });
        match done {
            _ if stopped == Some(true) => id_of(&done).map(|id| response(id, Err(cancelled()))).into_iter().collect(),
            Done::Checked(uri, stamp, found) => {
                let known = self.checks.iter().position(|check| check.uri == uri && check.stamp == stamp);
                known.map(|place| self.checks.remove(place));
                let Some(found) = found else { return Vec::new() };
                if let Some(document) = self.state.document(&uri).filter(|document| document.stamp == stamp) {
                    self.is_stale |= document.findings.as_ref() != Some(&found.findings);
                    self.told(&uri, found);
                }
                Vec::new()
            }
            Done::Answered(question, reply) => answered(question, &reply),
            Done::Result(id, Ok(result)) => vec![response(id, Ok(result))],
            Done::Result(id, Err(why)) => vec![response(id, Err(Refusal(ErrorCode::RequestFailed, why)))],
            Done::Page(id, Ok(link)) => {
                let shown = response(id, Ok(json!({"link": link})));
                let show = match self.client.shows_pages {
                    true => self.ask("window/showDocument", json!({"uri": link, "external": true})),
                    false => message(INFO, &link),
                };
                vec![shown, show]
            }
            Done::Page(id, Err(why)) => {
                vec![response(id, Err(Refusal(ErrorCode::RequestFailed, why.clone()))), message(ERROR, &why)]
            }
        }
    }

    /// What answers a message.
    pub fn receive(&mut self, message: Message) -> Vec<Message> {
        self.receive_all(vec![message])
    }

    /// What answers messages that came in together: a request that a later one cancels is not worked on, and of several edits only
    /// what comes of all of them is looked at.
    pub fn receive_all(&mut self, messages: Vec<Message>) -> Vec<Message> {
        let mut out = Vec::new();
        let cancels: Vec<(usize, RequestId)> =
            messages.iter().enumerate().filter_map(|(place, message)| Some((place, cancelled_by(message)?))).collect();
        for (place, message) in messages.into_iter().enumerate() {
            match message {
                Message::Request(request) if cancels.iter().any(|(at, id)| *at > place && *id == request.id) => {
                    out.push(response(request.id, Err(cancelled())));
                }
                Message::Request(request) => out.extend(self.request(request)),
                Message::Notification(notification) => out.extend(self.notification(notification)),
                Message::Response(response) => self.replied(response),
            }
        }
        for uri in std::mem::take(&mut self.changed) {
            self.look(&uri);
        }
        out.extend(self.besides());
        out
    }

    /// What the client is told besides answers.
    fn besides(&mut self) -> Vec<Message> {
        if std::mem::take(&mut self.is_stale) && self.client.pulls {
            let refresh = self.ask("workspace/diagnostic/refresh", Value::Null);
            self.outbox.push(refresh);
        }
        let report = self.progress.report(self.checking());
        self.outbox.extend(report);
        std::mem::take(&mut self.outbox)
    }

    fn request(&mut self, request: Request) -> Option<Message> {
        let id = request.id.clone();
        let answer = match (self.stage, request.method.as_str()) {
            (Stage::Silent, "initialize") => self.initialize(&request),
            (Stage::Silent, _) => Err(Refusal(ErrorCode::ServerNotInitialized, "`initialize` comes first".to_owned())),
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Closing;
                self.waiting.iter().for_each(|(_, stop)| stop.stop());
                self.checks.iter().for_each(|check| check.stop.stop());
                Ok(Value::Null)
            }
            (Stage::Open, "workspace/executeCommand" | "rulebook/session" | "workspace/symbol") => {
                match self.begin(&request) {
                    Ok(()) => return None,
                    Err(refusal) => Err(refusal),
                }
            }
            (Stage::Open, "textDocument/diagnostic") => self.pulled(&request),
            (Stage::Open, _) => {
                let asked = AssertUnwindSafe(|| answer(&self.state, &request, &mut self.offered));
                let defect = || "this cannot be answered: the program has a defect".to_owned();
                catch_unwind(asked).unwrap_or_else(|_| Err(Refusal(ErrorCode::InternalError, defect())))
            }
            _ => Err(Refusal(ErrorCode::InvalidRequest, "the server is shut down".to_owned())),
        };
        Some(response(id, answer))
    }

    fn initialize(&mut self, request: &Request) -> Answer {
        self.state.encoding = capabilities::encoding(&request.params);
        self.state.folders = capabilities::folders(&request.params);
        self.client = Client::read(&request.params);
        self.state.shows_shipped = self.client.shows_texts;
        self.state.label_offsets = self.client.has_label_offsets;
        if let Some(options) = request.params.get("initializationOptions") {
            self.state.settings.read(options);
        }
        self.stage = Stage::Open;
        sent(&capabilities::capabilities(self.state.encoding, self.client))
    }

    /// The findings of a document, or that they are those that the client has.
    fn pulled(&mut self, request: &Request) -> Answer {
        let Pulled { text_document: TextDocumentIdentifier { uri }, previous_result_id } = params(request)?;
        if let Some(place) = self.changed.iter().position(|changed| *changed == uri) {
            self.changed.swap_remove(place);
            self.look(&uri);
        }
        // What is not open has none.
        let Some(document) = self.state.document(&uri) else { return Ok(json!({"kind": "full", "items": []})) };
        let id = document.told.to_string();
        match previous_result_id.as_ref() == Some(&id) {
            true => Ok(json!({"kind": "unchanged", "resultId": id})),
            false => Ok(json!({"kind": "full", "resultId": id, "items": document.findings})),
        }
    }

    /// Begins what is answered later.
    fn begin(&mut self, request: &Request) -> Result<(), Refusal> {
        let id = request.id.clone();
        if self.waiting.len() >= MAX_TASKS {
            return Err(Refusal(ErrorCode::RequestFailed, format!("{MAX_TASKS} requests are being worked on")));
        }
        let job = match request.method.as_str() {
            "workspace/symbol" => {
                let query = request.params.get("query").and_then(Value::as_str).unwrap_or_default();
                Job::Symbols(id.clone(), self.state.clone(), query.chars().take(200).collect())
            }
            "rulebook/session" => {
                let Asked { method, params } = params(request)?;
                Job::Ask(self.filled(Question { id: id.clone(), method, params, tells: None })?)
            }
            _ => {
                let Commanded { command, arguments } = params(request)?;
                match (command.as_str(), arguments.first().and_then(Value::as_str)) {
                    (PLAY, Some(uri)) => Job::Page(id.clone(), self.state.clone(), uri.into()),
                    _ => {
                        let question = lenses::question(id.clone(), &command, &arguments);
                        Job::Ask(self.filled(question.map_err(|why| Refusal(ErrorCode::InvalidParams, why))?)?)
                    }
                }
            }
        };
        let stop = Stop::default();
        self.tasks.push(Task { job, stop: stop.clone() });
        self.waiting.push((id, stop));
        Ok(())
    }

    /// Games of a question that are given by the address of a document get its text, and those of the files that it builds on.
    fn filled(&self, mut question: Question) -> Result<Question, Refusal> {
        for key in ["game", "a", "b"] {
            let Some(game) = question.params.get_mut(key).and_then(Value::as_object_mut) else { continue };
            let Some(uri) = game.get("uri").and_then(Value::as_str).filter(|_| !game.contains_key("text")) else {
                continue;
            };
            let missing = || Refusal(ErrorCode::InvalidParams, format!("there is no file {uri}"));
            let document = self.state.find(&uri.into()).ok_or_else(missing)?;
            let sheet = self.state.sheet(&document);
            let others =
                sheet.loaded.sources.iter().skip(1).filter(|(_, source)| Path::new(&source.name).is_absolute());
            let others: Value = others.map(|(_, source)| (source.name.clone(), json!(&*source.text))).collect();
            game.insert("text".to_owned(), document.text.clone().into());
            game.insert("name".to_owned(), document.name().into());
            game.insert("files".to_owned(), if others.is_object() { others } else { json!({}) });
        }
        Ok(question)
    }

    fn notification(&mut self, notification: Notification) -> Vec<Message> {
        let Notification { method, params } = notification;
        match (self.stage, method.as_str()) {
            (stage, "exit") => {
                self.stage = Stage::Left(stage == Stage::Closing);
                return Vec::new();
            }
            (Stage::Open, _) => {}
            _ => return Vec::new(),
        }
        match method.as_str() {
            "initialized" => return self.initialized(),
            "$/cancelRequest" => self.cancel(&params),
            "window/workDoneProgress/cancel" => {
                let is_shown = params["token"].as_str().is_some_and(|token| self.progress.is(token));
                self.checks.iter().filter(|_| is_shown).for_each(|check| check.stop.stop());
            }
            "textDocument/didOpen" | "textDocument/didChange" | "textDocument/didSave" | "textDocument/didClose" => {
                return match serde_json::from_value::<OfDocument>(params) {
                    Ok(of) => self.document(&method, of),
                    Err(_) => Vec::new(),
                };
            }
            "workspace/didChangeConfiguration" => {
                // A client that is asked for its settings says only that they have changed.
                if self.client.has_configuration {
                    return vec![self.ask("workspace/configuration", json!({"items": [{"section": "rulebook"}]}))];
                }
                self.configure(params.get("settings").unwrap_or(&Value::Null));
            }
            "workspace/didChangeWatchedFiles" => {
                self.state.files.refresh();
                self.changed = self.state.documents().map(|document| document.uri.clone()).collect();
                self.is_stale = true;
                for uri in self.changed.clone() {
                    self.state.restamp(&uri);
                }
            }
            "workspace/didChangeWorkspaceFolders" => {
                let folders = |key: &str| capabilities::folders(&json!({"workspaceFolders": params["event"][key]}));
                let removed = folders("removed");
                self.state.folders.retain(|folder| !removed.contains(folder));
                self.state.folders.extend(folders("added"));
            }
            _ => {}
        }
        Vec::new()
    }

    /// The client is ready to be asked.
    fn initialized(&mut self) -> Vec<Message> {
        let mut asks = Vec::new();
        if self.client.has_configuration {
            asks.push(self.ask("workspace/configuration", json!({"items": [{"section": "rulebook"}]})));
        }
        if self.client.watches_files {
            let watchers = json!([{"globPattern": "**/*.game"}, {"globPattern": "**/rulebook.toml"}]);
            let registration = json!({
                "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": {"watchers": watchers},
            });
            asks.push(self.ask("client/registerCapability", json!({"registrations": [registration]})));
        }
        asks
    }

    /// Asks the client.
    fn ask(&mut self, method: &str, params: Value) -> Message {
        self.asked += 1;
        // The name says what the answer is to.
        let id = RequestId::from(format!("{method} {}", self.asked));
        Request::new(id, method.to_owned(), params).into()
    }

    /// The client has answered.
    fn replied(&mut self, response: Response) {
        let id = response.id.to_string();
        if id.contains(CREATE_PROGRESS) {
            // Who refuses is not asked again.
            self.client.shows_progress = response.response_result.is_ok();
            let begin = self.progress.begin(self.client.shows_progress, self.checking());
            self.outbox.extend(begin);
            return;
        }
        let is_configuration = id.contains("workspace/configuration");
        if let (true, Ok(settings)) = (is_configuration, response.response_result) {
            self.configure(settings.get(0).unwrap_or(&Value::Null));
        }
    }

    fn configure(&mut self, said: &Value) {
        let before = self.state.settings.clone();
        self.state.settings.read(said);
        if self.state.settings != before {
            self.is_stale = true;
            self.changed = self.state.documents().map(|document| document.uri.clone()).collect();
        }
    }

    fn cancel(&mut self, params: &Value) {
        let id = params.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
        let waiting = self.waiting.iter().filter(|(waiting, _)| Some(waiting) == id.as_ref());
        waiting.for_each(|(_, stop)| stop.stop());
    }

    fn document(&mut self, method: &str, of: OfDocument) -> Vec<Message> {
        let Named { uri, version, text } = of.text_document;
        match method {
            "textDocument/didOpen" => {
                if !self.state.open(uri.clone(), version, text) {
                    return vec![message(ERROR, "too many documents are open: close some")];
                }
                self.change(&uri);
            }
            "textDocument/didChange" => {
                let (stamp, encoding) = (self.state.next_stamp(), self.state.encoding);
                if let Some(document) = self.state.document_mut(&uri) {
                    document.change(version, stamp, of.content_changes, encoding);
                    self.change(&uri);
                }
            }
            "textDocument/didSave" => {
                self.state.files.refresh();
                let is_known = self.state.document(&uri).is_some_and(|document| document.shipped().is_none());
                if is_known && self.state.settings.checks && !self.due.contains(&uri) {
                    self.due.push(uri);
                }
            }
            _ => {
                self.stop_check(&uri);
                self.state.close(&uri);
                // What is on disk counts again.
                self.change(&uri);
                self.due.retain(|due| *due != uri);
                self.changed.retain(|changed| *changed != uri);
                // What is no longer open has no findings; who asks for them knows that.
                if !self.client.pulls {
                    return vec![published(uri, None, Vec::new())];
                }
            }
        }
        Vec::new()
    }

    /// A text is another one now; so may be what builds on it.
    fn change(&mut self, uri: &Uri) {
        let renewed = self.state.renew(uri);
        self.is_stale |= renewed.len() > 1;
        for uri in renewed {
            self.stop_check(&uri);
            if !self.changed.contains(&uri) {
                self.changed.push(uri);
            }
        }
    }

    fn stop_check(&mut self, uri: &Uri) {
        self.checks.iter().filter(|check| check.uri == *uri).for_each(|check| check.stop.stop());
    }

    /// What the text of a document shows now; its whole check is due after a pause.
    fn look(&mut self, uri: &Uri) {
        let Some(document) = self.state.document(uri).cloned() else { return };
        self.stop_check(uri);
        let found = catch_unwind(AssertUnwindSafe(|| of_text(&self.state, &document))).unwrap_or_default();
        // Shipped games have been checked.
        let is_open = !document.is_lost && document.shipped().is_none();
        if self.state.settings.checks && is_open && !self.due.contains(uri) {
            self.due.push(uri.clone());
        }
        self.told(uri, found);
    }

    /// The client is told of findings, unless it asks for them itself, and once of what is wrong with the settings file.
    fn told(&mut self, uri: &Uri, found: Found) {
        let Found { findings, trouble } = found;
        let told = self.state.next_stamp();
        let Some(document) = self.state.document_mut(uri) else { return };
        if document.findings.as_ref() != Some(&findings) {
            document.told = told;
        }
        document.findings = Some(findings.clone());
        let publish = (!self.client.pulls).then(|| published(uri.clone(), document.version, findings));
        let trouble = trouble.filter(|trouble| self.troubles.insert(trouble.clone()));
        self.outbox.extend(publish.into_iter().chain(trouble.map(|trouble| message(ERROR, &trouble))));
    }
}

/// The request that came to this.
fn id_of(done: &Done) -> Option<RequestId> {
    match done {
        Done::Checked(..) => None,
        Done::Answered(Question { id, .. }, _) | Done::Result(id, _) | Done::Page(id, _) => Some(id.clone()),
    }
}
