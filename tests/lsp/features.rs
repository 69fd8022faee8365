//! What an editor is given, feature by feature.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lsp_server::Message;
use rulebook_insight::analysis::{Effort, Smoke};
use rulebook_insight::library::{SHIPPED, Unread, find};
use rulebook_language::diagnostic::{Code, Report, Severity};
use rulebook_language::source::SourceMap;
use rulebook_lsp::{Files, NoFiles};
use serde_json::{Value, json};

use crate::URI;
use crate::client::Client;

const GAME: &str = r#"/// A small game. é😀
game "Five" {
  players Black, White
  option size: 3..=9 = 5
  option far: yes | no = no
  board square(size)
  piece stone

  /// How good a cell is.
  value worth(c) = edges(c)
  region home = rows(1)

  /// Puts a stone on a cell.
  move place {
    pick c in empty & home
    where worth(c) >= 0 or far is yes
    put my stone on c
  }
  turn place
  end when no move { draw }

  test "five moves at first" {
    expect moves 5
  }
  test "wrong" {
    expect moves 4
  }
}

variant "Six" of "Five" {
  option size: 3..=9 = 6
  value worth(c) = base + 1
  test "six moves" {
    expect moves 6
  }
}
"#;

fn opened(utf8: bool) -> Client {
    let mut client = Client::new(utf8);
    client.open(URI, GAME);
    assert!(client.findings[URI].is_empty(), "{:?}", client.findings);
    client
}

fn at(word: &str) -> usize {
    GAME.find(word).unwrap()
}

fn of(uri: &str) -> Value {
    json!({"textDocument": {"uri": uri}})
}

#[test]
fn a_hover_is_the_page_or_the_comment_with_type_and_value() {
    for utf8 in [true, false] {
        let mut client = opened(utf8);
        let said = client.at("textDocument/hover", URI, at("worth(c) >=") + 1).unwrap();
        let text = said["contents"]["value"].as_str().unwrap();
        assert!(text.contains("How good a cell is.") && text.contains("value worth(c)"), "{text}");
        assert_eq!(client.slice(URI, &said["range"]), "worth");
        let said = client.at("textDocument/hover", URI, at("home\n")).unwrap();
        assert!(said["contents"]["value"].as_str().unwrap().contains("5 cells"), "{said}");
        let said = client.at("textDocument/hover", URI, at("where")).unwrap();
        assert!(said["contents"]["value"].as_str().unwrap().contains("```game"), "{said}");
        assert_eq!(client.at("textDocument/hover", URI, at("/// A small") + 5), Ok(Value::Null));
    }
}

/// What is shown while arguments are written: the function, which of its parameters, and what the reference says of it.
#[test]
fn signatures_are_shown_while_arguments_are_written() {
    let text = GAME.replace(
        "    where worth(c) >= 0 or far is yes\n",
        "    where near(c, (ray(c, orthogonals, empty)), 2) and max(worth(c), 2, 3) > 0 // near(c,\n",
    );
    let text = text.replace("  region home", "  condition near(a, s, n) = count(s) > n and a in board\n  region home");
    let information = json!({"parameterInformation": {"labelOffsetSupport": true}});
    let offsets = json!({"textDocument": {"signatureHelp": {"signatureInformation": information}}});
    for (utf8, able) in [(true, offsets), (false, json!({}))] {
        let mut client = Client::able(utf8, Arc::new(NoFiles), json!({}), able.clone());
        client.open(URI, &text);
        let mut at = |before: &str| {
            let help = client.at("textDocument/signatureHelp", URI, text.find(before).unwrap() + before.len()).unwrap();
            let signature = &help["signatures"][0];
            let label = signature["label"].as_str()?.to_owned();
            let parameter = &signature["parameters"][help["activeParameter"].as_u64()? as usize]["label"];
            let active = match parameter.as_array() {
                Some(place) => label[place[0].as_u64()? as usize..place[1].as_u64()? as usize].to_owned(),
                None => parameter.as_str()?.to_owned(),
            };
            assert_eq!(parameter.is_array(), able != json!({}));
            Some((label, active, signature["documentation"]["value"].as_str()?.to_owned()))
        };
        let told = |found: Option<(String, String, String)>| found.map(|(label, active, _)| (label, active));
        let is = |label: &str, active: &str| Some((label.to_owned(), active.to_owned()));
        assert_eq!(told(at("where near(")), is("near(a, s, n)", "a"));
        assert_eq!(told(at("near(c, ")), is("near(a, s, n)", "s"));
        assert_eq!(told(at("near(c, (")), is("near(a, s, n)", "s"), "a bracket that groups is part of the argument");
        assert_eq!(told(at("(ray(c, orth")), is("ray(c, directions, through)", "directions"));
        assert_eq!(told(at("empty)), ")), is("near(a, s, n)", "n"));
        assert_eq!(told(at("max(worth(")), is("worth(c)", "c"));
        assert_eq!(told(at("max(worth(c), 2, ")), is("max(a, b)", "b"), "the last one again");
        assert_eq!(told(at("board square(")), is("square(columns, rows)", "columns"));
        for nothing in ["where nea", "2) and", "// near(c,", "pick c in", "condition near(a"] {
            assert_eq!(at(nothing), None, "{nothing}");
        }
        assert!(at("max(worth(").unwrap().2.contains("How good a cell is."));
        assert!(at("(ray(").unwrap().2.contains("```game"));
        // While it is written.
        let end = text.find("near(c, (ray").unwrap();
        let typed = format!("{}near(c, ", &text[..end]);
        client.open(URI, &typed);
        let help = client.at("textDocument/signatureHelp", URI, typed.len()).unwrap();
        assert_eq!((&help["signatures"][0]["label"], &help["activeParameter"]), (&json!("near(a, s, n)"), &json!(1)));
    }
}

#[test]
fn completion_replaces_the_word_and_is_explained_when_asked() {
    let mut client = opened(false);
    let list = client.at("textDocument/completion", URI, at("worth(c) >=") + 3).unwrap();
    let items = list["items"].as_array().unwrap().clone();
    let item =
        |label: &str| items.iter().find(|item| item["label"] == label).unwrap_or_else(|| panic!("{label}")).clone();
    assert_eq!(client.slice(URI, &item("worth")["textEdit"]["range"]), "worth");
    assert!(item("worth").get("documentation").is_none(), "documentation comes when it is asked for");
    let resolved = client.ask("completionItem/resolve", item("worth")).unwrap();
    assert!(resolved["documentation"]["value"].as_str().unwrap().contains("How good"), "{resolved}");
    let resolved = client.ask("completionItem/resolve", item("count")).unwrap();
    assert!(resolved["documentation"]["value"].as_str().unwrap().contains("```game"), "{resolved}");
    // Of another text nothing is claimed.
    client.edit(URI, &[(0, 0, " ")]);
    client.at("textDocument/completion", URI, 0).unwrap();
    let resolved = client.ask("completionItem/resolve", item("worth")).unwrap();
    assert!(resolved.get("documentation").is_none(), "{resolved}");
}

#[test]
fn names_are_followed_across_variants() {
    for utf8 in [true, false] {
        let mut client = opened(utf8);
        let definition = client.at("textDocument/definition", URI, at("worth(c) >=")).unwrap();
        assert_eq!(definition["uri"], URI);
        assert_eq!(client.offset(URI, &definition["range"]["start"]), at("worth(c) = edges"));
        let position = client.position(URI, at("worth(c) = base"));
        for (declarations, count) in [(true, 3), (false, 2)] {
            let asked = json!({
                "textDocument": {"uri": URI}, "position": position, "context": {"includeDeclaration": declarations},
            });
            let found = client.ask("textDocument/references", asked).unwrap();
            let found = found.as_array().unwrap();
            assert_eq!(found.len(), count);
            assert!(found.iter().all(|found| client.slice(URI, &found["range"]) == "worth"));
        }
        let lit = client.at("textDocument/documentHighlight", URI, at("Five\" {") + 1).unwrap();
        assert_eq!(lit.as_array().unwrap().len(), 2, "{lit}");
        let asked = json!({"textDocument": {"uri": URI}, "position": position, "newName": "gain"});
        let edit = client.ask("textDocument/rename", asked).unwrap();
        let text = client.edited(URI, &edit["changes"][URI]);
        assert_eq!(text, GAME.replace("worth", "gain"));
        let asked = json!({"textDocument": {"uri": URI}, "position": position, "newName": "pick"});
        assert!(client.ask("textDocument/rename", asked).unwrap_err().1.contains("cannot be a name"));
    }
    // What a shipped game declares is not to be renamed, and is in no file.
    let mut client = Client::new(true);
    let text = "variant \"V\" of \"Emulsion\" {\n  value worth(c) = base + 1\n}\n";
    client.open(URI, text);
    let asked = json!({"textDocument": {"uri": URI}, "position": client.position(URI, 36), "newName": "gain"});
    assert!(client.ask("textDocument/rename", asked).unwrap_err().1.contains("shipped game"));
    assert_eq!(client.at("textDocument/definition", URI, text.find("Emulsion").unwrap()), Ok(Value::Null));
}

/// The text of a shipped game opens where the client can show it, and is read there as anywhere.
#[test]
fn a_shipped_base_is_shown() {
    let text = "variant \"V\" of \"Emulsion\" {\n  value worth(c) = base + 1\n}\n";
    let shows = json!({"workspace": {"textDocumentContent": {"dynamicRegistration": true}}});
    let mut client = Client::able(true, Arc::new(NoFiles), json!({}), shows);
    client.open(URI, text);
    let definition = client.at("textDocument/definition", URI, text.find("Emulsion").unwrap()).unwrap();
    let uri = definition["uri"].as_str().unwrap().to_owned();
    assert_eq!(uri, "rulebook:///games/territory/emulsion.game");
    let content = client.ask("workspace/textDocumentContent", json!({"uri": uri})).unwrap();
    let shipped = find("emulsion").unwrap().text;
    assert_eq!(content["text"], shipped);
    client.open(&uri, shipped);
    assert_eq!(client.slice(&uri, &definition["range"]), "Emulsion");
    assert!(client.findings[&uri].is_empty());
    client.pause();
    assert!(client.findings[&uri].is_empty());
    // What is asked of a sheet is answered there.
    let at = shipped.find("worth(").unwrap();
    let hover = client.at("textDocument/hover", &uri, at).unwrap();
    assert!(hover["contents"]["value"].as_str().unwrap().contains("worth"), "{hover}");
    let own = client.at("textDocument/definition", &uri, shipped.rfind("worth(").unwrap()).unwrap();
    assert_eq!(own["uri"], uri.as_str());
    assert!(!client.ask("textDocument/documentSymbol", of(&uri)).unwrap().as_array().unwrap().is_empty());
    assert_eq!(client.ask("textDocument/formatting", of(&uri)), Ok(json!([])));
    let asked = json!({"method": "load", "params": {"game": {"uri": uri}}});
    assert!(client.ask("rulebook/session", asked).is_ok());
    // Nothing in it is to be changed, from wherever one asks.
    for (uri, offset) in [(uri.as_str(), at), (URI, text.find("worth").unwrap())] {
        let asked = json!({"textDocument": {"uri": uri}, "position": client.position(uri, offset), "newName": "gain"});
        assert!(client.ask("textDocument/rename", asked).unwrap_err().1.contains("shipped game"));
    }
    for wrong in ["rulebook:///games/nothing.game", "file:///work/a.game"] {
        let refused = client.ask("workspace/textDocumentContent", json!({"uri": wrong})).unwrap_err();
        assert!(refused.1.contains("there is no shipped game"), "{refused:?}");
    }
    // A shipped game that builds on another in a file beside it.
    for game in SHIPPED.iter().filter(|game| game.text.contains("\" in \"")).take(2) {
        // As VS Code writes it.
        let uri = format!("rulebook:/games/{}.game", game.path);
        client.open(&uri, game.text);
        assert_eq!(client.findings[&uri], Vec::<Value>::new());
        let base = game.text.find("\" in \"").unwrap() - 1;
        let place = client.at("textDocument/definition", &uri, base).unwrap();
        assert!(
            place["uri"].as_str().unwrap().starts_with("rulebook:///games/")
                && !place["uri"].as_str().unwrap().ends_with(game.path)
        );
    }
}

#[test]
fn the_outline_folds_and_selections_nest() {
    let mut client = opened(false);
    let symbols = client.ask("textDocument/documentSymbol", of(URI)).unwrap();
    let names: Vec<&str> = symbols.as_array().unwrap().iter().map(|unit| unit["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Five", "Six"]);
    let inside = |outer: &Value, inner: &Value| {
        let place = |range: &Value, end: &str| client.offset(URI, &range[end]);
        place(outer, "start") <= place(inner, "start") && place(inner, "end") <= place(outer, "end")
    };
    for unit in symbols.as_array().unwrap() {
        assert!(inside(&unit["range"], &unit["selectionRange"]));
        for child in unit["children"].as_array().unwrap() {
            assert!(
                inside(&unit["range"], &child["range"]) && inside(&child["range"], &child["selectionRange"]),
                "{child}"
            );
        }
    }
    let folds = client.ask("textDocument/foldingRange", of(URI)).unwrap();
    assert!(folds.as_array().unwrap().iter().any(|fold| fold["startLine"] == 13), "{folds}");
    let position = client.position(URI, at("worth(c) >=") + 2);
    let asked = json!({"textDocument": {"uri": URI}, "positions": [position, position]});
    let chains = client.ask("textDocument/selectionRange", asked).unwrap();
    let mut chain = &chains[1];
    let mut texts = Vec::new();
    while chain.is_object() {
        texts.push(client.slice(URI, &chain["range"]));
        chain = &chain["parent"];
    }
    assert_eq!((texts[0], *texts.last().unwrap()), ("worth", GAME));
    assert!(texts.iter().any(|text| text.starts_with("move place {") && text.ends_with('}')), "{texts:?}");
    assert!(texts.windows(2).all(|pair| pair[0].len() < pair[1].len()));
}

#[test]
fn tokens_have_the_widths_of_the_encoding() {
    for utf8 in [true, false] {
        let mut client = opened(utf8);
        let whole = client.ask("textDocument/semanticTokens/full", of(URI)).unwrap();
        let numbers: Vec<u64> = whole["data"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        assert_eq!(numbers[..5], [0, 0, if utf8 { 24 } else { 21 }, 4, 1], "the comment, with its é and its smile");
        let range =
            json!({"start": client.position(URI, at("move place")), "end": client.position(URI, at("turn place"))});
        let part =
            client.ask("textDocument/semanticTokens/range", json!({"textDocument": {"uri": URI}, "range": range}));
        let part = part.unwrap()["data"].as_array().unwrap().len();
        assert!(part > 20 && part < numbers.len(), "{part}");
    }
}

#[test]
fn hints_are_shown_once_they_are_wanted() {
    let mut client = opened(true);
    let asked = json!({"textDocument": {"uri": URI}, "range": client.whole(URI)});
    assert_eq!(client.ask("textDocument/inlayHint", asked.clone()), Ok(json!([])));
    client
        .tell("workspace/didChangeConfiguration", json!({"settings": {"rulebook": {"inlayHints": {"enable": true}}}}));
    let hints = client.ask("textDocument/inlayHint", asked).unwrap();
    let labels: Vec<&str> = hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["2 values", "25 cells", "5 cells"]);
}

#[test]
fn lenses_run_tests_and_count() {
    let mut client = opened(true);
    let lenses = client.ask("textDocument/codeLens", of(URI)).unwrap();
    let lenses: Vec<Value> = lenses.as_array().unwrap().iter().map(|lens| lens["command"].clone()).collect();
    let mut run = |title: &str, place: usize| {
        let lens = lenses.iter().filter(|lens| lens["title"] == title).nth(place).unwrap_or_else(|| panic!("{title}"));
        let params = json!({"command": lens["command"], "arguments": lens["arguments"]});
        let result = client.ask("workspace/executeCommand", params).unwrap();
        let Some(Message::Notification(told)) = client.said.pop() else { panic!("nothing is shown") };
        assert_eq!((told.method.as_str(), &told.params["message"]), ("window/showMessage", &result["message"]));
        (told.params["type"].as_u64().unwrap(), result["message"].as_str().unwrap().to_owned())
    };
    assert_eq!(run("run test", 0), (3, "1 test passed".to_owned()));
    let (kind, failed) = run("run tests", 0);
    assert!(kind == 1 && failed.starts_with("1 of 2 tests failed\nwrong: "), "{failed}");
    assert_eq!(run("run test", 2), (3, "1 test passed".to_owned()));
    assert_eq!(run("perft 3", 0).1, "lines of play by depth: 5, 20, 60");
    assert!(run("play 1000 random games", 1).1.starts_with("1000 random games: seat 1 wins"));
    assert!(!run("compare with Five", 0).1.is_empty());
    let play = lenses.iter().find(|lens| lens["title"] == "play").unwrap();
    assert_eq!(play["command"], "rulebook.play");
    client.tell("workspace/didChangeConfiguration", json!({"settings": {"rulebook": {"codeLens": {"enable": false}}}}));
    assert_eq!(client.ask("textDocument/codeLens", of(URI)), Ok(json!([])));
}

#[test]
fn a_page_asks_the_session_by_the_address_of_a_document() {
    let mut client = opened(true);
    let game = json!({"uri": URI, "variant": "Six"});
    let ask = |method: &str, params: Value| json!({"method": method, "params": params});
    let loaded = client.ask("rulebook/session", ask("load", json!({"game": game}))).unwrap();
    assert_eq!(loaded["game"]["board"]["cells"].as_array().unwrap().len(), 36);
    let position =
        client.ask("rulebook/session", ask("position", json!({"game": game, "line": {"moves": []}}))).unwrap();
    assert!(position.is_object());
    let missing = client.ask("rulebook/session", ask("load", json!({"game": {"uri": "file:///nowhere"}})));
    assert!(missing.unwrap_err().1.contains("there is no file"));
    assert!(client.ask("rulebook/session", ask("fly", json!({}))).unwrap_err().1.contains("no method"));
    assert!(client.ask("rulebook/session", json!([1])).is_err());
}

/// Files in memory.
#[derive(Debug, Default)]
struct Disk {
    files: BTreeMap<PathBuf, String>,
    refreshed: Mutex<u32>,
}

impl Files for Disk {
    fn text(&self, path: &Path) -> Option<String> {
        self.files.get(path).cloned()
    }

    fn beside(&self, folder: &Path, path: &str) -> Result<String, Unread> {
        self.text(&folder.join(path)).ok_or(Unread::Missing)
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let here = self.files.keys().filter(|path| path.parent() == Some(folder));
        here.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
    }

    fn sheets(&self, folder: &Path) -> Vec<PathBuf> {
        self.files.keys().filter(|path| path.starts_with(folder)).cloned().collect()
    }

    fn effort(&self, _: &Path) -> Smoke {
        Effort::Quick.into()
    }

    fn settle(&self, path: &Path, report: Report, _: &mut SourceMap) -> Result<Report, String> {
        match path.ends_with("strict.game") {
            true => Ok(report.regrade(|code| (code == Code::LintUnused).then_some(Severity::Error))),
            false if path.ends_with("broken.game") => Err("rulebook.toml is wrong".to_owned()),
            false => Ok(report),
        }
    }

    fn refresh(&self) {
        *self.refreshed.lock().unwrap() += 1;
    }

    fn page(&self, path: &Path) -> Result<String, String> {
        Ok(format!("http://127.0.0.1/#{}", path.display()))
    }
}

#[test]
fn the_files_of_the_workspace_are_known() {
    let files = [("a.game", GAME), ("b.game", find("emulsion").unwrap().text)];
    let files = files.into_iter().map(|(name, text)| (Path::new("/work").join(name), text.to_owned())).collect();
    let disk = Arc::new(Disk { files, ..Disk::default() });
    let mut client = Client::with(true, disk.clone(), json!({}));
    // An open document goes before what is on disk.
    client.open("file:///work/a.game", &GAME.replace("worth", "value_of"));
    let mut names = |query: &str| {
        let found = client.ask("workspace/symbol", json!({"query": query})).unwrap();
        let text = |found: &Value| {
            format!("{} {}", found["location"]["uri"].as_str().unwrap(), found["name"].as_str().unwrap())
        };
        found.as_array().unwrap().iter().map(text).collect::<Vec<_>>()
    };
    assert!(names("WRTH").contains(&"file:///work/b.game worth".to_owned()));
    assert!(names("WRTH").iter().all(|name| name.starts_with("file:///work/b.game")), "{:?}", names("WRTH"));
    assert_eq!(names("value_of"), ["file:///work/a.game value_of"; 2]);
    assert_eq!(names("emulsion"), ["file:///work/b.game Emulsion", "file:///work/b.game Free Emulsion"]);
    let play = json!({"command": "rulebook.play", "arguments": ["file:///work/b.game", "Emulsion"]});
    assert_eq!(client.ask("workspace/executeCommand", play).unwrap()["link"], "http://127.0.0.1/#/work/b.game");
    client.tell("textDocument/didSave", of("file:///work/a.game"));
    assert_eq!(*disk.refreshed.lock().unwrap(), 1);
    let event = json!({"event": {"added": [], "removed": [{"uri": "file:///work", "name": "work"}]}});
    client.tell("workspace/didChangeWorkspaceFolders", event);
    assert!(client.ask("workspace/symbol", json!({"query": "worth"})).unwrap().as_array().unwrap().is_empty());
}

#[test]
fn settings_files_are_honoured() {
    let unused = GAME.replace("  turn place\n", "  region spare = rows(2)\n  turn place\n");
    let mut client = Client::with(true, Arc::new(Disk::default()), json!({}));
    let severities = |client: &Client, uri: &str| {
        let of = |found: &&Value| found["code"] == "lint/unused";
        client.findings[uri].iter().filter(of).map(|found| found["severity"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let uris = ["file:///work/strict.game", "file:///work/other.game", "file:///work/broken.game"];
    uris.iter().for_each(|uri| client.open(uri, &unused));
    client.pause();
    assert_eq!(uris.map(|uri| severities(&client, uri)), [vec![1], vec![2], vec![2]]);
    let told: Vec<&Message> = client.said.iter().collect();
    assert_eq!(told.len(), 1, "what is wrong with the settings is said once: {told:?}");
}

/// A game, a variant of it in another file, and a variant of that in a third: two on disk, one open.
#[test]
fn names_are_followed_across_files() {
    let six =
        "variant \"Six\" of \"Five\" in \"five.game\" {\n  option size: 3..=9 = 6\n  value worth(c) = base + 1\n}\n";
    let far = "// é😀\nvariant \"Far\" of \"Six\" in \"six.game\" {\n  condition good = some c in board has worth(c) > 2\n  end when good { draw }\n}\n";
    let five = GAME.split("\nvariant").next().unwrap();
    let [five_uri, six_uri, far_uri] = ["five", "six", "far"].map(|name| format!("file:///work/{name}.game"));
    for utf8 in [true, false] {
        let files = [("five.game", five), ("six.game", six), ("far.game", far)];
        let files = files.into_iter().map(|(name, text)| (Path::new("/work").join(name), text.to_owned())).collect();
        let mut client = Client::with(utf8, Arc::new(Disk { files, ..Disk::default() }), json!({}));
        // The open text goes before what is on disk: it stands a line lower.
        let lower = format!("\n{five}");
        for (uri, text) in [(&five_uri, lower.as_str()), (&six_uri, six), (&far_uri, far)] {
            client.texts.insert(uri.clone(), text.to_owned());
        }
        client.open(&far_uri, far);
        client.open(&five_uri, &lower);
        assert_eq!(client.findings[&far_uri], Vec::<Value>::new());
        let at = far.find("worth").unwrap();
        let definition = client.at("textDocument/definition", &far_uri, at).unwrap();
        assert_eq!(
            (definition["uri"].as_str().unwrap(), client.slice(&six_uri, &definition["range"])),
            (six_uri.as_str(), "worth")
        );
        let said = client.at("textDocument/hover", &far_uri, at).unwrap();
        assert!(said["contents"]["value"].as_str().unwrap().contains("How good a cell is."), "{said}");
        let title = client.at("textDocument/definition", &far_uri, far.find("Six").unwrap()).unwrap();
        assert_eq!(title["uri"], six_uri.as_str());
        // From whichever file one asks, all files are found.
        for (uri, text) in [(&far_uri, far), (&five_uri, lower.as_str())] {
            let position = client.position(uri, text.find("worth(c)").unwrap());
            let asked = json!({
                "textDocument": {"uri": uri}, "position": position, "context": {"includeDeclaration": true},
            });
            let found = client.ask("textDocument/references", asked).unwrap();
            let mut uris: Vec<&str> =
                found.as_array().unwrap().iter().map(|found| found["uri"].as_str().unwrap()).collect();
            uris.sort_unstable();
            assert_eq!(uris, [&far_uri, &five_uri, &five_uri, &six_uri].map(String::as_str), "{uri}");
            let asked = json!({"textDocument": {"uri": uri}, "position": position, "newName": "gain"});
            let edit = client.ask("textDocument/rename", asked).unwrap();
            let changes = edit["changes"].as_object().unwrap();
            assert_eq!(changes.len(), 3, "{edit}");
            for (uri, edits) in changes {
                assert_eq!(client.edited(uri, edits), client.texts[uri].replace("worth", "gain"));
            }
        }
        // A mistake in the game is one of its variants, and goes as it came.
        let before = client.findings.clone();
        let place = lower.find("edges(c)").unwrap();
        client.edit(&five_uri, &[(place, place + 5, "edgess")]);
        assert!(!client.findings[&far_uri].is_empty());
        client.edit(&five_uri, &[(place, place + 6, "edges")]);
        assert_eq!(client.findings, before);
        // A page gets the other files as well.
        let asked = json!({"method": "load", "params": {"game": {"uri": far_uri}}});
        let loaded = client.ask("rulebook/session", asked).unwrap();
        assert_eq!(loaded["game"]["board"]["cells"].as_array().unwrap().len(), 36, "{loaded}");
        // Once the game is closed, what is on disk counts.
        client.tell("textDocument/didClose", of(&five_uri));
        client.texts.insert(five_uri.clone(), five.to_owned());
        let definition = client.at("textDocument/references", &far_uri, at).unwrap();
        let five_places = definition.as_array().unwrap().iter().filter(|found| found["uri"] == five_uri.as_str());
        assert!(
            five_places.clone().count() > 0
                && five_places.into_iter().all(|found| client.slice(&five_uri, &found["range"]) == "worth")
        );
    }
}
