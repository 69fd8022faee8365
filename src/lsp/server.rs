//! The server: from a message to the messages that answer it.

use gen_lsp_types::{
    CodeActionParams, CodeLensParams, CompletionParams, DefinitionParams, Diagnostic, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentFormattingParams, DocumentHighlightParams, DocumentSymbolParams, ExecuteCommandParams, FoldingRangeParams,
    HoverParams, InitializeParams, InlayHintParams, PrepareRenameParams, PublishDiagnosticsParams, ReferenceParams,
    RenameParams, SelectionRangeParams, SemanticTokensParams, SemanticTokensRangeParams, Uri,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::document::Document;
use super::findings::{Check, of_text};
use super::lines::Encoding;
use super::state::State;
use super::tasks::{Done, Question, Task};
use super::{actions, capabilities, editing, lenses, navigation, shown};
use rulebook_insight::library::load;

/// The longest document that is looked at.
const MAX_TEXT: usize = rulebook_language::syntax::MAX_FILE_BYTES;

/// Why a request is not answered with a result.
struct Refusal(ErrorCode, String);

type Answer = Result<Value, Refusal>;

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
    stage: Stage,
    /// What is to be done beside.
    tasks: Vec<Task>,
    /// The documents whose whole check is due after a pause.
    due: Vec<Uri>,
}

impl Server {
    /// A server to which nobody has spoken.
    pub fn new() -> Self {
        Server::default()
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
        !self.due.is_empty()
    }

    /// Nothing came in for a while: time for the whole check of what changed.
    pub fn pause(&mut self) {
        for uri in std::mem::take(&mut self.due) {
            if let Some(document) = self.state.document(&uri) {
                self.tasks.push(Task::Check(Check::new(document, self.state.encoding)));
            }
        }
    }

    /// What came of a task: what the client is told.
    pub fn done(&mut self, done: Done) -> Vec<Message> {
        match done {
            Done::Checked(uri, version, Some(findings)) => {
                let Some(document) = self.state.document_mut(&uri) else { return Vec::new() };
                if document.version != version {
                    return Vec::new();
                }
                document.checked = Some(findings.clone());
                vec![published(uri, Some(version), findings)]
            }
            Done::Checked(..) => Vec::new(),
            Done::Answered(question, reply) => answered(question, &reply),
        }
    }

    /// What answers a message.
    pub fn receive(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) => self.notification(notification),
            // The server asks nothing.
            Message::Response(_) => Vec::new(),
        }
    }

    fn request(&mut self, request: Request) -> Vec<Message> {
        let id = request.id.clone();
        let answer = match (self.stage, request.method.as_str()) {
            (Stage::Silent, "initialize") => self.initialize(&request),
            (Stage::Silent, _) => {
                Err(Refusal(ErrorCode::ServerNotInitialized, "`initialize` comes first".to_owned()))
            }
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Closing;
                Ok(Value::Null)
            }
            (Stage::Open, "workspace/executeCommand") => match self.command(&request) {
                Ok(()) => return Vec::new(),
                Err(refusal) => Err(refusal),
            },
            (Stage::Open, "rulebook/ask") => {
                let question = Question { id, asked: request.params, tells: None };
                self.tasks.push(Task::Ask(question));
                return Vec::new();
            }
            (Stage::Open, _) => self.question(&request),
            _ => Err(Refusal(ErrorCode::InvalidRequest, "the server is shut down".to_owned())),
        };
        vec![response(id, answer)]
    }

    fn initialize(&mut self, request: &Request) -> Answer {
        let asked: InitializeParams = params(request)?;
        self.state.encoding = capabilities::encoding(&asked);
        let options = asked.initialization_options.clone().unwrap_or_default();
        self.configure(&options);
        self.stage = Stage::Open;
        shown(&capabilities::capabilities(self.state.encoding))
    }

    /// Reads settings: `{"hints": false, "check": true}`, possibly under `rulebook`.
    fn configure(&mut self, settings: &Value) {
        let settings = settings.get("rulebook").unwrap_or(settings);
        let flag = |name: &str, otherwise: bool| settings.get(name).and_then(Value::as_bool).unwrap_or(otherwise);
        self.state.hints = flag("hints", false);
        self.state.checks = flag("check", true);
    }

    fn question(&self, request: &Request) -> Answer {
        let encoding = self.state.encoding;
        match request.method.as_str() {
            "textDocument/completion" => {
                let asked: CompletionParams = params(request)?;
                let place = asked.text_document_position_params;
                shown(&editing::complete(self.document(&place.text_document.uri)?, place.position, encoding))
            }
            "textDocument/hover" => {
                let asked: HoverParams = params(request)?;
                let place = asked.text_document_position_params;
                shown(&shown::hover(self.document(&place.text_document.uri)?, place.position, encoding))
            }
            "textDocument/definition" => {
                let asked: DefinitionParams = params(request)?;
                let place = asked.text_document_position_params;
                shown(&navigation::definition(self.document(&place.text_document.uri)?, place.position, encoding))
            }
            "textDocument/references" => {
                let asked: ReferenceParams = params(request)?;
                let place = asked.text_document_position_params;
                let document = self.document(&place.text_document.uri)?;
                let declarations = asked.context.include_declaration;
                shown(&navigation::references(document, place.position, declarations, encoding))
            }
            "textDocument/documentHighlight" => {
                let asked: DocumentHighlightParams = params(request)?;
                let place = asked.text_document_position_params;
                shown(&navigation::highlights(self.document(&place.text_document.uri)?, place.position, encoding))
            }
            "textDocument/documentSymbol" => {
                let asked: DocumentSymbolParams = params(request)?;
                shown(&navigation::symbols(self.document(&asked.text_document.uri)?, encoding))
            }
            "textDocument/foldingRange" => {
                let asked: FoldingRangeParams = params(request)?;
                shown(&navigation::folding(self.document(&asked.text_document.uri)?, encoding))
            }
            "textDocument/selectionRange" => {
                let asked: SelectionRangeParams = params(request)?;
                let document = self.document(&asked.text_document.uri)?;
                let places = asked.positions.iter();
                shown(&places.map(|at| navigation::selection(document, *at, encoding)).collect::<Vec<_>>())
            }
            "textDocument/formatting" => {
                let asked: DocumentFormattingParams = params(request)?;
                let edits = editing::formatted(self.document(&asked.text_document.uri)?, encoding);
                shown(&edits.map_err(|why| Refusal(ErrorCode::RequestFailed, why))?)
            }
            "textDocument/prepareRename" => {
                let asked: PrepareRenameParams = params(request)?;
                let place = asked.text_document_position_params;
                shown(&editing::renamable(self.document(&place.text_document.uri)?, place.position, encoding))
            }
            "textDocument/rename" => {
                let asked: RenameParams = params(request)?;
                let place = asked.text_document_position_params;
                let document = self.document(&place.text_document.uri)?;
                let edits = editing::rename(document, place.position, &asked.new_name, encoding);
                shown(&edits.map_err(|why| Refusal(ErrorCode::RequestFailed, why))?)
            }
            "textDocument/codeAction" => {
                let asked: CodeActionParams = params(request)?;
                shown(&actions::actions(self.document(&asked.text_document.uri)?, &asked, encoding))
            }
            "textDocument/codeLens" => {
                let asked: CodeLensParams = params(request)?;
                let document = self.document(&asked.text_document.uri)?;
                let loaded = load("sheet.game", &document.text);
                let units = loaded.files.first().map(|file| file.units.as_slice()).unwrap_or_default();
                shown(&lenses::lenses(document, units, encoding))
            }
            "textDocument/inlayHint" => {
                let asked: InlayHintParams = params(request)?;
                let document = self.document(&asked.text_document.uri)?;
                shown(&if self.state.hints { shown::hints(document, asked.range, encoding) } else { Vec::new() })
            }
            "textDocument/semanticTokens/full" => {
                let asked: SemanticTokensParams = params(request)?;
                shown(&shown::semantic_tokens(self.document(&asked.text_document.uri)?, None, encoding))
            }
            "textDocument/semanticTokens/range" => {
                let asked: SemanticTokensRangeParams = params(request)?;
                let document = self.document(&asked.text_document.uri)?;
                shown(&shown::semantic_tokens(document, Some(asked.range), encoding))
            }
            other => Err(Refusal(ErrorCode::MethodNotFound, format!("`{other}` is not supported"))),
        }
    }

    fn command(&mut self, request: &Request) -> Result<(), Refusal> {
        let asked: ExecuteCommandParams = params(request)?;
        let arguments = asked.arguments.unwrap_or_default();
        let text = |uri: &str| self.state.document(&Uri::from(uri)).map(|document| document.text.clone());
        let question = lenses::question(request.id.clone(), &asked.command, &arguments, text)
            .map_err(|why| Refusal(ErrorCode::InvalidParams, why))?;
        self.tasks.push(Task::Ask(question));
        Ok(())
    }

    fn document(&self, uri: &Uri) -> Result<&Document, Refusal> {
        let missing = || Refusal(ErrorCode::InvalidParams, format!("{} is not open", uri.as_ref()));
        self.state.document(uri).ok_or_else(missing)
    }

    fn notification(&mut self, notification: Notification) -> Vec<Message> {
        match notification.method.as_str() {
            "exit" => {
                self.stage = Stage::Left(self.stage == Stage::Closing);
                Vec::new()
            }
            _ if self.stage != Stage::Open => Vec::new(),
            "textDocument/didOpen" => {
                let Some(opened) = said::<DidOpenTextDocumentParams>(notification) else { return Vec::new() };
                let opened = opened.text_document;
                self.state.open(Document::new(opened.uri.clone(), opened.version, opened.text));
                self.changed(&opened.uri)
            }
            "textDocument/didChange" => {
                let Some(changed) = said::<DidChangeTextDocumentParams>(notification) else { return Vec::new() };
                let encoding = self.state.encoding;
                let uri = changed.text_document.text_document_identifier.uri;
                let Some(document) = self.state.document_mut(&uri) else { return Vec::new() };
                document.change(changed.text_document.version, changed.content_changes, encoding);
                self.changed(&uri)
            }
            "textDocument/didSave" => {
                if let Some(saved) = said::<DidSaveTextDocumentParams>(notification) {
                    self.pause_for(&saved.text_document.uri);
                    self.pause();
                }
                Vec::new()
            }
            "textDocument/didClose" => {
                let Some(closed) = said::<DidCloseTextDocumentParams>(notification) else { return Vec::new() };
                let uri = closed.text_document.uri;
                self.state.close(&uri);
                self.due.retain(|due| *due != uri);
                // What is no longer open has no findings.
                vec![published(uri, None, Vec::new())]
            }
            "workspace/didChangeConfiguration" => {
                if let Some(changed) = said::<DidChangeConfigurationParams>(notification) {
                    self.configure(&changed.settings);
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// What the text of a document shows now; its whole check is due after a pause.
    fn changed(&mut self, uri: &Uri) -> Vec<Message> {
        let Some(document) = self.state.document(uri) else { return Vec::new() };
        let findings = first_tier(document, self.state.encoding);
        let message = published(uri.clone(), Some(document.version), findings);
        self.pause_for(uri);
        vec![message]
    }

    fn pause_for(&mut self, uri: &Uri) {
        let is_long = self.state.document(uri).is_none_or(|document| document.text.len() > MAX_TEXT);
        if self.state.checks && !is_long && !self.due.contains(uri) {
            self.due.push(uri.clone());
        }
    }
}

fn first_tier(document: &Document, encoding: Encoding) -> Vec<Diagnostic> {
    of_text(document, encoding)
}

fn params<P: DeserializeOwned>(request: &Request) -> Result<P, Refusal> {
    serde_json::from_value(request.params.clone())
        .map_err(|error| Refusal(ErrorCode::InvalidParams, format!("the parameters cannot be read: {error}")))
}

fn said<P: DeserializeOwned>(notification: Notification) -> Option<P> {
    serde_json::from_value(notification.params).ok()
}

fn shown(result: &impl Serialize) -> Answer {
    serde_json::to_value(result).map_err(|error| Refusal(ErrorCode::InternalError, error.to_string()))
}

fn response(id: RequestId, answer: Answer) -> Message {
    match answer {
        Ok(result) => Response::new_ok(id, result).into(),
        Err(Refusal(code, message)) => Response::new_err(id, code as i32, message).into(),
    }
}

fn published(uri: Uri, version: Option<i32>, diagnostics: Vec<Diagnostic>) -> Message {
    let params = PublishDiagnosticsParams { uri, version, diagnostics };
    Notification::new("textDocument/publishDiagnostics".to_owned(), params).into()
}

/// An answer of the session: to whoever asked, and in words on the screen if a lens did.
fn answered(question: Question, reply: &Value) -> Vec<Message> {
    if let Some(error) = reply.get("error") {
        let message = error["message"].as_str().unwrap_or("it cannot be answered").to_owned();
        let code = match error["cancelled"] == json!(true) {
            true => ErrorCode::RequestCanceled,
            false => ErrorCode::RequestFailed,
        };
        return vec![response(question.id, Err(Refusal(code, message)))];
    }
    let answer = reply["answer"].clone();
    let Some(tells) = question.tells else { return vec![response(question.id, Ok(answer))] };
    let (is_good, message) = lenses::told(tells, &answer);
    // 3: information, 1: error.
    let kind = if is_good { 3 } else { 1 };
    let told = Notification::new("window/showMessage".to_owned(), json!({"type": kind, "message": message}));
    vec![response(question.id, Ok(json!({"message": message, "answer": answer}))), told.into()]
}
