use crate::{json, rulebook, stdout, typed};

#[test]
fn a_row_for_each_choice_of_options() {
    let expected = "\
Clobber
rows  columns  winner          states  positions  best play  longest  drawn lines  first moves
2     2        first (White)   ";
    let text = stdout(typed("solve clobber --set rows=2..=3 --set columns=2,3 --longest"));
    assert!(text.starts_with(expected), "{text}");
    let winners: Vec<Vec<&str>> = text.lines().skip(2).map(|line| line.split_whitespace().take(3).collect()).collect();
    assert_eq!(winners, [["2", "2", "first"], ["2", "3", "second"], ["3", "2", "second"], ["3", "3", "first"]]);
    assert!(text.lines().all(|line| line.len() == line.trim_end().len()));
}

#[test]
fn solved_games_as_json() {
    let data = json(typed("solve hex --set size=2 --set pie=off,on --longest --json"));
    assert_eq!(data["game"], "Hex");
    let (off, on) = (&data["rows"][0], &data["rows"][1]);
    assert_eq!(data["rows"].as_array().unwrap().len(), 2);
    assert_eq!(off["options"], serde_json::json!({"pie": "off", "size": 2}));
    assert_eq!(off["winner"], serde_json::json!({"seat": 1, "role": "Red"}));
    assert_eq!((&off["result"], &off["drawn_lines"], &off["longest_plies"]), (&"win".into(), &false.into(), &4.into()));
    assert_eq!((&off["best_plies"], &off["symmetries"], &off["stopped"]), (&3.into(), &4.into(), &().into()));
    let mut moves: Vec<&str> = off["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a2", "b1"]);
    assert_eq!(on["winner"], serde_json::json!({"seat": 2, "role": null}));
    assert_eq!(on["moves"], serde_json::json!([]));
}

#[test]
fn a_position_within_a_game() {
    // The opening at a corner of 2 x 2 is not taken over: it loses.
    let data = json(typed("solve hex --set size=2 --after a1 --json"));
    let row = &data["rows"][0];
    assert_eq!((&row["winner"]["seat"], &row["moves"]), (&2.into(), &serde_json::json!(["a2"])));
    let data = json(typed("solve hex --set size=2 --after \"b1 swap\" --json"));
    assert_eq!(data["rows"][0]["winner"], serde_json::json!({"seat": 2, "role": "Red"}));
    let over = json(typed("solve hex --set size=2 --set pie=off --after \"b1 a1 b2\" --longest --json"));
    assert_eq!(over["rows"][0]["winner"], serde_json::json!({"seat": 1, "role": "Red"}));
    assert_eq!(over["rows"][0]["best_plies"], 0);
}

#[test]
fn what_is_not_solved_has_no_value() {
    let said = typed("solve hex --states 100").assert().code(1).get_output().clone();
    let text = String::from_utf8(said.stdout).unwrap();
    assert!(text.contains("?") && text.ends_with("not solved within 100 states\n"), "{text}");
    assert!(said.stderr.is_empty());
    let data = json(typed("solve hex --states 100 --json"));
    let row = &data["rows"][0];
    assert!(row["result"].is_null() && row["winner"].is_null() && row["moves"].is_null(), "{row}");
    assert_eq!((&row["states"], &row["stopped"]), (&100.into(), &"100 states".into()));
    typed("solve hex --seconds 0.01 --json").assert().code(1);
    // The value alone was found.
    let text = stdout(typed("solve tic-tac-toe --longest --states 500"));
    assert!(text.contains("draw") && text.contains("not all positions were visited within 500 states\n"), "{text}");
    typed("solve tic-tac-toe --longest --states 500").assert().code(0);
}

#[test]
fn wrong_settings() {
    for (line, said) in [
        ("solve hex --set size=2..4", "`size=2..4` is not a range"),
        ("solve hex --set size=4..=2", "`size=4..=2` is not a range"),
        ("solve hex --set pie=0..=1", "`0` is not one of the option's words"),
        ("solve hex --set size=1..=3", "option `size` cannot be 1"),
        ("solve hex --set colour=1,2", "the game has no option `colour`"),
        ("solve gomoku --set size=5,x", "`x`"),
    ] {
        let output = typed(line).assert().code(2).stdout_eq("").get_output().clone();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("error") && text.contains(said), "{line}: {text}");
    }
}

#[test]
fn a_game_of_three_is_refused() {
    let text = "game \"Three\" { players A, B, C board square(2) piece s move p { pick c in empty put my s on c } turn p \
                end when no empty { draw } }";
    let output = rulebook(&["solve", "-"]).stdin(text).assert().code(2).get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("more than two players"));
}

/// Of five tiles in two rows of three, half of all orders can be reached, 360, and the farthest is 21 slides away: a breadth-first search
/// in Python says so, too.
const TILES: &str = r#"
game "Tiles" {
  players Solver
  board square(3, 2) rows from top
  pieces anchor as A, bell as B, crown as C, drum as D, eagle as E
  setup {
    "D E ."
    "A B C"
  }
  move slide {
    pick a in mine
    pick b in empty & orthogonal(a)
    move a to b
    written "{a}{b}"
  }
  turn slide
  end done when a1 in anchors and b1 in bells and c1 in crowns and a2 in drums and b2 in eagles { Solver wins }
  claim first seat wins
}"#;

#[test]
fn a_puzzle_has_a_shortest_solution() {
    let solved = |text: &str, more: &[&str]| {
        let output = rulebook(&[&["solve", "-"], more].concat()).stdin(text).assert().code(0).get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    let row = |text: &str| {
        let data: serde_json::Value = serde_json::from_str(&solved(text, &["--json"])).unwrap();
        data["rows"][0].clone()
    };
    let won = row(TILES);
    assert_eq!((&won["result"], &won["best_plies"]), (&"win".into(), &21.into()));
    assert_eq!(won["winner"], serde_json::json!({"seat": 1, "role": "Solver"}));
    // It is one: played in the sheet, it ends the game.
    let line: Vec<&str> = won["shortest"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(won["moves"], serde_json::json!([line[0]]));
    let after = |count: usize| {
        let output =
            rulebook(&["show", "-", "--json", "--after", &line[..count].join(" ")]).stdin(TILES).output().unwrap();
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["ended"].clone()
    };
    assert!(after(20).is_null() && !after(21).is_null());
    let text = solved(TILES, &[]);
    assert!(text.contains("won in 21 plies, and no way is shorter: "), "{text}");
    // Two tiles exchanged: no way leads there, and all positions were seen.
    let other = row(&TILES.replace("A B C", "B A C"));
    assert_eq!((&other["result"], &other["winner"]), (&"no win".into(), &().into()));
    assert!(other["states"].as_u64().unwrap() >= 360);
    assert!(other.get("shortest").is_none() && other["moves"].is_null());
    let stopped = rulebook(&["solve", "-", "--states", "50"]).stdin(TILES).assert().code(1).get_output().clone();
    assert!(String::from_utf8(stopped.stdout).unwrap().contains("not solved within 50 states"));
}

#[test]
fn who_wins_a_puzzle_can_be_claimed() {
    let check = |text: &str| {
        let output = rulebook(&["check", "-"]).stdin(text).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let text = check(TILES);
    assert!(text.contains("first seat wins: proved: it can be won after 21 actions, and not sooner"), "{text}");
    let text = check(&TILES.replace("A B C", "B A C"));
    assert!(text.contains("no way wins, by a search of 36"), "{text}");
}

/// The commands in `docs/solve.md` give what it says.
#[test]
fn the_page_shows_what_is_printed() {
    let page = include_str!("../../docs/solve.md");
    let mut shown = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (line, expected) = block.strip_prefix("$ rulebook ").unwrap().split_once('\n').unwrap();
        let output = typed(line).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{line}");
        shown += 1;
    }
    assert!(shown >= 3, "{shown} commands");
}
