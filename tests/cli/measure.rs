use crate::{json, rulebook, scratch, stdout, typed, write};

#[test]
fn perft_of_emulsion() {
    let expected = "1\t40\n2\t1484\n3\t49312\n4\t1419872\n";
    typed("perft emulsion 4 --set size=5 --set pie=off").assert().code(0).stdout_eq(expected);
    let expected = "1\t80\n2\t5488\n3\t321856\n";
    let line = "perft emulsion 3 --variant \"Free Emulsion\" --set size=5 --set pie=off";
    typed(line).assert().code(0).stdout_eq(expected);
}

#[test]
fn perft_counts_the_change_of_seats() {
    typed("perft emulsion 2 --set size=3").assert().stdout_eq("1\t12\n2\t108\n");
    assert_eq!(json(typed("perft emulsion 2 --set size=3 --json")), serde_json::json!({"perft": [12, 108]}));
}

#[test]
fn perft_divides() {
    let text = stdout(typed("perft emulsion 2 --set size=3 --set pie=off --divide"));
    let parts: Vec<(&str, u64)> =
        text.lines().skip(2).map(|line| line.split_once('\t').map(|(a, n)| (a, n.parse().unwrap())).unwrap()).collect();
    assert_eq!((parts.len(), parts.iter().map(|part| part.1).sum::<u64>()), (12, 96));
    let data = json(typed("perft emulsion 2 --set size=3 --set pie=off --divide --json"));
    assert_eq!(data["divide"].as_array().unwrap().len(), 12);
    assert_eq!(data["divide"][0]["action"], parts[0].0);
}

#[test]
fn perft_past_the_end_of_every_game() {
    typed("perft emulsion 4 --set size=2 --set pie=off").assert().code(0).stdout_eq("1\t4\n2\t0\n3\t0\n4\t0\n");
}

#[test]
fn playouts_as_json() {
    let data = json(typed("playouts emulsion --set size=9 --seconds 0.3 --json"));
    for key in ["playouts", "plies", "seconds", "playouts_per_second", "plies_per_second", "mean_plies"] {
        assert!(data[key].as_f64().unwrap() > 0.0, "{key}: {data}");
    }
    let seat = &data["first_seat"];
    let sum: u64 = ["wins", "draws", "losses"].iter().map(|key| seat[key].as_u64().unwrap()).sum();
    assert_eq!(sum, data["playouts"].as_u64().unwrap());
    assert_eq!((&data["seed"], &data["options"]["size"], &data["cut"]), (&1.into(), &9.into(), &0.into()));
}

/// The same figures on every machine, however the run is cut: a pinned run.
#[test]
fn playouts_of_a_seed_are_the_same_everywhere() {
    let run = |line: &str| {
        let mut data = json(typed(line));
        for key in ["seconds", "playouts_per_second", "plies_per_second"] {
            data.as_object_mut().unwrap().remove(key);
        }
        data
    };
    let line = "playouts emulsion --set size=5 -n 200 --seed 7 --json";
    assert_eq!(run(line), run(line));
    let other = run("playouts emulsion --set size=5 -n 200 --seed 8 --json");
    assert_ne!(run(line)["plies"], other["plies"]);
    let roles = &run(line)["roles"];
    assert_eq!(roles["Black"].as_u64().unwrap() + roles["White"].as_u64().unwrap(), 200);
}

/// Half of the games come to a position that no end clause covers: the others count.
#[test]
fn playouts_keep_the_games_that_they_have_finished() {
    let text = "game \"Half\" {\n players A, B\n board square(2)\n piece stone\n move place {\n pick c in empty\n where a1 in empty\n \
                put my stone on c\n }\n turn place\n end when a1 in occupied and count(occupied) > 2 { draw }\n}\n";
    let file = write("half.game", text.as_bytes());
    let output = rulebook(&["playouts", &file, "-n", "40", "--json"]).assert().code(1).get_output().clone();
    let data: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let (finished, unfinished) = (data["playouts"].as_u64().unwrap(), data["unfinished"][0]["games"].as_u64().unwrap());
    assert!(finished > 0 && unfinished > 0 && finished + unfinished == 40, "{data}");
    assert_eq!(data["first_seat"]["draws"], finished, "{data}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("{unfinished} of 40 games could not be played to an end")), "{said}");
    assert!(said.contains("has no legal move, and no end clause covers this") && said.contains("--after \""), "{said}");
    let record = scratch("half.jsonl");
    let kept = ["playouts", &file, "-n", "40", "--no-batch", "--record", record.to_str().unwrap()];
    let shown = rulebook(&kept).assert().code(1).get_output().clone();
    let lines = std::fs::read_to_string(&record).unwrap().lines().count();
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains(&format!("{lines} random games")) && shown.contains("unfinished "), "{shown}");
}

#[test]
fn playouts_for_people() {
    let text = stdout(typed("playouts emulsion --set size=4 -n 50 --seed 3"));
    assert!(text.starts_with("Emulsion size=4 last_move=losing pie=on\n50 random games in "), "{text}");
    assert!(text.contains("seed 3\n") && text.contains("seat 1  "), "{text}");
    let text = stdout(typed("playouts emulsion -n 5 --max-plies 3"));
    assert!(text.contains("cut off    5 after 3 plies\n") && !text.contains("seat 1"), "{text}");
}

/// A game of which nothing is lifted.
pub const WIDE: &[u8] = br#"game "Wide" {
  players A, B
  board square(30)
  piece stone
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  end when no move { last mover wins }
}
"#;

#[test]
fn playouts_say_what_is_worked_out_game_by_game() {
    let data = json(typed("playouts mosaic -n 3 --json"));
    assert!(data["lifted"] == true && data.get("left").is_none(), "{data}");
    let data = json(typed("playouts lielow -n 1 --json"));
    assert!(
        data["lifted"] == true && data["left"][0].as_str().unwrap().starts_with("`height(c)` (line 25): "),
        "{data}"
    );
    let file = write("wide.game", WIDE);
    let data = json(rulebook(&["playouts", &file, "-n", "1", "--json"]));
    assert_eq!(data["lifted"], false, "{data}");
    assert_eq!(data["left"], serde_json::json!(["a board of more than 640 places"]), "{data}");
    let text = stdout(rulebook(&["playouts", &file, "-n", "1"]));
    let said = "not lifted a board of more than 640 places: all is worked out game by game\n";
    assert!(text.contains(said), "{text}");
    let data = json(rulebook(&["playouts", &file, "-n", "1", "--no-batch", "--json"]));
    assert!(data["lifted"] == false && data.get("left").is_none(), "{data}");
}

#[test]
fn playouts_after_given_moves() {
    let data = json(typed("playouts emulsion --set size=3 --after \"b1-a1 swap\" -n 20 --json"));
    let (wins, black) = (data["first_seat"]["wins"].as_u64(), data["roles"]["Black"].as_u64());
    assert_eq!(wins.unwrap() + black.unwrap(), 20, "after a change of seats, seat 1 plays White");
}

/// The plan that says what applied has the questions of agents, too.
#[test]
fn agents_that_look_at_an_expression_are_measured_and_compared() {
    let agents = ["--agent", "greedy:count(mine)", "--agent", "alphabeta:1,value=count(empty)"];
    let shown = json(rulebook(&[&["measure", "tic-tac-toe", "-n", "4", "--json"], &agents[..]].concat()));
    assert_eq!(shown["agents"], serde_json::json!(["greedy:count(mine)", "alphabeta:1,value=count(empty)"]));
    let misere = "tic-tac-toe#Misère Tic-Tac-Toe";
    let quick = ["-n", "4", "--states", "0", "--positions", "100", "--samples", "10", "--json"];
    json(rulebook(&[&["compare", "tic-tac-toe", misere], &agents[..], &quick[..]].concat()));
}
