use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::{json, rulebook, scratch, stdout, typed, without_boards, write};

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas/measure.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn metric<'a>(data: &'a Value, key: &str) -> &'a Value {
    let found = data["metrics"].as_array().unwrap().iter().find(|metric| metric["key"] == key);
    found.unwrap_or_else(|| panic!("no {key} in {data}"))
}

/// The names of all fields, and the keys of all metrics.
fn keys(data: &Value) -> BTreeSet<&str> {
    match data {
        Value::Object(fields) => {
            let own = fields.keys().map(String::as_str).chain(data["key"].as_str());
            own.chain(fields.values().flat_map(keys)).collect()
        }
        Value::Array(items) => items.iter().flat_map(keys).collect(),
        _ => BTreeSet::new(),
    }
}

/// The metrics of parts A and B that the page defines, a row of its tables each.
fn documented() -> BTreeSet<&'static str> {
    let rows = include_str!("../../docs/measure.md").lines().filter_map(|line| line.strip_prefix("| "));
    let ids: BTreeSet<&str> = rows.filter_map(|row| row.split(' ').next()).collect();
    let is_id = |id: &&str| id.starts_with(['A', 'B']) && id.len() > 1 && id[1..].bytes().all(|c| c.is_ascii_digit());
    ids.into_iter().filter(is_id).collect()
}

/// A lone number is a defect: each has its games and its interval, whatever was asked.
#[test]
fn every_number_has_its_games_and_its_interval() {
    let line = "measure hex?size=3 --agent mcts:20 -n 30 --all --each 20 --pairs 10 --rungs 2 --values 30 --states 5000 --json";
    let data = json(typed(line));
    jsonschema::validate(&schema(), &data).unwrap();
    for metric in data["metrics"].as_array().unwrap() {
        assert!(metric["n"].as_u64().unwrap() > 0, "{metric}");
        let value = metric["value"].as_f64().unwrap();
        let [low, high] = ["low", "high"].map(|key| metric[key].as_f64());
        assert!(low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high), "{metric}");
        // 30 games have no bound beyond a twentieth of them.
        let open = [metric["key"] == "A4.plies.p5", metric["key"] == "A4.plies.p95"];
        assert_eq!([low.is_none(), high.is_none()], open, "{metric}");
    }
    let measured: BTreeSet<&str> =
        data["metrics"].as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap()).collect();
    let mut defined = documented();
    // Nothing is left to chance in Hex.
    assert!(defined.remove("A12"));
    assert_eq!(measured, defined, "docs/measure.md defines every metric");
    assert_eq!(
        (&data["agents"], &data["seed"], &data["games"]),
        (&serde_json::json!(["mcts:20", "mcts:20"]), &1.into(), &30.into())
    );
    // First-player advantage or length must not add up to one number of merit.
    let keys = keys(&data);
    assert!(keys.contains("metrics") && keys.contains("low"), "{keys:?}");
    for word in ["quality", "overall", "total", "merit"] {
        let named = keys.iter().filter(|key| key.split(['_', '.']).any(|part| part == word));
        assert_eq!(named.count(), 0, "{word} in {keys:?}");
    }
    assert_eq!(data["ladder"]["rungs"].as_array().unwrap().len(), 2);
    assert_eq!(data["strength"]["levels"].as_array().unwrap().len(), 4);
    // 3 x 3 has nine first moves; the half turn leaves five of them.
    assert_eq!((&data["openings"]["actions"], &data["openings"]["classes"]), (&9.into(), &5.into()));
    // Hex has no draws, and seat 1 wins without a pie.
    let rows = data["exact"].as_array().unwrap();
    assert!(rows.len() >= 2 && rows.iter().take(2).all(|row| row["winner"]["seat"] == 1), "{rows:?}");
    assert!((metric(&data, "A1.draw")["value"].as_f64().unwrap()).abs() < 1e-12);
    assert_eq!(metric(&data, "A1.draw")["interval"], "rule of three");
}

/// The same bytes with any number of threads; and the first games of a run are the same games however many follow.
#[test]
fn threads_and_the_number_of_games_change_no_game() {
    let line = "measure hex?size=4 --agent mcts:15 -n 24 --with B,C1 --pairs 6 --rungs 1 --values 20 --seed 5 --json";
    let with = |threads: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        stdout(rulebook(&words).env("RAYON_NUM_THREADS", threads))
    };
    assert_eq!(with("1"), with("3"));
    assert_ne!(with("1"), stdout(typed(&line.replace("--seed 5", "--seed 6"))));
}

/// Seat 2 swaps whenever it can here, so it plays the first role: seat and role must not be taken for one another.
#[test]
fn seats_and_roles_are_told_apart() {
    let text = r#"
game "First Wins" {
  players White, Black
  board square(2, 1)
  piece stone
  pie
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  end when no empty { White wins }
}
"#;
    let file = write("first-wins.game", text.as_bytes());
    let data = json(typed(&format!("measure \"{file}\" -n 200 --json")));
    let value = |key: &str| metric(&data, key)["value"].as_f64().unwrap();
    assert!((value("A3.role.White") - 1.0).abs() < 1e-12, "{data}");
    let swapped = value("A8.move.swap");
    assert!(swapped > 0.2 && swapped < 0.8, "random players swap now and then: {swapped}");
    assert!((value("A2.seat.2") - swapped).abs() < 1e-9, "whoever swaps has White");
    assert!((value("A2.seat.1") + value("A2.seat.2") - 1.0).abs() < 1e-9);
}

#[test]
fn what_never_happens_is_named() {
    let text = r#"
game "Idle" {
  players White, Black
  board square(3)
  piece stone
  move place {
    pick c in empty - corners
    put my stone on c
    remove enemy & adjacent(c) & corners
  }
  turn place
  end filled when no empty { draw }
  end when no move { last mover wins }
}
"#;
    let file = write("idle.game", text.as_bytes());
    let data = json(typed(&format!("measure \"{file}\" -n 60 --watch 20 --json")));
    let effect = |word: &str| {
        let is = |metric: &&Value| metric["label"].as_str().unwrap().contains(word);
        data["metrics"].as_array().unwrap().iter().filter(|metric| metric["id"] == "A8").find(is).unwrap()
    };
    assert_eq!((&effect("`remove")["value"], &effect("`remove")["n"]), (&0.0.into(), &20.into()), "{data}");
    assert_eq!(effect("`put")["value"], 1.0);
    assert_eq!(metric(&data, "A1.clause.filled")["high"], 0.05);
    assert_eq!(metric(&data, "A5.pass")["interval"], "rule of three");
    assert_eq!(data["figures"]["unused"], serde_json::json!(["a1", "c1", "a3", "c3"]));
    let page = stdout(typed(&format!("measure \"{file}\" -n 60")));
    assert!(page.contains("never; at most 5.0 %") && page.contains("4 of 9 cells never changed"), "{page}");
}

#[test]
fn games_for_three_share_a_point() {
    let data = json(typed("measure chinese-checkers -n 4 --max-plies 60 --with C1,C4,C5 --json"));
    assert!(data["ladder"].is_null() && data["mirror"] == serde_json::json!([]));
    assert!(data["metrics"].as_array().unwrap().iter().any(|metric| metric["key"] == "A2.seat.3"));
    let notes = data["notes"].to_string();
    assert!(notes.contains("an even score is 0.333") && notes.contains("need a game for two players"), "{notes}");
    assert!(notes.contains("cut off after 60 plies"), "{notes}");
    assert!(metric(&data, "A2.seat.1")["value"].is_null() && metric(&data, "A1.cut")["value"] == 1.0);
}

#[test]
fn a_page_is_one_file() {
    let path = scratch("measured.html");
    let name = path.to_str().unwrap();
    typed(&format!("measure yavalath?size=3 -n 20 --agent mcts:10 --with B,C3 --values 10 --each 4 --html \"{name}\""))
        .assert()
        .code(0);
    let page = std::fs::read_to_string(&path).unwrap();
    let static_part = without_boards(&page);
    for word in ["<script", "http://w", "https://", " src=", "@import", "url("] {
        assert!(!static_part.replace("http://www.w3.org/2000/svg", "").contains(word), "{word}");
    }
    assert!(page.contains("<rulebook-board>"), "boards are drawn by the element");
    let page = static_part;
    let drawn = page.matches("<svg").count();
    assert!(drawn >= 6 && page.matches("<desc>").count() == drawn, "{drawn}");
    assert!(!page.contains("NaN") && page.ends_with("</html>"), "all of it is there");
    for colour in ["#010101", "#030303"] {
        assert!(!page.contains(colour), "colours are those of the style sheet");
    }
}

#[test]
fn wrong_usage_says_what_to_write() {
    for (line, said) in [
        ("measure hex --with B2", "B1 to B5 are measured together"),
        ("measure hex --with A4", "always measured"),
        ("measure hex --agent mtcs:5", "did you mean `mcts`"),
        ("measure hex --agent random --agent random --agent random", "3 agents for 2 seats"),
        ("measure hex -n 0", "0 is not in 1.."),
        ("measure hexx", "did you mean the shipped game `hex`"),
    ] {
        let output = typed(line).assert().code(2).get_output().clone();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(said) && output.stdout.is_empty(), "{line}: {text}");
    }
}

/// The commands of the page about measuring are run; what it shows is what they print.
#[test]
fn the_page_shows_what_is_printed() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/measure.md")).unwrap();
    let mut blocks = 0;
    for block in page.split("```console\n").skip(1) {
        let (shown, _) = block.split_once("```").unwrap();
        let (line, expected) = shown.split_once('\n').unwrap();
        typed(line.strip_prefix("$ rulebook ").unwrap()).assert().code(0).stdout_eq(expected);
        blocks += 1;
    }
    assert!(blocks >= 2, "the page shows commands");
}

/// First what it comes to: who wins, how long games last, how they end, what never happened.
#[test]
fn the_summary_comes_first() {
    let line = "measure tic-tac-toe -n 300 --seed 3";
    let data = json(typed(&format!("{line} --json")));
    let lines: Vec<(&str, &str)> = data["summary"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["about"].as_str().unwrap(), line["text"].as_str().unwrap()))
        .collect();
    assert_eq!(lines.iter().map(|line| line.0).collect::<Vec<_>>()[..3], ["wins", "length", "ends"], "{lines:?}");
    let score = metric(&data, "A2.seat.1");
    let [value, low, high] = ["value", "low", "high"].map(|key| 100.0 * score[key].as_f64().unwrap());
    assert!(low > 50.0, "Cross wins more often at random");
    let said = format!(
        "seat 1 has the advantage: score of seat 1 (Cross) {value:.1} % [{low:.1}, {high:.1}], random - random"
    );
    assert_eq!(lines[0].1, said);
    assert!(lines[1].1.contains(" plies on average [") && lines[1].1.ends_with("the shortest won game seen took 5"));
    assert!(lines[2].1.contains("ended by `end when some three` (line 22) "), "{lines:?}");
    assert_eq!(lines.last(), Some(&("never", "every move, effect and end clause occurred")));
    let text = stdout(typed(line));
    assert!(text.starts_with(&format!("Summary\n  {said}\n")) && !text.contains("end 1"), "{text}");
    assert_eq!(data["clauses"][1]["text"], "end when no empty");
}

/// The shortest won game is one that was played: it ends as it says, and no game that was won is shorter.
#[test]
fn the_shortest_won_game_can_be_replayed() {
    let rows = scratch("shortest.jsonl");
    let name = rows.to_str().unwrap();
    let line = "measure hex?size=4 --agent mcts:10 -n 30 --with B --values 5";
    let data = json(typed(&format!("{line} --json --games \"{name}\"")));
    let won = &data["figures"]["decisive"];
    let moves: Vec<&str> = won["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    let shown = stdout(typed(&format!("show hex?size=4 --after \"{}\"", moves.join(" "))));
    assert!(shown.trim_end().ends_with(won["result"].as_str().unwrap()), "{shown}");
    let games: Vec<Value> =
        std::fs::read_to_string(&rows).unwrap().lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let least = games.iter().map(|game| game["plies"].as_u64().unwrap()).min();
    let game = games.iter().find(|game| game["index"] == won["index"]).unwrap();
    assert_eq!((won["plies"].as_u64(), &game["plies"], &game["opening"]), (least, &won["plies"], &moves[0].into()));
    assert_eq!(game["end_text"].as_str().unwrap().split('(').next(), Some("end when joins"));
    // Recorded games tell the same.
    let records = scratch("shortest_records.jsonl");
    let records = records.to_str().unwrap();
    typed(&format!("playouts tic-tac-toe -n 50 --record \"{records}\"")).assert().code(0);
    let data = json(typed(&format!("measure tic-tac-toe --records \"{records}\" --json")));
    assert_eq!(data["figures"]["decisive"]["plies"].as_u64().map(|plies| plies < 8), Some(true));
    assert!(json(typed("measure tic-tac-toe -n 5 --max-plies 2 --json"))["figures"]["decisive"].is_null());
}

/// Every won game of Hex ends with a move of the winner, to one cell; the shares of the cells add up.
#[test]
fn killer_moves_are_those_that_win() {
    let data = json(typed("measure hex?size=3&pie=off -n 1000 --json"));
    let killers = &data["figures"]["killers"];
    assert_eq!((&killers["won"], &killers["closed"]), (&1000.into(), &1000.into()));
    let cells = killers["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 9);
    let times: Vec<u64> = cells.iter().map(|cell| cell["times"].as_u64().unwrap()).collect();
    assert!(times.iter().sum::<u64>() == 1000 && times.is_sorted_by(|one, other| one >= other), "{times:?}");
    for cell in cells {
        for key in ["closing", "kills", "contribution"] {
            let number = &cell[key];
            let [low, value, high] = ["low", "value", "high"].map(|bound| number[bound].as_f64().unwrap());
            assert!(low <= value && value <= high && (-0.5..=1.0).contains(&low), "{cell}");
        }
    }
    // The middle is on most ways from side to side.
    let middle = cells.iter().find(|cell| cell["name"] == "b2").unwrap();
    assert!(middle["contribution"]["low"].as_f64().unwrap() > 0.0, "{middle}");
    // Who makes a row of three loses it.
    let data = json(typed("measure \"tic-tac-toe#Misère Tic-Tac-Toe\" -n 40 --json"));
    assert_eq!(data["figures"]["killers"]["closed"], 0);
}
