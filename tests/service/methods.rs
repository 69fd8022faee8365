//! Each method, by what it answers.

use rulebook_service::session::Session;
use serde_json::{Value, json};

use crate::{Asked, Stops, game, names, sample};

#[test]
fn places_are_counted_in_utf16() {
    let mut asked = Asked::default();
    let text = "// \u{1F600}\ngame \"x\" {\n  players A, B\n  board sqare(3)\n}\n";
    let found = asked.ask("load", json!({"game": {"text": text}}));
    let finding =
        found["findings"].as_array().unwrap().iter().find(|said| said["code"] == "board/unknown-shape").unwrap();
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |name: &str| finding["span"][name].as_u64().unwrap() as usize;
    assert_eq!(String::from_utf16(&units[at("start")..at("end")]).unwrap(), "sqare");
    let edit = &finding["fixes"][0]["edits"][0];
    assert_eq!((&edit["text"], &edit["span"]), (&"square".into(), &finding["span"]));
    assert_eq!(found["games"][0]["title"], "x");
}

#[test]
fn a_game_is_described() {
    let mut asked = Asked::default();
    let found = asked.ask("load", json!({"game": {"text": game("emulsion")["text"], "options": {"size": "5"}}}));
    let shown = &found["game"];
    assert_eq!(shown["players"], json!(["Black", "White"]));
    assert_eq!(shown["look"]["players"], json!(["black", "white"]));
    let size = shown["options"].as_array().unwrap().iter().find(|option| option["name"] == "size").unwrap();
    assert_eq!(
        (&size["value"], &size["default"], &size["domain"]["type"]),
        (&"5".into(), &"9".into(), &"range".into())
    );
    assert_eq!(shown["board"]["cells"].as_array().unwrap().len(), 25);
    assert_eq!(shown["board"]["cells"][0], json!({"name": "a1", "x": 0.0, "y": 0.0}));
    let hex = asked.ask("load", json!({"game": game("hex")}));
    let sides = hex["game"]["look"]["sides"].as_array().unwrap().clone();
    assert_eq!(sides.iter().map(|side| side["player"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 0, 1, 1]);
    let morris = asked.ask("load", json!({"game": game("nine-mens-morris")}));
    assert_eq!(morris["game"]["board"]["shape"], "point");
    assert_eq!(morris["game"]["board"]["lines"].as_array().unwrap().len(), 32);
    for name in names() {
        let found = asked.ask("load", json!({"game": game(name)}));
        let errors = found["findings"].as_array().unwrap().iter().filter(|said| said["severity"] != "note").count();
        assert_eq!(errors, 0, "{name}: {}", found["findings"]);
        assert!(found["game"].is_object(), "{name}");
    }
}

#[test]
fn a_game_is_drawn_as_its_sheet_says() {
    let mut asked = Asked::default();
    let text = "game \"X\" {\n  players White, Black\n  board square(3)\n  pieces man plural men, king, ox\n  look {\n    board as checkered\n    White as ivory\n    man as shield\n    ox as b\n  }\n  move m { pick c in empty put my man on c }\n  turn m\n  end when no empty { draw }\n}\n";
    let found = asked.ask("load", json!({"game": {"text": text}}));
    let look = json!({
        "board": "checkered", "players": ["ivory", "black"], "kinds": ["shield", "king", "B"], "tints": [null, null, null],
        "marked": [], "fields": [], "hidden": [], "sides": [],
    });
    assert_eq!(found["game"]["look"], look, "{}", found["findings"]);
    let shown = asked.ask("load", json!({"game": game("shogi")}));
    assert_eq!(shown["game"]["look"]["kinds"][0], json!({"letters": "P", "on": "wedge"}));
    let raised = json!({"mark": "raised", "kind": 0, "like": {"letters": "+P", "on": "wedge"}});
    assert_eq!(shown["game"]["look"]["marked"][0], raised);
    let shown = asked.ask("load", json!({"game": game("jungle")}));
    let den = json!({"name": "den", "player": 1, "style": "starred", "cells": [59]});
    assert!(shown["game"]["look"]["fields"].as_array().unwrap().contains(&den), "{}", shown["game"]["look"]);
    let shown = asked.ask("load", json!({"game": game("chess")}));
    assert_eq!(shown["game"]["look"]["hidden"], json!(["unmoved", "passed"]));
    let shown = asked.ask("load", json!({"game": game("tic-tac-toe")}));
    assert_eq!(shown["game"]["look"]["kinds"], json!([["cross", "ring"]]));
    let shown = asked.ask("load", json!({"game": game("english-draughts")}));
    assert_eq!(shown["game"]["look"]["kinds"], json!(["disc", "crown"]));
}

#[test]
fn effects_tell_moves_from_exchanges_captures_and_flips() {
    let mut asked = Asked::default();
    let mut last = |name: &str, options: Value, moves: Value| {
        let game = json!({"text": game(name)["text"], "options": options});
        let found = asked.ask("position", json!({"game": game, "line": {"moves": moves}}));
        assert_eq!(found["cut"], Value::Null, "{name}");
        let kinds: Vec<String> = found["effects"]
            .as_array()
            .unwrap()
            .iter()
            .map(|effect| effect["type"].as_str().unwrap().to_owned())
            .collect();
        kinds
    };
    assert_eq!(last("emulsion", json!({"size": "3"}), json!(["b1-a1"])), ["move", "move"]);
    assert_eq!(last("tic-tac-toe", json!({}), json!(["b2"])), ["put"]);
    assert_eq!(last("breakthrough", json!({}), json!(["a7-a6"])), ["move"]);
    assert_eq!(last("clobber", json!({}), json!(["a1-b1"])), ["remove", "move"]);
    assert_eq!(last("english-draughts", json!({}), json!(["c3-d4", "f6-e5", "d4-f6"])), ["remove", "move"]);
    assert_eq!(last("othello", json!({}), json!(["d3"])), ["put", "replace"]);
}

#[test]
fn what_decided_is_said() {
    let mut asked = Asked::default();
    let mut ended = |name: &str, moves: Value| {
        let found = asked.ask("position", json!({"game": game(name), "line": {"moves": moves}}));
        let loaded = asked.ask("load", json!({"game": game(name)}));
        let cells = loaded["game"]["board"]["cells"].as_array().unwrap();
        let name = |cell: &Value| cells[cell.as_u64().unwrap() as usize]["name"].as_str().unwrap().to_owned();
        let decided: Vec<String> = found["ended"]["cells"].as_array().unwrap().iter().map(name).collect();
        (found["ended"]["says"].as_str().unwrap().to_owned(), decided)
    };
    let (says, cells) = ended("tic-tac-toe", json!(["a1", "a3", "b1", "b3", "c1"]));
    assert_eq!(
        (says.as_str(), cells.as_slice()),
        ("when some three: last mover wins", &["a1", "b1", "c1"].map(str::to_owned)[..])
    );
    let line: Vec<String> = (1..=11).flat_map(|row| [format!("a{row}"), format!("k{row}")]).collect();
    let (_, cells) = ended("hex", json!(line[..21]));
    assert_eq!(cells.len(), 11, "{cells:?}");
}

#[test]
fn random_games_are_told_of_and_stopped() {
    let mut asked = Asked::default();
    let numbers = asked.ask("playouts", json!({"game": game("emulsion"), "games": 500, "seed": 1}));
    assert_eq!((&numbers["games"], &numbers["of"]), (&500.into(), &500.into()));
    let rates: f64 = numbers["seats"].as_array().unwrap().iter().map(|seat| seat["rate"].as_f64().unwrap()).sum();
    assert!((rates + numbers["draws"]["rate"].as_f64().unwrap() - 1.0).abs() < 1e-6, "{numbers}");
    let of_bins = numbers["length"]["histogram"].as_array().unwrap().iter().map(|bin| bin["games"].as_u64().unwrap());
    assert_eq!(of_bins.sum::<u64>(), 500);
    let ends = numbers["ends"].as_array().unwrap();
    assert!(ends.iter().all(|end| end["share"]["low"].as_f64() <= end["share"]["rate"].as_f64()), "{numbers}");
    let shares: f64 = ends.iter().map(|end| end["share"]["rate"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-6, "{numbers}");
    assert!(numbers["choices"]["mean"].as_f64().unwrap() > 1.0, "{numbers}");
    assert!(numbers["heat"].as_array().unwrap().iter().all(|share| share.as_f64().unwrap() > 0.0), "{numbers}");
    let mut host = Stops(2, Vec::new());
    let request = json!({"method": "playouts", "params": {"game": game("emulsion"), "games": 100_000, "seed": 1}});
    let reply: Value = serde_json::from_str(&Session::default().answer(&request.to_string(), &mut host)).unwrap();
    let played = reply["answer"]["games"].as_u64().unwrap();
    assert!(host.1.len() == 2 && played < 1000 && reply["answer"]["of"] == 100_000, "{played}");
    let mut host = Stops(1, Vec::new());
    for (method, more) in [("measure", json!({})), ("check", json!({})), ("perft", json!({"depth": 3}))] {
        let mut params = json!({"game": game("clobber"), "games": 64, "seed": 1});
        more.as_object().unwrap().iter().for_each(|(key, value)| params[key] = value.clone());
        let request = json!({"method": method, "params": params}).to_string();
        let reply: Value = serde_json::from_str(&Session::default().answer(&request, &mut host)).unwrap();
        assert_eq!(reply["error"]["cancelled"], true, "{method}: {reply}");
    }
}

/// The counts of batched games are those of `playouts`, whatever plays them.
#[test]
fn numbers_are_those_of_playouts() {
    use rulebook_insight::analysis::{RandomGames, Settings};
    use rulebook_insight::library::{find, load};
    let mut asked = Asked::default();
    for name in names() {
        let numbers = asked.ask("playouts", json!({"game": game(name), "games": 12, "seed": 9}));
        let start = load(name, find(name).unwrap().text).prepare(None, &[]).0.unwrap().start();
        let settings = Settings { seed: 9, max_plies: 10_000, ..Settings::default() };
        let tally = RandomGames::new(start, settings).tally(0..12, &|| true);
        let mean = numbers["length"]["mean"].as_f64().unwrap();
        assert!((mean - tally.mean_plies()).abs() < 1e-6, "{name}: {mean} {}", tally.mean_plies());
        let won = (numbers["seats"][0]["rate"].as_f64().unwrap() * 12.0).round() as u64;
        assert!(tally.cut > 0 || won == tally.first_seat[0], "{name}: {won} {:?}", tally.first_seat);
        let ends: u64 = numbers["ends"].as_array().unwrap().iter().map(|end| end["games"].as_u64().unwrap()).sum();
        assert_eq!(ends, 12, "{name}: {}", numbers["ends"]);
    }
}

#[test]
fn agents_have_opinions() {
    let mut asked = Asked::default();
    let line = json!({"moves": ["a1", "a3", "b1", "b3"]});
    let ask = |agent: &str| json!({"game": game("tic-tac-toe"), "line": line, "agent": agent, "seed": 1});
    let found = asked.ask("agent", ask("mcts:200"));
    assert_eq!(found["move"], "c1");
    assert!(found["values"][0].as_f64().unwrap() > 0.9, "{found}");
    let open = json!({"game": game("tic-tac-toe"), "line": {"moves": ["b2"]}, "agent": "mcts:200", "seed": 1});
    assert_eq!(asked.ask("agent", open)["actions"].as_array().unwrap().len(), 8);
    assert!(asked.ask("agent", ask("greedy:count(mine)"))["move"].is_string());
    let wrong = asked.reply("agent", &ask("mtcs:200"));
    assert!(wrong["error"]["message"].as_str().unwrap().contains("mcts"), "{wrong}");
}

#[test]
fn definitions_are_shown() {
    let mut asked = Asked::default();
    let game = json!({"text": game("emulsion")["text"], "options": {"size": "3"}});
    let ask = |name: &str| json!({"game": game, "line": {}, "definition": name});
    let found = asked.ask("show", ask("worth"));
    let values = found["values"].as_array().unwrap();
    assert_eq!((values.len(), values[0].is_string()), (9, true), "{found}");
    let loaded = asked.ask("load", json!({"game": game}));
    for definition in loaded["game"]["definitions"].as_array().unwrap() {
        asked.ask("show", ask(definition["name"].as_str().unwrap()));
    }
    assert!(asked.reply("show", &ask("nothing"))["error"]["message"].is_string());
}

#[test]
fn tests_are_run_and_written() {
    let mut asked = Asked::default();
    for name in names() {
        let found = asked.ask("tests", json!({"game": game(name)}));
        assert!(found.as_array().unwrap().iter().all(|test| test["passed"] == true), "{name}: {found}");
    }
    let game = game("tic-tac-toe");
    let line = sample(&mut asked, &game, 1, 30);
    let block = asked.ask("test_block", json!({"game": game, "line": line, "name": "a random game"}));
    let text = game["text"].as_str().unwrap();
    let at = text.find("\n}").unwrap() + 1;
    let with = format!("{}{}{}", &text[..at], block["text"].as_str().unwrap(), &text[at..]);
    let results = asked.ask("tests", json!({"game": {"text": with}}));
    let own = results.as_array().unwrap().iter().find(|test| test["name"] == "a random game").unwrap();
    assert_eq!((&own["passed"], &own["line"]["moves"]), (&true.into(), &line["moves"]));
    let broken = with.replace("expect", "expect not over\n  expect");
    let results = asked.ask("tests", json!({"game": {"text": broken}}));
    let own = results.as_array().unwrap().iter().find(|test| test["name"] == "a random game").unwrap();
    assert!(own["passed"] == false && own["message"].is_string() && own["span"].is_object(), "{own}");
}

#[test]
fn records_are_replayed() {
    let mut asked = Asked::default();
    let record = "{\"game\":\"x\",\"moves\":[\"b2\",\"a1\"],\"cut\":true}\n{\"game\":\"x\",\"moves\":[\"b2\",\"b2\"],\"cut\":true}\n";
    let found = asked.ask("replay", json!({"game": game("tic-tac-toe"), "record": record}));
    assert_eq!(found["lines"][0], json!({"line": {"moves": ["b2", "a1"]}, "error": null}));
    assert!(found["lines"][1]["error"].is_string(), "{found}");
}

#[test]
fn other_files_are_given_with_the_question() {
    let mut asked = Asked::default();
    let sheet = "variant \"Two\" of \"Small Hex\" in \"hex.game\" {\n  option size: 2..=26 = 2\n}\n";
    let small =
        |size: usize| format!("variant \"Small Hex\" of \"Hex\" {{\n  option size: 2..=26 = {size}\n  pie off\n}}\n");
    let bare = asked.ask("load", json!({"game": {"text": sheet, "name": "mine/two.game"}}));
    assert_eq!(bare["findings"][0]["code"], "file/missing");
    // It says which files it would read, by the names that they are given with.
    assert_eq!((&bare["files"], &bare["game"]), (&json!(["mine/hex.game"]), &Value::Null));
    let given = |text: String| json!({"text": sheet, "name": "mine/two.game", "files": {"mine/hex.game": text}});
    let found = asked.ask("load", json!({"game": given(small(3))}));
    assert_eq!(found["files"], json!(["mine/hex.game"]), "{found}");
    assert_eq!(found["game"]["board"]["cells"].as_array().unwrap().len(), 4);
    // Another text of the other file is another game.
    let found = asked.ask("load", json!({"game": given(small(3).replace("pie off", "pie oof"))}));
    assert!(found["game"].is_null() && !found["findings"].as_array().unwrap().is_empty(), "{found}");
    let moves = asked.ask("position", json!({"game": given(small(3)), "line": {"moves": ["a1"]}}));
    assert_eq!(moves["cut"], Value::Null);
}

/// Variants are told of while they are raced, without numbers; in the end the figures of fresh games.
#[test]
fn rules_are_explored() {
    let mut asked = Asked::default();
    let game = game("tic-tac-toe");
    let words = asked.ask("wishes", json!({"game": game}));
    let names: Vec<&str> =
        words["names"].as_array().unwrap().iter().map(|name| name["name"].as_str().unwrap()).collect();
    assert!(
        names.contains(&"score of seat 1") && names.contains(&"draws") && !names.contains(&"A4.plies"),
        "{names:?}"
    );
    assert!(words["keep"].as_array().unwrap().contains(&json!("move place")), "{words}");
    let request = json!({"method": "explore", "params": {
        "game": game, "want": "draws < 5 %", "vary": ["rules"], "lines": ["pie off"], "games": 2000, "seed": 1, "best": 2, "html": true,
    }});
    let mut host = Stops(usize::MAX, Vec::new());
    let reply = Session::default().answer(&request.to_string(), &mut host);
    let reply: Value = serde_json::from_str(&reply).unwrap();
    let found = &reply["answer"]["found"];
    assert_eq!(found["rows"].as_array().unwrap().len(), 2, "{reply}");
    assert_eq!(found["rows"][0]["figures"][0]["verdict"], "met", "{found}");
    assert!(reply["answer"]["html"].as_str().unwrap().contains("Variants, the best first"));
    // The texts come once, and then how each fares; numbers of the race are no results.
    let tried = found["candidates"]["tried"].as_u64().unwrap() as usize;
    let count = |told: &Value, field: &str| told[field].as_array().unwrap().len();
    assert_eq!((count(&host.1[0], "texts"), host.1[0]["first"].as_u64()), (tried + 1, Some(0)));
    assert!(host.1[1..].iter().all(|told| count(told, "texts") == 0 && count(told, "fates") == tried + 1));
    let last = &reply["answer"]["progress"];
    let of = |place: usize| &last["kinds"][last["fates"][place].as_u64().unwrap() as usize];
    let missed: u64 =
        found["candidates"]["missed"].as_array().unwrap().iter().map(|by| by["count"].as_u64().unwrap()).sum();
    let those: Vec<&Value> = (1..=tried).map(of).filter(|kind| kind["fate"] == "missed").collect();
    assert!(those.len() as u64 == missed && those[0]["why"].as_str().unwrap().contains("draws"), "{last}");
    assert!(host.1.iter().all(|told| !told.to_string().contains("value")), "numbers of the race are no results");
    // Whoever stops waiting gets nothing; what is wrong is said.
    let stopped = Session::default().answer(&request.to_string(), &mut Stops(3, Vec::new()));
    assert!(stopped.contains("cancelled"), "{stopped}");
    for (key, wrong, says) in [
        ("want", json!("drwas < 5 %"), "did you mean `draws`"),
        ("vary", json!(["sise"]), "no option `sise`"),
        ("games", json!(5), "whole number from 100"),
        ("games", json!(2_000_000), "at most"),
        ("agents", json!(["magic"]), "no agent"),
        ("keep", json!(["move plaec"]), "did you mean `move place`"),
    ] {
        let mut params = request["params"].clone();
        params[key] = wrong;
        let reply = asked.reply("explore", &params);
        assert!(reply["error"]["message"].as_str().unwrap().contains(says), "{reply}");
    }
}
