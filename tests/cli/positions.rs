use crate::{json, rulebook, scratch, stdout, typed};

const BOARD: &str = "\
3 w B w
2 B w B
1 w B w
  a b c
Black (seat 1) to move, 12 legal moves
";

#[test]
fn show_a_board() {
    typed("show emulsion --set size=3").assert().code(0).stdout_eq(BOARD).stderr_eq("");
}

#[test]
fn show_a_position_after_moves() {
    let text = stdout(typed("show emulsion --set size=3 --after \"b1-a1 swap\""));
    assert!(text.ends_with("White (seat 1) to move, 10 legal moves\n"), "{text}");
    let over = stdout(typed("show emulsion --set size=2 --after \"a1-a2\""));
    assert!(over.ends_with("White (seat 2) wins, by `end when no move`\n"), "{over}");
}

#[test]
fn show_as_json() {
    let data = json(typed("show emulsion --set size=2 --json"));
    assert_eq!(data["board"], "2 w B\n1 B w\n  a b\n");
    assert_eq!((&data["to_act"]["role"], &data["to_act"]["seat"]), (&"Black".into(), &1.into()));
    assert_eq!((&data["legal"], &data["ended"]), (&4.into(), &serde_json::Value::Null));
    let over = json(typed("show emulsion --set size=2 --after a1-a2 --json"));
    assert_eq!((&over["ended"]["result"], &over["ended"]["winners"][0]), (&2.into(), &"White".into()));
    assert_eq!((&over["to_act"], &over["legal"]), (&serde_json::Value::Null, &0.into()));
}

#[test]
fn show_how_long_the_rules_are() {
    let file = scratch("length.game");
    let text = "// Small.\n/// Put.\ngame \"Small\" {\n  by \"A\"\n  players A, B\n  board square(2)\n\n  piece stone\n  move put {\n    \
                pick c in empty // any\n    put my stone on c\n  }\n  turn put\n  end when no move { draw }\n  claim finite\n  test \"t\" {\n    \
                expect moves 4\n  }\n}\nvariant \"Smaller\" of \"Small\" {\n  board square(1)\n}\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(stdout(rulebook(&["show", file, "--lines"])), "   11  Small\n    3  Smaller\n");
    let one = json(rulebook(&["show", &format!("{file}#Smaller"), "--lines", "--json"]));
    assert_eq!(one, serde_json::json!({ "games": [{ "game": "Smaller", "lines": 3 }] }));
    rulebook(&["show", file, "--lines", "--after", "a1"]).assert().code(2);
    rulebook(&["show", file, "--lines", "--variant", "Smal"]).assert().code(2);
}

#[test]
fn moves_one_a_line() {
    let text = stdout(typed("moves emulsion --set size=2"));
    let mut moves: Vec<&str> = text.lines().collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a1-a2", "a1-b1", "b2-a2", "b2-b1"]);
    let text = stdout(typed("moves mosaic"));
    let cells: Vec<&str> = text.lines().collect();
    // As one reads the board, however its cells are numbered.
    assert_eq!((cells.len(), cells[0], cells[5], cells[26], cells[60]), (61, "e1", "d2", "a5", "e9"));
    let data = json(typed("moves emulsion --set size=3 --after b1-a1 --json"));
    assert!(data["moves"].as_array().unwrap().contains(&"swap".into()), "{data}");
    typed("moves emulsion --set size=2 --after a1-a2").assert().code(0).stdout_eq("");
}

#[test]
fn moves_as_data() {
    let data = json(typed("moves emulsion --set size=2 --json"));
    assert_eq!(data["cells"], serde_json::json!(["a1", "b1", "a2", "b2"]));
    let first = serde_json::json!({
        "index": 0, "move": "swap", "type": "move", "text": "a1-b1",
        "picks": [{"name": "a", "type": "cell", "cell": 0}, {"name": "b", "type": "cell", "cell": 1}],
    });
    assert_eq!(data["actions"][0], first);
    let data = json(typed("moves emulsion --set size=3 --after b1-a1 --json"));
    let swap = data["actions"].as_array().unwrap().iter().find(|action| action["type"] == "swap").unwrap();
    assert_eq!(
        (&swap["move"], &swap["picks"], &swap["text"]),
        (&serde_json::Value::Null, &serde_json::json!([]), &"swap".into())
    );
}

#[test]
fn a_move_that_is_not_legal_is_named() {
    let said = "error: --after, move 2: `i8-h9x` is not legal here\n  help: did you mean `h8-h9`?\n";
    typed("show emulsion --set size=9 --after \"b1-b2 i8-h9x\"").assert().code(2).stdout_eq("").stderr_eq(said);
    let said = "error: --after, move 2: the game is over\n";
    typed("moves emulsion --set size=2 --after \"a1-a2 swap\"").assert().code(2).stderr_eq(said);
}

/// What `show --json` writes as `position` after these moves.
fn position(game: &str, after: &str) -> String {
    let data = json(typed(&format!("show {game} --after \"{after}\" --json")));
    data["position"].as_str().unwrap().to_owned()
}

#[test]
fn every_command_with_a_line_begins_at_a_written_position() {
    let (game, moves) = ("tic-tac-toe", "a1 b2 c3");
    let written = position(game, moves);
    for command in ["show", "moves", "perft", "solve --json", "playouts -n 5", "play --seat 1=random --seat 2=random"] {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        let depth = if word == "perft" { "3" } else { "" };
        let line = |from: &str| stdout(typed(&format!("{word} {game} {depth} {rest} {from}")));
        let plain = |text: String| -> String {
            // Times differ; all else is the same.
            text.lines()
                .map(|line| line.split("\"seconds\"").next().unwrap_or(""))
                .filter(|l| !l.contains(" s"))
                .collect()
        };
        let (by_position, by_moves) =
            (plain(line(&format!("--position \"{written}\""))), plain(line(&format!("--after \"{moves}\""))));
        assert_eq!(by_position, by_moves, "{command}");
        assert!(!by_position.is_empty(), "{command}");
        let further = stdout(typed(&format!("{word} {game} {depth} {rest} --position \"{written}\" --after b1")));
        assert_ne!(plain(further), by_moves, "{command}");
    }
}

#[test]
fn a_wrong_position_is_usage_everywhere() {
    for command in ["show", "moves", "perft", "solve", "playouts -n 1", "play", "trace"] {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        let depth = if word == "perft" { "1" } else { "" };
        let said = "error: --position: `z` means nothing in a position of this game\n";
        let line = format!("{word} tic-tac-toe {depth} {rest} --position \"z(8) Cross\"");
        typed(&line).assert().code(2).stderr_eq(said);
    }
}

/// A record says where its game began, and is replayed from there.
#[test]
fn a_record_may_begin_at_a_position() {
    let start = position("tic-tac-toe", "a1 b2");
    let record = scratch("from-a-position.jsonl");
    let line = format!("playouts tic-tac-toe -n 3 --seed 2 --position \"{start}\" --record {}", record.display());
    typed(&line).assert().code(0);
    let text = std::fs::read_to_string(&record).unwrap();
    assert!(text.lines().all(|line| line.contains(&format!("\"start\":\"{start}\""))), "{text}");
    let file = record.to_str().unwrap();
    let data = json(rulebook(&["replay", "tic-tac-toe", file, "--json"]));
    assert_eq!((&data["games"], &data["mismatches"]), (&3.into(), &0.into()));
    std::fs::write(&record, text.replace(&start, &position("tic-tac-toe", ""))).unwrap();
    rulebook(&["replay", "tic-tac-toe", file]).assert().code(1);
}

const MAP: &str = "game \"Map\" {
  players Bulls, Cows
  board graph {
    line WA-NT-QLD
    line WA-SA-NT
    cell WA at (0, 1)
    cell NT at (1, 2)
    cell SA at (1, 1)
    cell QLD at (2, 2)
  }
  piece herd
  move graze {
    pick state in empty - adjacent(enemy)
    put my herd on state
  }
  turn graze
  end when no move { last mover wins }
  test \"a picture with names\" {
    position {
      \"  B c   NT QLD\"
      \". .     WA SA\"
    }
    expect NT in herds of Bulls and QLD in herds of Cows
  }
  test \"and without\" {
    position { \"B c\" \". .\" }
    expect NT in herds of Bulls and QLD in herds of Cows
  }
}
";

#[test]
fn a_map_is_drawn_with_its_names() {
    let file = crate::write("map-with-names.game", MAP.as_bytes());
    let shown = "  . B       NT  QLD\n. .     WA  SA\nCows (seat 2) to move, 2 legal moves\n";
    typed(&format!("show {file} --after QLD")).assert().code(0).stdout_eq(shown);
    let written = position(&file, "QLD");
    typed(&format!("show {file} --position \"{written}\"")).assert().code(0).stdout_eq(shown);
    assert!(stdout(typed(&format!("play {file}")).stdin("quit\n")).contains("  . .       NT  QLD\n. .     WA  SA\n"));
    typed(&format!("test {file}")).assert().code(0);
}
