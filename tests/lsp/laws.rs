//! The laws of the language server, as a client sees them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

mod client;
mod features;
mod protocol;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use client::Client;
use rulebook_insight::analysis::{perft, run_tests};
use rulebook_insight::library::{SHIPPED, load};
use rulebook_language::util::Rng;
use serde_json::{Value, json};

const URI: &str = "file:///work/a%20game.game";

/// The findings of a text that is opened for the first time: what the text shows, and what playing shows.
fn fresh(utf8: bool, text: &str, whole: bool) -> Vec<Value> {
    let mut client = Client::with(utf8, std::sync::Arc::new(rulebook_lsp::NoFiles), quick());
    client.open(URI, text);
    if whole {
        client.pause();
    }
    client.findings.remove(URI).unwrap()
}

fn quick() -> Value {
    json!({"check": {"effort": "quick"}})
}

/// A place in a text between two characters.
fn place(rng: &mut Rng, text: &str) -> usize {
    let mut at = rng.below(text.len() as u32 + 1) as usize;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn findings_after_edits_are_those_of_a_fresh_text() {
    let bits = ["{", "}", "\"", "// é😀\n", "\n", "\r\n", "x", "piece ", "", "", "  where base\n", "\t", "😀"];
    for (round, game) in SHIPPED.iter().step_by(5).enumerate() {
        let utf8 = round % 2 == 0;
        let mut rng = Rng::new(round as u64);
        let mut client = Client::with(utf8, std::sync::Arc::new(rulebook_lsp::NoFiles), quick());
        client.open(URI, game.text);
        for step in 0..12 {
            let mut text = client.texts[URI].clone();
            let mut edits = Vec::new();
            // Several at once: each is of the text that the ones before have left.
            for _ in 0..=rng.below(3) {
                let from = place(&mut rng, &text);
                let mut to = (from + rng.below(6) as usize).min(text.len());
                while !text.is_char_boundary(to) {
                    to += 1;
                }
                let bit = bits[rng.below(bits.len() as u32) as usize];
                text.replace_range(from..to, bit);
                edits.push((from, to, bit));
            }
            // `position` of the client counts lines by line feeds: what it cannot say is not tried.
            client.edit(URI, &edits);
            assert_eq!(client.texts[URI], text);
            if step % 3 == 0 {
                assert_eq!(client.findings[URI], fresh(utf8, &text, false), "{}: {text}", game.name());
            }
        }
        // What was typed is taken back, all at once.
        let length = client.texts[URI].len();
        client.edit(URI, &[(0, length, game.text)]);
        assert_eq!(client.findings[URI], fresh(utf8, game.text, false), "{}", game.name());
        if round < 2 {
            client.pause();
            assert_eq!(client.findings[URI], fresh(utf8, game.text, true), "{}", game.name());
        }
    }
}

/// A client that asks for findings gets those that another is told, once: nothing is pushed to it, and when what it has is no longer
/// true, whatever made it so, it is told to ask again.
#[test]
fn findings_that_are_asked_for_are_those_that_are_told() {
    let able = json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}});
    let no_files = || std::sync::Arc::new(rulebook_lsp::NoFiles);
    let mut asks = Client::able(true, no_files(), quick(), able);
    let mut told = Client::with(true, no_files(), quick());
    let base = "file:///work/base.game";
    let variant = "variant \"V\" of \"Base\" in \"base.game\" {\n  value worth(c) = base + 1\n}\n";
    let text =
        SHIPPED.iter().find(|game| game.name() == "emulsion").unwrap().text.replacen("\"Emulsion\"", "\"Base\"", 1);
    let text = text.replace("of \"Emulsion\"", "of \"Base\"");
    let mut known: BTreeMap<String, (Option<String>, Vec<Value>)> = BTreeMap::new();
    // What an editor does: it asks for what it edits, and for everything when it is told to.
    let refreshed = |client: &mut Client| {
        let is_refresh = |said: &lsp_server::Message| matches!(said, lsp_server::Message::Request(asked) if asked.method == "workspace/diagnostic/refresh");
        let before = client.said.len();
        client.said.retain(|said| !is_refresh(said));
        client.said.len() < before
    };
    let mut pull = |client: &mut Client, uri: &str| {
        let id = known.get(uri).and_then(|(id, _)| id.clone());
        let asked = json!({"textDocument": {"uri": uri}, "previousResultId": id});
        let report = client.ask("textDocument/diagnostic", asked).unwrap();
        if report["kind"] == "full" {
            let id = report["resultId"].as_str().map(str::to_owned);
            known.insert(uri.to_owned(), (id, report["items"].as_array().unwrap().clone()));
        }
        (report["kind"] == "full", known[uri].1.clone())
    };
    for client in [&mut asks, &mut told] {
        client.open(URI, variant);
        client.open(base, &text);
    }
    assert!(refreshed(&mut asks), "what the variant builds on is there now");
    for uri in [base, URI] {
        assert_eq!(pull(&mut asks, uri), (true, told.findings[uri].clone()));
        assert!(!pull(&mut asks, uri).0, "the same again");
    }
    let place = text.find("edges(").unwrap();
    for (edited, broken) in [(base, "edgess"), (base, "edges")] {
        for client in [&mut asks, &mut told] {
            let length = if broken == "edgess" { 5 } else { 6 };
            client.edit(edited, &[(place, place + length, broken)]);
        }
        assert!(refreshed(&mut asks), "the variant is another, too");
        for uri in [URI, base] {
            assert_eq!(pull(&mut asks, uri), (true, told.findings[uri].clone()));
        }
    }
    // Long findings come later.
    for client in [&mut asks, &mut told] {
        let end = text.rfind('}').unwrap();
        client.edit(base, &[(end, end, "  claim no draw\n")]);
        client.pause();
    }
    assert!(refreshed(&mut asks));
    for uri in [URI, base] {
        assert_eq!(pull(&mut asks, uri).1, told.findings[uri]);
    }
    asks.pause();
    assert!(!refreshed(&mut asks), "nothing is new");
    // What comes with an edit is asked for before it was looked at.
    let change = json!({"textDocument": {"uri": base, "version": 90}, "contentChanges": [{"text": "game"}]});
    let asked = json!({"textDocument": {"uri": base}});
    let out = asks.server.receive_all(vec![
        lsp_server::Notification::new("textDocument/didChange".to_owned(), change).into(),
        lsp_server::Request::new(900.into(), "textDocument/diagnostic".to_owned(), asked).into(),
    ]);
    let lsp_server::Message::Response(answer) = &out[0] else { panic!("{out:?}") };
    assert_eq!(answer.response_result.as_ref().unwrap()["items"][0]["code"], "syntax/expected");
    assert!(asks.findings.is_empty(), "nothing is pushed");
    asks.tell("textDocument/didClose", json!({"textDocument": {"uri": base}}));
    assert_eq!(pull(&mut asks, base), (true, Vec::new()));
    assert!(asks.findings.is_empty());
}

/// What plays tells from the same text what it told before, and an edit while it plays makes it stop.
#[test]
fn the_whole_check_is_of_the_text_that_is_there() {
    let text = SHIPPED[0].text;
    let mut client = Client::with(false, std::sync::Arc::new(rulebook_lsp::NoFiles), quick());
    client.open(URI, &format!("{text}\n"));
    client.server.pause();
    let late = client.server.take_tasks();
    assert_eq!(late.len(), 1);
    client.edit(URI, &[(text.len(), text.len(), "x")]);
    let known = client.findings[URI].clone();
    for task in late {
        let done = task.run(&mut rulebook_service::session::Session::default());
        assert!(client.server.done(done).is_empty(), "an old check tells nothing");
    }
    assert_eq!(client.findings[URI], known);
    assert!(client.server.waits_for_pause());
}

/// The counts of perft of every game and variant of a file.
fn counts(text: &str) -> Vec<Vec<u64>> {
    let loaded = load("x.game", text);
    let titles: Vec<_> = loaded.titles().cloned().collect();
    let count = |title| {
        let (prepared, report) = loaded.prepare(Some(title), &[]);
        let mut start = prepared.unwrap_or_else(|| panic!("{report:?}\n{text}")).start();
        (1..=2).map(|depth| perft(&mut start, depth).unwrap()).collect()
    };
    titles.iter().map(count).collect()
}

#[test]
fn a_rename_keeps_perft_and_tests() {
    let mut renamed = 0;
    // What a sheet varies in another file is not beside it here.
    let is_alone = |text: &str| !text.contains("\" in \"");
    let all = SHIPPED.iter().filter(|game| is_alone(game.text)).enumerate();
    for (round, game) in all.step_by(3) {
        let mut rng = Rng::new(round as u64);
        let mut client = Client::new(round % 2 == 0);
        client.open(URI, game.text);
        let names = rulebook_ide::names(game.text);
        let before = counts(game.text);
        for _ in 0..3 {
            let at = names[rng.below(names.len() as u32) as usize].range.start;
            let Ok(range) = client.at("textDocument/prepareRename", URI, at) else { panic!("{at}") };
            let old = client.slice(URI, &range).to_owned();
            let position = client.position(URI, at);
            let asked = json!({"textDocument": {"uri": URI}, "position": position, "newName": format!("{old}_x")});
            match client.ask("textDocument/rename", asked) {
                Err((_, why)) => {
                    let of_form =
                        ["cells cannot be renamed", "rename the piece in the singular", "give pieces letters"];
                    assert!(of_form.iter().any(|said| why.contains(said)), "{}: {old}: {why}", game.name());
                }
                Ok(edit) => {
                    let changes = edit["changes"].as_object().unwrap();
                    assert_eq!(changes.keys().collect::<Vec<_>>(), [URI]);
                    let text = client.edited(URI, &changes[URI]);
                    assert_eq!(counts(&text), before, "{}: {old}", game.name());
                    let tested = run_tests(&load("x.game", &text), &|_, _| true);
                    assert!(tested.report.is_empty(), "{}: {old}: {:?}", game.name(), tested.report);
                    renamed += 1;
                }
            }
        }
    }
    assert!(renamed > 15, "{renamed}");
}

/// The files of a folder with planted mistakes.
fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/diagnostics");
    let mut folders = vec![root];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(|path| path.extension().is_some_and(|ending| ending == "game"));
    files.sort();
    assert!(files.len() > 100);
    files
}

/// How often there is each finding, by its code, what it says and the text that it is about.
fn tally(client: &Client, findings: &[Value]) -> BTreeMap<[String; 3], usize> {
    let mut tally = BTreeMap::new();
    for found in findings {
        let said = found["message"].as_str().unwrap().lines().next().unwrap().to_owned();
        let key = [found["code"].to_string(), said, client.slice(URI, &found["range"]).to_owned()];
        *tally.entry(key).or_default() += 1;
    }
    tally
}

#[test]
fn every_action_takes_its_finding_away() {
    let mut offered = 0;
    for path in fixtures() {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut client = Client::new(offered % 2 == 0);
        client.open(URI, &text);
        let before = client.findings[URI].clone();
        let asked = json!({
            "textDocument": {"uri": URI}, "range": client.whole(URI), "context": {"diagnostics": before, "only": ["quickfix"]},
        });
        for action in client.ask("textDocument/codeAction", asked).unwrap().as_array().unwrap() {
            offered += 1;
            let name = format!("{}: {}", path.display(), action["title"]);
            let found = &action["diagnostics"][0];
            assert!(before.contains(found), "{name}");
            let mended = client.edited(URI, &action["edit"]["changes"][URI]);
            assert_ne!(mended, text, "{name}");
            let mut reopened = Client::new(true);
            reopened.open(URI, &mended);
            let after = reopened.findings[URI].clone();
            let key = tally(&client, std::slice::from_ref(found)).pop_first().unwrap().0;
            let (old, new) = (tally(&client, &before)[&key], tally(&reopened, &after).get(&key).copied().unwrap_or(0));
            // What closed nothing may have stood for the last bracket, which then closes nothing itself.
            let line = |found: &Value| found["range"]["start"]["line"].clone();
            let stays = after.iter().any(|other| other["code"] == found["code"] && line(other) == line(found));
            assert!(new < old || !stays, "{name}: {after:?}");
            let unread = |findings: &[Value]| {
                findings.iter().filter(|found| found["code"].as_str().unwrap().starts_with("syntax/")).count()
            };
            assert!(unread(&after) <= unread(&before), "{name}: {after:?}");
        }
        let asked = json!({
            "textDocument": {"uri": URI}, "range": client.whole(URI), "context": {"diagnostics": [], "only": ["source.fixAll"]},
        });
        for action in client.ask("textDocument/codeAction", asked).unwrap().as_array().unwrap() {
            assert_eq!(action["kind"], "source.fixAll.rulebook");
            client.edited(URI, &action["edit"]["changes"][URI]);
        }
    }
    assert!(offered > 80, "{offered} fixes");
}

#[test]
fn what_is_offered_is_known_there() {
    let mut rng = Rng::new(3);
    let mut tried = 0;
    for (round, game) in SHIPPED.iter().enumerate().step_by(2) {
        let mut client = Client::new(round % 2 == 0);
        client.open(URI, game.text);
        let words: Vec<_> = rulebook_ide::tokens(game.text)
            .into_iter()
            .filter(|token| !["number", "string", "comment", "doc", "operator"].contains(&token.kind.name()))
            .collect();
        let token = words[rng.below(words.len() as u32) as usize];
        let list = client.at("textDocument/completion", URI, token.start).unwrap();
        let items = list["items"].as_array().unwrap();
        assert!(!list["isIncomplete"].as_bool().unwrap());
        for item in items.iter().step_by(items.len() / 8 + 1) {
            let edit = &item["textEdit"];
            let mut written = edit["newText"].as_str().unwrap().to_owned();
            if written.ends_with('(') {
                written.push(')');
            }
            // At the beginning of a word all of it is replaced.
            assert_eq!(client.slice(URI, &edit["range"]), &game.text[token.start..token.end], "{}", game.name());
            let text = client.edited(URI, &json!([{"range": edit["range"], "newText": written}]));
            tried += 1;
            for found in fresh(true, &text, false) {
                let code = found["code"].as_str().unwrap();
                let mut check = Client::new(true);
                check.open(URI, &text);
                let at = check.offset(URI, &found["range"]["start"]);
                let is_there = (token.start..token.start + written.len()).contains(&at);
                assert!(!(is_there && code.starts_with("name/unknown")), "{}: {} {found}", game.name(), item["label"]);
            }
        }
    }
    assert!(tried > 30, "{tried}");
}

/// What editors do to the lines of a text: the layout is that of `fmt`, and lines end as they did.
#[test]
fn formatting_is_what_fmt_does_with_the_ends_of_the_lines() {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let mut rng = Rng::new(7);
    for (round, game) in SHIPPED.iter().enumerate() {
        let texts = [
            game.text.to_owned(),
            game.text.replace("\n  ", "\n     "),
            game.text.replace(" = ", "  =   ").replace("// ", "//   \u{e9}\u{1f600} "),
            game.text.replace('\n', "\r\n"),
            game.text.replace("\n    ", "\n\n\n ").replace('\n', "\r\n"),
            format!("\n\n{}\n\n\n", game.text.trim()),
            game.text.trim().to_owned(),
        ];
        // Each game in two or three ways.
        for (_, text) in texts.into_iter().enumerate().filter(|(way, _)| way % 3 == round % 3) {
            let mut client = Client::new(round % 2 == 0);
            client.open(URI, &text);
            let options = json!({"tabSize": 8, "insertSpaces": false});
            let mut ask = |method: &str, range: Value| {
                let asked = json!({"textDocument": {"uri": URI}, "range": range, "options": options});
                client.ask(&format!("textDocument/{method}"), asked).unwrap()
            };
            let edits = ask("formatting", Value::Null);
            let Ok(wanted) = rulebook_language::format::format("x.game", &text) else { panic!("{}", game.name()) };
            let ended = if text.contains("\r\n") { wanted.replace('\n', "\r\n") } else { wanted };
            // What lies in a range is laid out, and nothing else, also where it takes lines along: words stay in their order.
            let line = u64::from(rng.below(text.matches('\n').count() as u32 + 1));
            let at = |line: u64| json!({"line": line, "character": 0});
            let part = ask("rangeFormatting", json!({"start": at(line), "end": at(line + 3)}));
            let all = edits.as_array().unwrap();
            let lines = |edit: &Value| {
                let [from, to] = ["start", "end"].map(|end| edit["range"][end]["line"].as_u64().unwrap());
                from..to
            };
            let is_in = |edit: &&Value| lines(edit).start < line + 3 && lines(edit).end > line;
            assert!(part.as_array().unwrap().iter().all(|edit| all.contains(edit)), "{part}");
            assert!(all.iter().filter(is_in).all(|edit| part.as_array().unwrap().contains(edit)), "{part}");
            assert_eq!(client.edited(URI, &edits), ended, "{}", game.name());
            assert_eq!(bare(&client.edited(URI, &part)), bare(&text), "{}", game.name());
            assert_eq!(all.is_empty(), text == ended);
        }
    }
}

/// One line that is not as it should be is one edit of one line.
#[test]
fn formatting_changes_only_the_lines_that_it_must() {
    for end in ["\n", "\r\n"] {
        let text = SHIPPED[0].text.replace('\n', end);
        let place = text.find("pick ").unwrap();
        let moved = format!("{}   {}", &text[..place], &text[place..]);
        let mut client = Client::new(true);
        client.open(URI, &moved);
        let asked = json!({"textDocument": {"uri": URI}, "options": {"tabSize": 2, "insertSpaces": true}});
        let edits = client.ask("textDocument/formatting", asked).unwrap();
        let edit = &edits.as_array().unwrap()[0];
        assert_eq!(edits.as_array().unwrap().len(), 1, "{edits}");
        let line = moved[..place].matches('\n').count();
        assert_eq!(
            edit["range"],
            json!({"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}})
        );
        assert!(edit["newText"].as_str().unwrap().ends_with(end));
        assert_eq!(client.edited(URI, &edits), text);
    }
}
