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
fn whoever_looks_ahead_looks_at_every_roll() {
    let data = json(typed("measure einstein -n 60 --seed 1 --agent alphabeta:3 --agent random --json"));
    let score = data["metrics"].as_array().unwrap().iter().find(|metric| metric["key"] == "A2.seat.1").unwrap();
    assert!(score["value"].as_f64().unwrap() > 0.6, "{score}");
}

/// What is found of the end of a game with these rules: the verdict, how, and the codes of the findings.
fn end_of(name: &str, rules: &str) -> (String, String, Vec<String>) {
    let path = scratch(&format!("ends-{name}.game"));
    std::fs::write(&path, format!("game \"Ends\" {{ players One, Two\n{rules} }}")).unwrap();
    let output = rulebook(&["check", &path.display().to_string(), "--format", "json"]).assert().get_output().clone();
    let data: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let finite = &data["files"][0]["verdicts"][0];
    let codes = data["diagnostics"].as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap().to_owned());
    let text = |name: &str| finite[name].as_str().unwrap_or_default().to_owned();
    (text("verdict"), text("how"), codes.collect())
}

/// A coin is thrown until it shows 1: two throws on average, and an action that ends the game.
const COIN: &str = "board square(1) piece chip die side: 0..=1 counter thrown: 0..=1
    move take { where side = 1 set thrown to 1 }
    turn roll side, then must take
    end won when thrown = 1 { last mover wins }";

#[test]
fn a_game_ends_with_probability_1_or_its_players_can_go_on() {
    let (verdict, how, codes) = end_of("coin", COIN);
    assert_eq!((verdict.as_str(), codes.as_slice()), ("with probability 1", [].as_slice()), "{how}");
    assert!(
        how.starts_with("no more than about 3.0 plies on average, however the players play; all 7 positions"),
        "{how}"
    );
    assert!(how.ends_with("for some luck after 1 action come `0 0`, and the position is as it was"), "{how}");
    // Whoever claims that it always ends is wrong.
    let (verdict, _, codes) = end_of("claimed", &format!("{COIN} claim finite"));
    assert_eq!((verdict.as_str(), codes), ("with probability 1", vec!["claim/refuted".to_owned()]));
    // Who may leave it can leave it for ever; that each roll has probability 1/2 does not help.
    let (verdict, how, codes) = end_of("may", &COIN.replace("must take", "may take"));
    assert_eq!((verdict.as_str(), codes), ("refuted", vec!["lint/endless".to_owned()]), "{how}");
    let (verdict, how, _) = end_of("loaded", &COIN.replace("0..=1 counter", "0..=0 counter"));
    assert_eq!((verdict.as_str(), how.contains("whatever nature does")), ("refuted", false), "{how}");
    // With a die that the players need not obey: they go to and fro whatever it shows, if they like.
    let to_and_fro = "board square(3, 2) piece man plural men setup { One man on a1 Two man on a2 } die pip: 1..=2
        move step { pick a in mine pick b in empty & orthogonal(a) where pip = 1 or b in columns(1..=2) move a to b }
        turn roll pip, then step
        end home when some occupied & columns(3) { last mover wins }";
    let (verdict, how, codes) = end_of("to-and-fro", to_and_fro);
    assert_eq!((verdict.as_str(), codes), ("refuted", vec!["lint/endless".to_owned()]), "{how}");
    assert!(how.ends_with("the players can go on whatever nature does"), "{how}");
}

#[test]
fn who_wins_with_luck_is_judged_by_the_expected_score() {
    let claimed = |name: &str, claim: &str| {
        let path = scratch(&format!("score-{name}.game"));
        let text = format!(
            "game \"Score\" {{ players One, Two board square(1) piece chip die side: 1..=4 counter shown: 0..=4
             move look {{ set shown to side }} turn roll side, then look
             end shown when shown > 0 {{ last mover wins when shown > 1 else last mover loses }} {claim} }}"
        );
        std::fs::write(&path, text).unwrap();
        let output =
            rulebook(&["check", &path.display().to_string(), "--format", "json"]).assert().get_output().clone();
        let data: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let verdicts = data["files"][0]["verdicts"].as_array().unwrap().clone();
        let found = verdicts.into_iter().find(|verdict| verdict["claimed"] == true).unwrap();
        (found["verdict"].as_str().unwrap().to_owned(), found["how"].as_str().unwrap().to_owned())
    };
    let (verdict, how) = claimed("first", "claim first seat wins");
    assert_eq!(verdict, "refuted");
    assert!(how.starts_with("the first seat scores 3/4 = 0.750000 on average if both play their best"), "{how}");
    assert_eq!(claimed("sure", "claim first seat wins when 1 = 1").0, "refuted");
    // One wins by the second stone: by the pie rule the second seat can become One.
    let pie = scratch("score-pie.game");
    let text = "game \"Pie\" { players One, Two board square(2) piece chip pie die side: 1..=2
        move place { pick c in empty put my chip on c } move look { where side > 0 }
        turn place, then roll side, then look
        end second when count(occupied) = 2 { One wins } claim first seat wins }";
    std::fs::write(&pie, text).unwrap();
    let output = rulebook(&["check", &pie.display().to_string(), "--format", "json"]).assert().get_output().clone();
    let data: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let verdicts = data["files"][0]["verdicts"].as_array().unwrap();
    let found = verdicts.iter().find(|verdict| verdict["claimed"] == true).unwrap();
    assert_eq!(
        (&found["verdict"], &found["how"]),
        (&"undecided".into(), &"games with luck whose seats may change are not solved".into())
    );
}

/// A game of one choice among four cells and one throw of a coin: who won says the condition.
fn throw(name: &str, won: &str) -> String {
    let path = scratch(name);
    let text = format!(
        "game \"Throw\" {{ players One, Two board square(2) piece stone die coin: 0..=1 counter came: 0..=1
         move place {{ pick c in board put my stone on c }} move look {{ set came to coin }}
         turn place, then roll coin, then look
         end when some occupied {{ last mover wins when {won} else last mover loses }} }}"
    );
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// A coin that decides explains all, one that does not nothing; where it decides after half of the choices, its part of the variance is a
/// quarter.
#[test]
fn the_share_of_luck_is_that_of_the_coin() {
    for (name, won, truth) in [
        ("coin", "came = 1", 1.0),
        ("choice", "some occupied & rows(1)", 0.0),
        ("both", "came = 1 and some occupied & rows(1) or some occupied & {a2}", 0.25),
    ] {
        let path = throw(&format!("throw-{name}.game"), won);
        let data = json(rulebook(&["measure", &path, "-n", "400", "--json"]));
        let metric =
            |key: &str| data["metrics"].as_array().unwrap().iter().find(|metric| metric["key"] == key).unwrap();
        let share = metric("A12.luck");
        let (low, high) = (share["low"].as_f64().unwrap(), share["high"].as_f64().unwrap());
        assert!(low <= truth && truth <= high && high - low < 0.25 && share["n"] == 400, "{name}: {share}");
        // Four cells and one look; what nature rolls is nobody's choice.
        assert_eq!(metric("A6.mean")["value"], 2.5);
    }
    let text = stdout(typed("measure einstein -n 60 --with B --values 20"));
    assert!(text.contains("luck explains ") && text.contains("A12  share of luck in the scores"), "{text}");
    assert!(
        stdout(typed("measure hex --set size=3 -n 20 --with C3 --each 5")).lines().all(|line| !line.contains("luck"))
    );
    let text = stdout(typed("measure pig --set goal=10 -n 20 --with C --pairs 4 --each 5 --rungs 1"));
    assert!(text.contains("note: C3 to C5 need a game that leaves nothing to chance"), "{text}");
}

/// What nature does is compared as what players do is, and how likely it is.
#[test]
fn rules_of_nature_are_compared() {
    let bag = "game \"Bag\" { players Black, White board square(2) pieces sun, moon neutral piece rock
         counter bag(kind): 0..=9 = 5
         value heavy(k: kind) = bag(k)
         lot tile: {sun, moon} by heavy(tile) { take 1 from bag(tile) }
         dice high, low: 1..=2
         setup { scatter 1 rock over board }
         move place { pick c in empty put my tile on c }
         turn draw tile, then place, then roll high, low
         end full when no empty { highest count(my suns) else draw } }";
    let other = |from: &str, to: &str| {
        let (one, other) = (scratch("bag-a.game"), scratch("bag-b.game"));
        assert!(bag.contains(from));
        std::fs::write(&one, bag).unwrap();
        std::fs::write(&other, bag.replace(from, to)).unwrap();
        let said =
            rulebook(&["compare", &one.display().to_string(), &other.display().to_string(), "-n", "0", "--json"]);
        let data = json(said);
        let shown = &data["relation"]["witnesses"][0];
        (data["relation"]["word"].clone(), shown["differs"].clone(), shown["shows"].clone(), shown["moves"].clone())
    };
    let identical = other("tile", "drawn");
    assert_eq!(identical.0, "identical", "{identical:?}");
    let weighed =
        other("value heavy(k: kind) = bag(k)", "value heavy(k: kind) = if k is sun then 2 * bag(k) else bag(k)");
    assert_eq!((&weighed.1, weighed.3.as_array().unwrap().len()), (&"odds".into(), 4), "{weighed:?}");
    // Twice as heavy all together is as likely.
    assert_eq!(other("= bag(k)", "= 2 * bag(k)").0, "identical");
    let apart = other("dice high, low: 1..=2", "die high: 1..=2 die low: 1..=2");
    assert_eq!(apart.2, "more", "{apart:?}");
    let fewer = other("{sun, moon} by", "{moon} by");
    assert_eq!(fewer.2, "less", "{fewer:?}");
    let laid = other("scatter 1 rock", "scatter 2 rock");
    assert_eq!((&laid.0, laid.3.as_array().unwrap().len()), (&"results".into(), 0), "{laid:?}");
}

/// Games of a pair have the same lots, so that what a variant changes alone tells them apart.
#[test]
fn variants_are_compared_by_the_same_lots() {
    let (one, other) = (throw("throw-one.game", "came = 1"), throw("throw-other.game", "coin = 1 or came = 1"));
    let text = stdout(rulebook(&["compare", &one, &other, "-n", "100"]));
    assert!(text.contains("A12") && !text.contains("  different"), "{text}");
    let text = stdout(typed("compare pig?goal=10 pig?goal=30 -n 60"));
    assert!(text.contains("  different"), "{text}");
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
