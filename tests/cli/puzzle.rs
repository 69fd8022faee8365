//! `rulebook puzzle`.

use std::path::Path;

use serde_json::Value;

use crate::{json, rulebook, scratch, stdout, typed, without_boards, write};

/// A search that is soon done.
const SOON: &str =
    "connect-four?columns=5&rows=4 -n 3 --plies 3..=5 --games 32 --nodes 1000 --agent random --missed-by random";

fn puzzle(more: &str) -> snapbox::cmd::Command {
    typed(&format!("puzzle {SOON} {more}"))
}

fn refused(line: &str) -> String {
    let output = typed(line).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{line}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn puzzles_as_json_are_the_same_on_any_number_of_threads() {
    let one = stdout(puzzle("--json --threads 1"));
    assert_eq!(one, stdout(puzzle("--json --threads 3")));
    assert_ne!(one, stdout(puzzle("--json --seed 2")));
    let data: Value = serde_json::from_str(&one).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas/puzzle.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validate(&schema, &data).unwrap();
    assert_eq!(data["agents"], serde_json::json!([["random"]]));
    assert_eq!((&data["missed_by"], &data["puzzles"].as_array().unwrap().len()), (&"random".into(), &3));
    for puzzle in data["puzzles"].as_array().unwrap() {
        // The program itself plays the line from the position.
        let line: Vec<&str> = puzzle["line"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        let (position, line) = (puzzle["position"].as_str().unwrap(), line.join(" "));
        let sheet = "connect-four?columns=5&rows=4";
        let shown = json(rulebook(&["show", sheet, "--position", position, "--after", &line, "--json"]));
        assert_eq!(shown["ended"]["result"], puzzle["to_act"]["seat"]);
        let before = json(rulebook(&["show", sheet, "--position", position, "--json"]));
        assert_eq!((&before["to_act"], &before["position"]), (&puzzle["to_act"], &puzzle["position"]));
        // The solver knows the action as one that keeps the win, and no other where no other wins.
        let solved = json(rulebook(&["solve", sheet, "--position", position, "--json"]));
        let moves = solved["rows"][0]["moves"].as_array().unwrap();
        assert!(moves.contains(&puzzle["action"]["text"]), "{solved}");
        assert!(!puzzle["within"].is_null() || moves.len() == 1, "{solved}");
    }
}

#[test]
fn the_text_has_the_positions_first_and_the_solutions_after_them() {
    let text = stdout(puzzle(""));
    let (positions, solutions) = text.split_once("\nSolutions\n").unwrap();
    assert!(
        positions.starts_with("Connect Four columns=5 rows=4\n") && positions.contains("to move wins in 3 plies\n")
    );
    assert!(positions.contains("\n1. ") && positions.contains("\n3. ") && positions.contains("--position \""));
    assert_eq!(solutions.matches("   the line: ").count(), 3);
    assert!(solutions.contains("drop: puts; missed by random in "), "{solutions}");
}

#[test]
fn test_blocks_hold_in_the_sheet_and_are_formatted() {
    for sheet in ["connect-four", "hex", "english-draughts"] {
        let args = "-n 2 --plies 3..=5 --games 48 --nodes 1000 --agent random --missed-by random --tests";
        let set = if sheet == "hex" { "--set size=4 --set pie=off" } else { "" };
        let blocks = stdout(typed(&format!("puzzle {sheet} {args} {set}")));
        assert_eq!(blocks.matches("\n  test \"").count(), 2, "{blocks}");
        let text = rulebook_insight::library::find(sheet).unwrap().text;
        // Into the first game of the file.
        let end = text.find("\n}\n").unwrap();
        let file = write(
            &format!("puzzle-{sheet}.game"),
            format!("{}\n\n{blocks}{}", &text[..end], &text[end + 1..]).as_bytes(),
        );
        let tested = typed(&format!("test {file} --filter puzzle --json")).output().unwrap();
        assert_eq!(tested.status.code(), Some(0), "{}", String::from_utf8_lossy(&tested.stdout));
        let data: Value = serde_json::from_slice(&tested.stdout).unwrap();
        assert_eq!(data["files"][0]["tests"].as_array().unwrap().len(), 2);
        typed(&format!("fmt --check {file}")).assert().success();
    }
}

#[test]
fn the_page_has_the_boards_and_tells_nothing_beforehand() {
    let file = scratch("puzzles.html");
    let text = stdout(puzzle(&format!("--html {}", file.display())));
    let page = std::fs::read_to_string(&file).unwrap();
    for (word, count) in
        [("<rulebook-board>", 3), ("class=\"puzzle\"", 3), ("class=\"answers\"", 3), ("<form hidden>", 3)]
    {
        assert_eq!(page.matches(word).count(), count, "{word}");
    }
    let shown = without_boards(&page);
    for word in ["src=", "http://", "https://", "@import", "url("] {
        let known = if word == "http://" { shown.matches("http://www.w3.org/2000/svg").count() } else { 0 };
        assert_eq!(shown.matches(word).count(), known, "{word}");
    }
    // The solutions come last, closed.
    let (puzzles, solutions) = shown.split_once("<details>").unwrap();
    let first = text.split_once("\nSolutions\n\n1. ").unwrap().1.split(',').next().unwrap();
    assert!(solutions.contains(&format!("<strong>{first}</strong>")), "{first}");
    assert!(!puzzles.contains("<strong>") && puzzles.contains("to move wins in 3 plies."));
}

#[test]
fn where_there_are_none_it_says_how_far_was_looked() {
    let line = "puzzle tic-tac-toe --agent random --missed-by alphabeta:9 --games 20";
    let text = stdout(typed(line));
    assert!(
        text.contains("\nno puzzle found: more --nodes, --games or --plies look further\n20 games of random, seed 1: "),
        "{text}"
    );
    let data = json(typed(&format!("{line} --json")));
    assert_eq!((&data["puzzles"], &data["games"]), (&serde_json::json!([]), &20.into()));
    typed(line).assert().success();
}

#[test]
fn what_has_no_puzzles_is_refused() {
    assert!(refused("puzzle chinese-checkers").contains("puzzles are of games for two players, and this one has 3"));
    assert!(refused("puzzle backgammon").contains("leave nothing to chance"));
    assert!(refused("puzzle tic-tac-toe --plies 0..=3").contains("write plies from 1 to 100, such as `3..=9` or `5`"));
    assert!(refused("puzzle tic-tac-toe --plies 5..=3").contains("write plies"));
    assert!(refused("puzzle tic-tac-toe --missed-by greedy").contains("`greedy` needs an expression"));
    assert!(refused("puzzle tic-tac-toe --json --tests").contains("cannot be used with"));
    let three = "puzzle tic-tac-toe --agent random --agent random --agent random";
    assert!(refused(three).contains("3 agents for 2 seats"));
}

/// The command in `docs/puzzle.md` gives what it says.
#[test]
fn the_page_shows_what_is_printed() {
    let page = include_str!("../../docs/puzzle.md");
    let block = page.split("```console\n").nth(1).unwrap().split("```").next().unwrap();
    let (line, expected) = block.strip_prefix("$ rulebook ").unwrap().split_once('\n').unwrap();
    assert_eq!(stdout(typed(line)), expected, "{line}");
}
