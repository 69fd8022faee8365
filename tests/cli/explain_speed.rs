//! `rulebook playouts --explain-speed`.

use super::measure::WIDE;
use super::{json, rulebook, stdout, typed, write};

/// The shares of all lines and of the engine come to everything.
fn total(data: &serde_json::Value) -> f64 {
    let lines = data["lines"].as_array().unwrap();
    lines.iter().map(|line| line["share"].as_f64().unwrap()).sum::<f64>() + data["engine"].as_f64().unwrap()
}

#[test]
fn lines_are_listed_by_their_share_of_the_time() {
    let data = json(typed("playouts go --seconds 0.3 --explain-speed --json"));
    assert!(data["samples"].as_u64().unwrap() > 20 && data["plies"].as_u64().unwrap() > 100, "{data}");
    assert!((total(&data) - 100.0).abs() < 1.0, "{data}");
    let lines = data["lines"].as_array().unwrap();
    assert!(lines.is_sorted_by(|a, b| a["share"].as_f64() >= b["share"].as_f64()), "{data}");
    let liberties =
        lines.iter().find(|line| line["text"].as_str().unwrap().starts_with("region liberties(c)")).unwrap();
    assert_eq!((liberties["file"].as_str(), liberties["line"].as_u64()), (Some("go"), Some(21)), "{data}");
    assert!(liberties["share"].as_f64().unwrap() > 10.0, "{data}");
}

#[test]
fn lines_say_what_keeps_them_from_batched_play() {
    let data = json(typed("playouts byte -n 2 --explain-speed --json"));
    assert_eq!(data["batched"], true);
    let lines = data["lines"].as_array().unwrap();
    let refused: Vec<&serde_json::Value> = lines.iter().filter(|line| line["lifted"] == false).collect();
    let why = |line: &serde_json::Value| line["unbatched"][0].as_str().unwrap().to_owned();
    let distances = refused.iter().find(|line| line["line"] == 28).unwrap();
    assert!(why(distances).starts_with("`distance(b, s)` (line 28): "), "{data}");
    let data = json(typed("playouts hex -n 3 --explain-speed --json"));
    assert_eq!(data["batched"], true);
    assert!(data["lines"].as_array().unwrap().iter().all(|line| line["lifted"] == true), "{data}");
    assert!(data.get("unbatched").is_none(), "{data}");
}

#[test]
fn an_obstacle_without_a_place_stands_alone() {
    let file = write("sized.game", WIDE);
    let data = json(rulebook(&["playouts", &file, "-n", "3", "--explain-speed", "--json"]));
    assert!(data["batched"] == true && data["lifted"] == false, "{data}");
    assert_eq!(data["unbatched"], serde_json::json!(["a board of more than 640 places"]), "{data}");
    assert!(data["lines"].as_array().unwrap().iter().all(|line| line["lifted"] == false), "{data}");
}

#[test]
fn what_the_plan_plays_is_named_at_its_move() {
    let data = json(typed("playouts fanorona -n 3 --explain-speed --json"));
    let refused: Vec<_> = data["lines"].as_array().unwrap().iter().filter(|line| line["lifted"] == false).collect();
    assert_eq!(refused.len(), 1, "{data}");
    assert_eq!(refused[0]["unbatched"], serde_json::json!(["`capture` (line 26): a chain that may stop"]), "{data}");
}

#[test]
fn lines_for_people() {
    let text = stdout(typed("playouts lielow --set size=5 --seconds 0.2 --explain-speed"));
    assert!(text.starts_with("Lielow size=5\n") && text.contains(" plies in 0.2"), "{text}");
    let batched =
        "\nwithout --explain-speed, this game is played in batches; what is not lifted is worked out game by game\n";
    assert!(text.contains(batched) && text.contains(" ns a ply; "), "{text}");
    assert!(text.contains(" %  no     lielow:25: region highest_of(p: player) = "), "{text}");
    assert!(text.contains("the engine: finding and drawing moves, turns\n"), "{text}");
}

#[test]
fn a_position_in_the_midst_of_a_game_is_where_games_begin() {
    let data = json(typed("playouts hex --set size=3 --after \"a1 b2\" -n 4 --explain-speed --json"));
    let plies = data["plies"].as_u64().unwrap();
    assert!((4..=28).contains(&plies), "at most seven cells are empty: {data}");
}

#[test]
fn other_files_and_lines_have_their_names() {
    let file = write(
        "speed.game",
        br#"game "Speed" {
  players A, B
  board square(3)
  piece stone
  move place {
    pick c in empty
    where max(row(n) for n in
                      mine) < 9
    put my stone on c
  }
  turn place
  end when no move { last mover wins }
}
"#,
    );
    let data = json(rulebook(&["playouts", &file, "-n", "5", "--explain-speed", "--json"]));
    let refused = data["lines"].as_array().unwrap().iter().find(|line| line["lifted"] == false).unwrap();
    assert_eq!(refused["line"], 7, "{data}");
    assert!(refused["file"].as_str().unwrap().ends_with("speed.game"), "{data}");
    assert!(refused["unbatched"][0].as_str().unwrap().starts_with("`max(row(n) for n in mine)` (line 7): "), "{data}");
}

#[test]
fn what_only_other_games_have_is_refused() {
    for flag in ["--record games.jsonl", "--games rows.jsonl", "--choices", "--no-batch", "--threads 2"] {
        typed(&format!("playouts hex -n 3 --explain-speed {flag}")).assert().code(2);
    }
}
