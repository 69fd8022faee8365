//! Games with luck, as a user meets them.

use crate::{json, rulebook, scratch, stdout, typed};

#[test]
fn the_same_seed_rolls_the_same_on_any_number_of_threads() {
    let recorded = |threads: u8| {
        let file = scratch(&format!("luck-{threads}.jsonl"));
        typed(&format!("playouts backgammon -n 40 --seed 5 --threads {threads} --record {}", file.display()))
            .assert()
            .code(0);
        std::fs::read_to_string(file).unwrap()
    };
    let one = recorded(1);
    assert_eq!(one.lines().count(), 40);
    assert_eq!(one, recorded(3));
    let other = scratch("luck-other.jsonl");
    typed(&format!("playouts backgammon -n 40 --seed 6 --record {}", other.display())).assert().code(0);
    assert_ne!(one, std::fs::read_to_string(&other).unwrap());
    // What is recorded is replayed, lots and all.
    typed(&format!("replay backgammon {}", other.display())).assert().code(0);
}

#[test]
fn perft_counts_outcomes_and_weighs_them() {
    // 21 ways to roll; of the expected number of lines each roll is but one.
    let text = stdout(typed("perft backgammon 1 --odds"));
    assert_eq!(text, "1\t21\t1\n");
    let text = stdout(typed("perft pig 3 --odds"));
    // hold hold hold, hold hold roll, hold roll 6, roll 1 hold, roll 1 roll, roll 5 (hold, roll): by the odds 1 + 1 + 1 + 2.
    assert_eq!(text.lines().last(), Some("3\t20\t5"));
    let data = json(typed("perft einstein 2 --odds --json"));
    assert_eq!(data["perft"], serde_json::json!([6, 30]));
    assert_eq!(data["odds"][1]["exact"], "1");
}

#[test]
fn values_are_expected_ones() {
    let data = json(typed("solve pig --set goal=5 --json"));
    let row = &data["rows"][0];
    assert_eq!((&row["result"], &row["winner"]), (&"expected".into(), &().into()));
    assert!((row["expected"]["value"].as_f64().unwrap() - 0.797_047_970_479_704_8).abs() < 1e-12, "{row}");
    assert_eq!(row["moves"], serde_json::json!(["roll"]));
    assert!(stdout(typed("solve pig --set goal=5")).contains("first scores 0.797048"));
    let limited = rulebook(&["solve", "backgammon", "--states", "500"]).assert().code(1);
    assert!(String::from_utf8_lossy(&limited.get_output().stdout).contains("not solved within 500 states"));
}

#[test]
fn what_does_not_know_luck_says_so() {
    for asked in
        ["measure pig -n 4", "compare pig?goal=10 pig?goal=12 -n 4", "measure einstein -n 4 --agent alphabeta:2"]
    {
        let output = typed(asked).assert();
        let output = output.get_output();
        let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() != Some(0) && said.contains("chance"), "{asked}: {said}");
    }
}

#[test]
fn nature_rolls_by_itself_or_somebody_says_what_comes_up() {
    let text = stdout(typed("play pig --set goal=10 --seat 1=mcts:200 --seat 2=random --seed 3"));
    assert!(text.contains("nature: ") && text.contains("(1/6)") && text.contains("wins"), "{text}");
    assert_eq!(text, stdout(typed("play pig --set goal=10 --seat 1=mcts:200 --seat 2=random --seed 3")));
    let output =
        rulebook(&["play", "pig", "--set", "goal=10", "--seat", "0=human"]).stdin("roll\n6\nquit\n").assert().code(0);
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(text.contains("nature> "), "{text}");
    rulebook(&["play", "hex", "--seat", "0=human"]).assert().code(2);
    rulebook(&["play", "pig", "--seat", "0=random"]).assert().code(2);
}

#[test]
fn a_roll_without_an_answer_is_found_however_rare() {
    let file = scratch("rare.game");
    let text = r#"/// One roll in a hundred leaves nothing to do.
game "Rare" {
  players Black, White
  board square(12)
  piece stone
  die pip: 1..=100
  move place {
    where pip < 100
    pick c in empty
    put my stone on c
  }
  turn roll pip, then place
  end when no empty { draw }
}
"#;
    std::fs::write(&file, text).unwrap();
    let output = rulebook(&["check", file.to_str().unwrap()]).assert();
    let said = String::from_utf8_lossy(&output.get_output().stdout).into_owned()
        + &String::from_utf8_lossy(&output.get_output().stderr);
    assert!(said.contains("play/stuck") && said.contains("100"), "{said}");
}

#[test]
fn a_line_is_traced_and_asked_about() {
    let text = stdout(typed("show backgammon --after \"6-4\""));
    assert!(text.contains("White (seat 1) to move"), "{text}");
    assert!(stdout(typed("show backgammon")).contains("nature to act in the turn of White, 21 ways"));
    assert!(stdout(typed("show einstein")).contains("nature to act in the setup, 6 ways"));
    for asked in ["trace pig --after \"roll 4 stop roll\"", "why-not backgammon 7-7"] {
        let output = typed(asked).assert();
        let said = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(!said.contains("panicked"), "{asked}: {said}");
    }
}
