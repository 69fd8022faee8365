//! The protocol: beginning and end, requests that are cancelled, and clients that send anything.

use lsp_server::{Message, Notification, Request, Response};
use rulebook_language::util::Rng;
use rulebook_lsp::{NoFiles, Server};
use serde_json::{Value, json};
use std::sync::Arc;

use crate::URI;
use crate::client::Client;

fn request(id: i32, method: &str, params: Value) -> Message {
    Request::new(id.into(), method.to_owned(), params).into()
}

fn notification(method: &str, params: Value) -> Message {
    Notification::new(method.to_owned(), params).into()
}

fn code(message: &Message) -> Option<i32> {
    let Message::Response(Response { response_result, .. }) = message else { panic!("{message:?}") };
    response_result.as_ref().err().map(|error| error.code)
}

#[test]
fn a_conversation_begins_and_ends_as_it_should() {
    let mut server = Server::new(Arc::new(NoFiles));
    assert_eq!(code(&server.receive(request(1, "textDocument/hover", json!({})))[0]), Some(-32002));
    assert!(server.receive(notification("textDocument/didOpen", json!({}))).is_empty());
    assert_eq!(code(&server.receive(request(2, "initialize", json!({"capabilities": {}})))[0]), None);
    assert_eq!(code(&server.receive(request(3, "initialize", json!({})))[0]), Some(-32601));
    assert_eq!(code(&server.receive(request(4, "textDocument/fly", json!({})))[0]), Some(-32602));
    assert_eq!(code(&server.receive(request(5, "fly", json!({})))[0]), Some(-32601));
    assert_eq!(server.left(), None);
    assert_eq!(code(&server.receive(request(6, "shutdown", Value::Null))[0]), None);
    assert_eq!(code(&server.receive(request(7, "textDocument/hover", json!({})))[0]), Some(-32600));
    server.receive(notification("exit", Value::Null));
    assert_eq!(server.left(), Some(0));
    let mut rude = Server::new(Arc::new(NoFiles));
    rude.receive(notification("exit", Value::Null));
    assert_eq!(rude.left(), Some(1));
}

#[test]
fn what_is_cancelled_is_not_worked_on() {
    let mut client = Client::new(true);
    client.open(URI, "game \"x\" {\n}\n");
    let hover = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
    // Before it was looked at.
    let cancel = || notification("$/cancelRequest", json!({"id": 90}));
    let out = client.server.receive_all(vec![request(90, "textDocument/hover", hover.clone()), cancel()]);
    assert_eq!(code(&out[0]), Some(-32800));
    // After it was answered.
    assert!(client.server.receive(cancel()).is_empty());
    // While it is worked on.
    let asked = json!({"method": "playouts", "params": {"game": {"uri": URI}, "games": 1000}});
    assert!(client.server.receive(request(90, "rulebook/session", asked)).is_empty());
    client.server.receive(cancel());
    let task = client.server.take_tasks().remove(0);
    let done = task.run(&mut rulebook_service::session::Session::default());
    let out = client.server.done(done);
    assert_eq!((out.len(), code(&out[0])), (1, Some(-32800)));
}

/// A whole check that does not end within a pause is shown, with what is left of it, until it ends or is cancelled.
#[test]
fn what_takes_long_is_shown() {
    let able = json!({"window": {"workDoneProgress": true}});
    let mut client = Client::able(true, Arc::new(NoFiles), json!({}), able);
    let (one, two) = ("file:///work/one.game", "file:///work/two.game");
    let text = "game \"x\" {\n}\n";
    /// What the client is told of the bar.
    fn told(client: &mut Client, messages: Vec<Message>) -> Vec<Value> {
        client.said.clear();
        client.hear(messages);
        let said = client.said.iter().filter_map(|said| match said {
            Message::Notification(told) if told.method == "$/progress" => Some(told.params["value"].clone()),
            _ => None,
        });
        said.collect()
    }
    fn begin(client: &mut Client) -> Value {
        assert!(client.server.waits_for_pause());
        let out = client.server.pause();
        let [Message::Request(create)] = out.as_slice() else { panic!("{out:?}") };
        assert_eq!(create.method, "window/workDoneProgress/create");
        assert!(!client.server.waits_for_pause());
        // Nothing is shown before the client has agreed.
        let token = create.params["token"].clone();
        let agreed = client.server.receive(Response::new_ok(create.id.clone(), Value::Null).into());
        assert_eq!(told(client, agreed)[0]["kind"], "begin");
        token
    }
    client.open(one, text);
    client.open(two, text);
    let begun = client.server.pause();
    assert!(told(&mut client, begun).is_empty());
    begin(&mut client);
    let mut tasks = client.server.take_tasks();
    assert_eq!(tasks.len(), 2);
    let mut session = rulebook_service::session::Session::default();
    let mut run = |client: &mut Client, task: rulebook_lsp::Task| {
        let out = client.server.done(task.run(&mut session));
        told(client, out)
    };
    assert_eq!(run(&mut client, tasks.remove(0)), [json!({"kind": "report", "message": "two.game"})]);
    assert_eq!(run(&mut client, tasks.remove(0)), [json!({"kind": "end"})]);
    // An edit ends it, too, and what is edited is shown anew.
    client.edit(one, &[(0, 0, " ")]);
    client.server.pause();
    begin(&mut client);
    client.said.clear();
    client.edit(one, &[(0, 0, " ")]);
    let ends = |client: &Client| {
        client
            .said
            .iter()
            .any(|said| matches!(said, Message::Notification(told) if told.params["value"]["kind"] == "end"))
    };
    assert!(ends(&client));
    client.server.pause();
    let token = begin(&mut client);
    let out = client.server.receive(notification("window/workDoneProgress/cancel", json!({"token": token})));
    assert_eq!(told(&mut client, out), [json!({"kind": "end"})]);
    for task in client.server.take_tasks() {
        assert!(client.server.done(task.run(&mut session)).is_empty(), "what is cancelled finds nothing");
    }
    assert!(!client.server.waits_for_pause());
    // A client that shows nothing is not asked to.
    let mut client = Client::new(true);
    client.open(one, text);
    client.server.pause();
    assert!(!client.server.waits_for_pause() && client.server.pause().is_empty());
    // One that refuses is not told.
    let able = json!({"window": {"workDoneProgress": true}});
    let mut client = Client::able(true, Arc::new(NoFiles), json!({}), able);
    client.open(one, text);
    client.server.pause();
    let out = client.server.pause();
    let [Message::Request(create)] = out.as_slice() else { panic!("{out:?}") };
    assert!(client.server.receive(Response::new_err(create.id.clone(), -32603, String::new()).into()).is_empty());
    assert!(!client.server.waits_for_pause());
    let task = client.server.take_tasks().remove(0);
    let out = client.server.done(task.run(&mut session));
    assert!(told(&mut client, out).is_empty());
}

/// Of several edits that come together, only what comes of all of them is looked at.
#[test]
fn edits_that_come_together_are_looked_at_once() {
    let mut client = Client::new(true);
    client.open(URI, "");
    let change = |version: i32, text: &str| {
        let params = json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": text}]});
        notification("textDocument/didChange", params)
    };
    let out = client.server.receive_all(vec![change(5, "x"), change(6, "y"), change(7, "game \"x\" {\n}\n")]);
    let [Message::Notification(told)] = out.as_slice() else { panic!("{out:?}") };
    assert_eq!(told.params["version"], 7);
}

const METHODS: [&str; 30] = [
    "textDocument/completion",
    "textDocument/diagnostic",
    "textDocument/hover",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/didChange",
    "textDocument/didOpen",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "workspace/executeCommand",
    "completionItem/resolve",
    "$/cancelRequest",
    "window/workDoneProgress/cancel",
];

/// Parameters that look like those of some method, with anything in them.
fn anything(rng: &mut Rng, depth: u32) -> Value {
    let keys = [
        "textDocument",
        "position",
        "range",
        "start",
        "end",
        "line",
        "character",
        "uri",
        "text",
        "contentChanges",
        "context",
        "only",
        "newName",
        "positions",
        "data",
        "label",
        "command",
        "arguments",
        "settings",
        "rulebook",
        "event",
        "added",
        "id",
        "version",
        "diagnostics",
    ];
    let number = |rng: &mut Rng| [0, 1, 7, 4_294_967_295_i64, -1, i64::MAX][rng.below(6) as usize];
    match rng.below(if depth > 4 { 4 } else { 7 }) {
        0 => json!(number(rng)),
        1 => json!([URI, "", "pick", "rulebook.test", "é😀", "file:///%ff"][rng.below(6) as usize]),
        2 => Value::Null,
        3 => json!(rng.below(2) == 0),
        4 => (0..rng.below(3)).map(|_| anything(rng, depth + 1)).collect(),
        _ => {
            let mut object = json!({});
            for _ in 0..rng.below(6) {
                let key = keys[rng.below(keys.len() as u32) as usize];
                object[key] = anything(rng, depth + 1);
            }
            if rng.below(2) == 0 {
                object["textDocument"] = json!({"uri": URI, "version": 1, "text": "game \"x\" {"});
            }
            if rng.below(2) == 0 {
                let place = |rng: &mut Rng| json!({"line": number(rng), "character": number(rng)});
                object["position"] = place(rng);
                object["range"] = json!({"start": place(rng), "end": place(rng)});
            }
            object
        }
    }
}

/// Every request is answered once, whatever is in it, and the server goes on.
#[test]
fn a_hostile_client_is_answered() {
    let mut rng = Rng::new(1);
    let mut client = Client::new(false);
    for round in 0..3_000 {
        if round % 50 == 0 {
            client.open(URI, "game \"é😀\" {\r  players A, B\r\n  board square(3)\n}\n// 😀");
        }
        let method = METHODS[rng.below(METHODS.len() as u32) as usize];
        let params = anything(&mut rng, 0);
        let is_told = method.contains("did") || method.ends_with("cancel") || method.starts_with('$');
        if is_told {
            client.server.receive(notification(method, params));
        } else {
            let answers = |message: &&Message| matches!(message, Message::Response(_));
            let out = client.server.receive(request(round, method, params));
            let begun = client.server.take_tasks();
            assert_eq!(out.iter().filter(answers).count() + begun.len(), 1, "{method}");
            for task in begun {
                client.server.done(task.failed());
            }
        }
    }
    client.open(URI, "game");
    assert_eq!(client.findings[URI][0]["code"], "syntax/expected");
}

/// Neither a long text nor many of them are kept.
#[test]
fn memory_is_bounded() {
    let mut client = Client::new(true);
    client.open(URI, &"x".repeat(5 << 20));
    assert_eq!(client.findings[URI][0]["code"], "limit/file");
    client.edit(URI, &[(0, 1, "game")]);
    assert_eq!(client.findings[URI][0]["code"], "limit/file", "what is lost stays lost");
    let params = json!({"textDocument": {"uri": URI, "version": 90}, "contentChanges": [{"text": "game"}]});
    client.tell("textDocument/didChange", params);
    assert_eq!(client.findings[URI][0]["code"], "syntax/expected", "until all of it is sent anew");
    for place in 0..1_001 {
        client.open(&format!("file:///work/{place}.game"), "");
    }
    assert!(matches!(client.said.last(), Some(Message::Notification(told)) if told.method == "window/showMessage"));
    assert!(!client.findings.contains_key("file:///work/1000.game"));
}
