//! Games that were recorded and then measured, and games as rows.

use crate::{json, scratch, typed};

/// The rows of a file, one JSON object a line.
fn rows(file: &std::path::Path) -> Vec<serde_json::Value> {
    std::fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Games that were recorded have the numbers that they had when they were played.
#[test]
fn recorded_games_are_measured() {
    let (records, games, again) = (scratch("m.jsonl"), scratch("m-games.jsonl"), scratch("m-again.jsonl"));
    typed(&format!(
        "playouts emulsion --set size=4 -n 30 --seed 5 --record {} --games {}",
        records.display(),
        games.display()
    ))
    .assert()
    .code(0);
    let shown =
        json(typed(&format!("measure emulsion --records {} --json --games {}", records.display(), again.display())));
    assert_eq!((&shown["games"], &shown["options"]["size"]), (&30.into(), &4.into()), "the records say which options");
    assert_eq!(shown["agents"], serde_json::json!(["random", "random"]));
    let note = shown["notes"][0].as_str().unwrap();
    assert!(note.starts_with("recorded games: C1 to C5"), "{note}");
    let (played, measured) = (rows(&games), rows(&again));
    assert_eq!((played.len(), measured.len()), (30, 30));
    for (one, other) in played.iter().zip(&measured) {
        for key in [
            "game", "options", "seed", "index", "agents", "result", "scores", "roles", "end", "cut", "plies", "turns",
            "opening",
        ] {
            assert_eq!(one[key], other[key], "{key}");
        }
        let total: f64 = one["scores"].as_array().unwrap().iter().map(|score| score.as_f64().unwrap()).sum();
        assert!((total - 1.0).abs() < 1e-9);
    }
    let plies: Vec<f64> = played.iter().map(|row| row["plies"].as_f64().unwrap()).collect();
    let metric = |key: &str| {
        let metrics = shown["metrics"].as_array().unwrap();
        metrics.iter().find(|metric| metric["key"] == key).unwrap()["value"].as_f64().unwrap()
    };
    let mean = plies.iter().sum::<f64>() / 30.0;
    let key = shown["metrics"]
        .as_array()
        .unwrap()
        .iter()
        .find(|metric| metric["label"].as_str().unwrap().contains("plies"))
        .unwrap();
    assert!((metric(key["key"].as_str().unwrap()) - mean).abs() < 1e-6, "{key}");
    // Values of positions can be had of records, and games that are played on cannot.
    typed(&format!("measure emulsion --records {} --with B --values 4", records.display())).assert().code(0);
    typed(&format!("measure emulsion --records {} --with C2", records.display())).assert().code(2);
    typed(&format!("measure emulsion --records {} -n 3", records.display())).assert().code(2);
}

#[test]
fn records_that_cannot_be_measured_are_named() {
    let line =
        |size: u32, moves: &str| format!("{{\"game\":\"hex\",\"options\":{{\"size\":{size}}},\"moves\":[{moves}]}}\n");
    let said = |name: &str, text: &str, status: i32| {
        let file = crate::write(name, text.as_bytes());
        let output = typed(&format!("measure hex --records {file}")).assert().code(status).get_output().clone();
        String::from_utf8(output.stderr).unwrap()
    };
    let mixed = said("mixed.jsonl", &(line(3, "\"a1\"") + &line(4, "\"a1\"")), 1);
    assert!(mixed.contains("mixed.jsonl:2: a game of Hex size=4 pie=on, and not of Hex size=3 pie=on"), "{mixed}");
    let wrong = said("wrong.jsonl", &(line(3, "\"a1\"") + &line(3, "\"a1\",\"a1\"") + &line(3, "\"z9\"")), 1);
    assert!(wrong.contains("wrong.jsonl:2: move 2 `a1`") && wrong.contains("wrong.jsonl:3: move 1"), "{wrong}");
    assert!(wrong.ends_with("2 of 3 records do not match the rules\n"), "{wrong}");
    assert!(said("none.jsonl", "\n", 2).contains("holds no records"));
    let open = crate::write("unfinished.jsonl", line(3, "\"a1\"").as_bytes());
    let shown = json(typed(&format!("measure hex --records {open} --json")));
    assert!(shown["notes"].to_string().contains("records that do not lead to an end"), "{}", shown["notes"]);
}

#[test]
fn rows_of_both_games_of_a_comparison() {
    let file = scratch("compared-games.jsonl");
    typed(&format!("compare hex hex --set size=3 -n 5 --states 0 --games {}", file.display())).assert().code(0);
    let sides: Vec<String> = rows(&file).iter().map(|row| row["side"].as_str().unwrap().to_owned()).collect();
    assert_eq!(sides.concat(), "AAAAABBBBB");
}

/// What is written as a record has the published shape, which lists the keys that a record may have, and no others.
#[test]
fn records_keep_to_their_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemas/record.schema.json");
    let schema: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let listed: Vec<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(listed, rulebook_play::record::KEYS);
    let schema = jsonschema::validator_for(&schema).unwrap();
    let records = scratch("schema.jsonl");
    typed(&format!("playouts kalah -n 20 --record {}", records.display())).assert().code(0);
    for record in rows(&records) {
        assert!(schema.is_valid(&record), "{record}");
    }
    assert!(!schema.is_valid(&serde_json::json!({ "game": "hex", "moves": [3] })));
}
