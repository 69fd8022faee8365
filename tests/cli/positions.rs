use crate::{json, stdout, typed};

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
    assert!(over.ends_with("White (seat 2) wins, by `end 1`\n"), "{over}");
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
fn moves_one_a_line() {
    let text = stdout(typed("moves emulsion --set size=2"));
    let mut moves: Vec<&str> = text.lines().collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a1-a2", "a1-b1", "b2-a2", "b2-b1"]);
    let data = json(typed("moves emulsion --set size=3 --after b1-a1 --json"));
    assert!(data["moves"].as_array().unwrap().contains(&"swap".into()), "{data}");
    typed("moves emulsion --set size=2 --after a1-a2").assert().code(0).stdout_eq("");
}

#[test]
fn a_move_that_is_not_legal_is_named() {
    let said = "error: --after, move 2: `i8-h9x` is not legal here\n  help: did you mean `h8-h9`?\n";
    typed("show emulsion --set size=9 --after \"b1-b2 i8-h9x\"").assert().code(2).stdout_eq("").stderr_eq(said);
    let said = "error: --after, move 2: the game is over\n";
    typed("moves emulsion --set size=2 --after \"a1-a2 swap\"").assert().code(2).stderr_eq(said);
}
