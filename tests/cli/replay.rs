use crate::{json, oracle, rulebook, scratch, typed, write};

#[test]
fn recorded_games_hold() {
    rulebook(&["replay", "emulsion", &oracle("emulsion-9.jsonl")])
        .assert()
        .code(0)
        .stdout_eq("100 games, 3788 plies replayed: all match\ncompared: [..]\n")
        .stderr_eq("");
    let data = json(rulebook(&[
        "replay",
        "emulsion",
        &oracle("emulsion-4.jsonl"),
        &oracle("free-emulsion-4.jsonl"),
        "--json",
    ]));
    assert_eq!((&data["games"], &data["mismatches"]), (&200.into(), &0.into()));
}

#[test]
fn mismatches_are_named_and_all_are_counted() {
    let text = std::fs::read_to_string(oracle("emulsion-4.jsonl")).unwrap();
    let lied = text.replace("\"counts\":[24,23,", "\"counts\":[24,25,");
    let lies = text.lines().zip(lied.lines()).filter(|(a, b)| a != b).count() as u64;
    let first = text.lines().zip(lied.lines()).position(|(a, b)| a != b).unwrap() as u64 + 1;
    assert!(lies > 1);
    let file = write("lied.jsonl", lied.as_bytes());
    let output = rulebook(&["replay", "emulsion", &file]).assert().code(1).get_output().clone();
    let (said, summary) = (String::from_utf8(output.stderr).unwrap(), String::from_utf8(output.stdout).unwrap());
    assert!(said.starts_with(&format!("error: {file}:{first}: move 2 `")), "{said}");
    let named = said.lines().filter(|line| line.ends_with("`: expected 25 legal actions, found 23")).count() as u64;
    assert!(lies > 20 && named == 20, "{said}");
    let others = lies - 20;
    assert!(said.contains(&format!("\n{others} more difference")) && said.contains("not shown"), "{said}");
    assert!(said.contains("record") && said.trim_end().ends_with("among them"), "{said}");
    assert!(summary.contains(&format!(": {lies} do not match\n")), "{summary}");
    let data = json(rulebook(&["replay", "emulsion", &file, "--json"]));
    assert_eq!((&data["mismatches"], &data["first_mismatches"][0]["line"]), (&lies.into(), &first.into()));
    assert_eq!(
        (&data["first_mismatches"][0]["expected"], &data["first_mismatches"][0]["ply"]),
        (&"25 legal actions".into(), &2.into())
    );
}

#[test]
fn what_the_command_line_sets_goes_before() {
    let output = rulebook(&["replay", "emulsion", &oracle("emulsion-4.jsonl"), "--set", "size=5"]).assert().code(1);
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(said.contains("expected 24 legal actions, found 40"), "{said}");
}

#[test]
fn options_of_a_record_that_the_game_does_not_have() {
    let file = write("options.jsonl", b"{\"game\":\"emulsion\",\"options\":{\"size\":99,\"sise\":4},\"moves\":[]}\n");
    let output = rulebook(&["replay", "emulsion", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("`size` cannot be 99") && said.contains("did you mean `size`?"), "{said}");
    assert!(said.contains("options.jsonl:1>:1:"), "{said}");
}

#[test]
fn what_is_wrong_with_a_sheet_is_told_once() {
    let sheet =
        write("far.game", b"game \"Far\" {\n  players A, B\n  board square(3)\n  piece man\n  stacks up to 300\n}\n");
    let file =
        write("far.jsonl", [br#"{"game":"far","moves":["a1"],"counts":[null]}"#.as_slice(); 3].join(&b'\n').as_slice());
    let output = rulebook(&["replay", &sheet, &file]).assert().code(1).get_output().clone();
    let (said, summary) = (String::from_utf8(output.stderr).unwrap(), String::from_utf8(output.stdout).unwrap());
    assert_eq!(said.matches("from 1 to 64 is wanted").count(), 1, "{said}");
    assert!(summary.contains("3 do not match") && summary.contains("not given: counts of legal moves"), "{summary}");
}

#[test]
fn lines_that_are_no_records() {
    let file = write("broken.jsonl", b"\n{\"game\":\"emulsion\",\"moves\":[3]}\n");
    let said = format!("error: {file}: line 2, column 29: invalid type: integer `3`, expected a string\n");
    let output = rulebook(&["replay", "emulsion", &file]).assert().code(2).stderr_eq(said).get_output().clone();
    assert_eq!(output.stdout, b"0 games, 0 plies replayed: 0 match, 1 line or file cannot be read\n");
    rulebook(&["replay", "emulsion", "nothing.jsonl"]).assert().code(2);
    let data = json(rulebook(&["replay", "emulsion", "nothing.jsonl", &oracle("emulsion-4.jsonl"), "--json"]));
    assert_eq!((&data["games"], data["unreadable"].as_array().unwrap().len()), (&100.into(), 1));
}

#[test]
fn lines_below_one_that_cannot_be_read_are_replayed() {
    let text = std::fs::read_to_string(oracle("emulsion-4.jsonl")).unwrap();
    let mut lines: Vec<&str> = text.lines().take(5).collect();
    lines[1] = "{\"game\":";
    lines[3] = "nonsense";
    let file = write("holes.jsonl", lines.join("\n").as_bytes());
    let output = rulebook(&["replay", "emulsion", &file]).assert().code(2).get_output().clone();
    let (said, summary) = (String::from_utf8(output.stderr).unwrap(), String::from_utf8(output.stdout).unwrap());
    assert!(said.contains(": line 2, column") && said.contains(": line 4, column"), "{said}");
    assert!(
        summary.starts_with("3 games, ") && summary.contains(": 3 match, 2 lines or files cannot be read\n"),
        "{summary}"
    );
    let data = json(rulebook(&["replay", "emulsion", &file, "--json"]));
    assert_eq!((&data["games"], &data["unread"], &data["mismatches"]), (&3.into(), &2.into(), &0.into()));
}

/// The first difference of a record is named, and all are counted up to the move that is not legal.
#[test]
fn all_that_differs_in_a_record() {
    let file = write(
        "several.jsonl",
        b"{\"game\":\"tic-tac-toe\",\"moves\":[\"a1\",\"b2\",\"a1\",\"c3\"],\"counts\":[8,8,null,1],\"seats\":[1,1,1,2,1],\"result\":1}\n",
    );
    let output = rulebook(&["replay", "tic-tac-toe", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("expected an entry in `seats` for each of 4 moves, found 5"), "{said}");
    assert!(said.ends_with("3 more differences are not shown, in the records above\n"), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");
    let data = json(rulebook(&["replay", "tic-tac-toe", &file, "--json"]));
    assert_eq!((&data["mismatches"], &data["differences"]), (&1.into(), &4.into()));
}

/// A record says of which game it is. Under another name it is one of a file that has its title, or is a copy of that game.
#[test]
fn records_of_another_game() {
    let line = |game: &str, variant: &str| format!("{{\"game\":\"{game}\"{variant},\"moves\":[\"a1\",\"b2\"]}}\n");
    let replayed = |name: &str, sheet: &str, text: String| {
        let file = write(&format!("{name}.jsonl"), text.as_bytes());
        let output = rulebook(&["replay", sheet, &file]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, said, summary) = replayed("foreign", "tic-tac-toe", line("hex", ""));
    assert_eq!(status, Some(1));
    assert!(said.contains("expected the game of a file `hex.game`, found that of `tic-tac-toe.game`"), "{said}");
    assert!(summary.contains("1 does not match\n"), "{summary}");
    let (status, said, _) = replayed("own", "tic-tac-toe", line("tic-tac-toe", "") + &line("Tic-Tac-Toe", ""));
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let sheet =
        std::fs::read_to_string(format!("{}/games/lines/tic-tac-toe.game", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let copy = write("copied_game.game", sheet.as_bytes());
    for (name, text) in
        [("renamed", line("old-name", ",\"variant\":\"Tic-Tac-Toe\"")), ("copy", line("tic-tac-toe", ""))]
    {
        let (status, said, summary) = replayed(name, &copy, text);
        assert!(status == Some(0) && said.starts_with("note: 1 record names the game `"), "{said}");
        assert!(summary.contains(": all match\n"), "{summary}");
    }
    let (status, _, _) = replayed("unknown", &copy, line("old-name", ""));
    assert_eq!(status, Some(1));
}

/// A record is checked as far as it says anything.
#[test]
fn records_without_a_result() {
    let file = write(
        "open.jsonl",
        b"{\"game\":\"hex\",\"moves\":[\"a1\"]}\n{\"game\":\"hex\",\"moves\":[\"b1\"],\"result\":null}\n",
    );
    rulebook(&["replay", "hex", &file]).assert().code(0).stdout_eq("2 games, 2 plies replayed: all match\ncompared: moves; not given: counts of legal moves, seats, results, final positions\n");
    let file = write("open_wrong.jsonl", b"{\"game\":\"hex\",\"moves\":[\"a1\"],\"result\":1}\n");
    rulebook(&["replay", "hex", &file]).assert().code(1);
}

#[test]
fn written_records_replay() {
    for (name, options) in [("plain", ""), ("free", "--variant \"Free Emulsion\" "), ("cut", "--max-plies 5 ")] {
        let file = scratch(&format!("{name}.jsonl"));
        let file = file.to_str().unwrap();
        typed(&format!("playouts emulsion {options}--set size=5 -n 30 --seed 9 --record {file}")).assert().code(0);
        let data = json(rulebook(&["replay", "emulsion", file, "--json"]));
        assert_eq!((&data["games"], &data["mismatches"]), (&30.into(), &0.into()), "{name}");
        let text = std::fs::read_to_string(file).unwrap();
        let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert_eq!(
            (&first["game"], &first["seed"], &first["options"]["size"]),
            (&"emulsion".into(), &9.into(), &5.into())
        );
    }
}

#[test]
fn a_record_that_cannot_be_written_leaves_nothing_behind() {
    let folder = scratch("no-such-folder");
    let file = folder.join("r.jsonl");
    typed(&format!("playouts emulsion -n 1 --record {}", file.display())).assert().code(2).stdout_eq("");
    let kept = scratch("kept.jsonl");
    std::fs::write(&kept, "old").unwrap();
    let stuck = write("stuck_record.game", b"game \"S\" {\n players A, B\n board square(2)\n piece stone\n move place {\n pick c in empty\n put my stone on c\n written \"{c}\"\n }\n turn place\n end when count(occupied) > 9 { draw }\n}\n");
    rulebook(&["playouts", &stuck, "-n", "3", "--record", kept.to_str().unwrap()]).assert().code(1);
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "old");
    let beside = std::fs::read_dir(kept.parent().unwrap()).unwrap().flatten();
    assert!(!beside.map(|entry| entry.file_name()).any(|name| name.to_string_lossy().contains("kept.jsonl.")));
}

/// What a record has that nobody compares is named, and the summary says what was compared.
#[test]
fn keys_that_mean_nothing_are_named() {
    let file = write(
        "unknown-keys.jsonl",
        b"{\"game\":\"tic-tac-toe\",\"moves\":[\"a1\",\"b2\"],\"resutl\":1,\"winner\":\"Cross\",\"seats\":[1,2]}\n",
    );
    let output = rulebook(&["replay", "tic-tac-toe", &file]).assert().code(0).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("`resutl`") && said.contains("did you mean `result`?") && said.contains("`winner`"),
        "{said}"
    );
    let summary = String::from_utf8(output.stdout).unwrap();
    assert!(summary.contains("compared: moves, seats; not given: counts of legal moves, results"), "{summary}");
    let data = json(rulebook(&["replay", "tic-tac-toe", &file, "--json"]));
    assert_eq!((&data["unknown_keys"]["resutl"], &data["compared"]["results"]), (&1.into(), &0.into()));
}

/// From a record that differs to the position in which it does, by the command that is told.
#[test]
fn a_position_of_a_record_is_shown() {
    let file = write("shown.jsonl", b"\n{\"game\":\"tic-tac-toe\",\"moves\":[\"a1\",\"b2\",\"a1\"]}\n");
    let output = rulebook(&["replay", "tic-tac-toe", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("show tic-tac-toe --record {file}:2:2`, or `--after \"a1 b2\"`")), "{said}");
    let shown = |place: &str| rulebook(&["show", "tic-tac-toe", "--record", &format!("{file}:{place}")]);
    let board = shown("2:2").assert().code(0).get_output().clone();
    let after = rulebook(&["show", "tic-tac-toe", "--after", "a1 b2"]).assert().code(0).get_output().clone();
    assert_eq!(board.stdout, after.stdout);
    for (place, wanted) in [("2:9", "has 3 moves, not 9"), ("7", "no record in line 7"), ("x", "write FILE:LINE")] {
        let output = shown(place).assert().code(2).get_output().clone();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(wanted), "{place}: {said}");
    }
}
