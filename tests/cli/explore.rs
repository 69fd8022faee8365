//! Searches: what they find, the same bytes whatever happened on the way, and what is said of wrong ones.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{WATCHDOG, json, scratch, stdout, typed, without_boards, write};

/// A search over options, rules and an author's own line.
const STUDY: &str = r#"
game = "emulsion"
set = { size = 4 }
want = "score of seat 1 in 45..55 %, plies in 6..12"
vary = ["size=3..=5", "last_move", "rules"]
keep = ["pie"]
lines = ["pie off"]
games = 4000
best = 3
"#;

fn study(name: &str) -> String {
    write(&format!("explore-{name}.toml"), STUDY.as_bytes())
}

/// A path for results that are not there yet.
fn results(name: &str) -> PathBuf {
    let path = scratch(&format!("explore-{name}.sqlite"));
    for ending in ["", ".work", ".work-wal", ".work-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    path
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

/// The results of a run that nothing disturbed, and what it prints.
fn undisturbed(name: &str, toml: &str) -> (Vec<u8>, String) {
    let out = results(&format!("{name}-undisturbed"));
    let said = stdout(typed(&format!("explore {toml} --out {} --threads 1", out.display())));
    (bytes(&out), said)
}

#[test]
fn threads_and_shards_change_no_byte() {
    let toml = study("threads");
    let (whole, said) = undisturbed("threads", &toml);
    let out = results("threads-five");
    assert_eq!(stdout(typed(&format!("explore {toml} --out {} --threads 5", out.display()))), said);
    assert!(bytes(&out) == whole);
    // Again, it only tells.
    assert_eq!(stdout(typed(&format!("explore {toml} --out {}", out.display()))), said);
    assert!(bytes(&out) == whole);
    // Three parts, in one go; and the next leg in parts as well.
    let parts: Vec<String> = (1..=3)
        .map(|part| {
            let part_out = results(&format!("part-{part}"));
            typed(&format!("explore {toml} --shard {part}/3 --out {}", part_out.display()))
                .assert()
                .code(0)
                .stdout_eq("");
            part_out.display().to_string()
        })
        .collect();
    let merged = results("merged");
    let last = stdout(typed(&format!("explore {toml} --out {} --merge {}", merged.display(), parts.join(" "))));
    assert_eq!(last, said);
    assert!(bytes(&merged) == whole);
    let missing = typed(&format!("explore {toml} --out {} --merge {}", merged.display(), parts[0]));
    let missing = String::from_utf8(missing.assert().code(2).get_output().stderr.clone()).unwrap();
    assert!(missing.contains("parts are missing: 2/3, 3/3"), "{missing}");
    let leg = results("leg");
    typed(&format!("explore {toml} --partial --out {} --merge {}", leg.display(), parts.join(" "))).assert().code(0);
    let next: Vec<String> = (1..=2)
        .map(|part| {
            let part_out = results(&format!("next-{part}"));
            let line = format!("explore {toml} --shard {part}/2 --from {} --out {}", leg.display(), part_out.display());
            typed(&line).assert().code(0);
            part_out.display().to_string()
        })
        .collect();
    let merged = results("merged-again");
    typed(&format!("explore {toml} --out {} --merge {}", merged.display(), next.join(" "))).assert().code(0);
    assert!(bytes(&merged) == whole);
}

/// Killed as `kill -9` does, again and again, it goes on and comes to the same bytes.
#[test]
fn killed_in_the_middle_it_goes_on() {
    let toml = write("explore-killed.toml", STUDY.replace("games = 4000", "games = 60000").as_bytes());
    let (whole, _) = undisturbed("killed", &toml);
    let out = results("killed");
    let size = || {
        let length =
            |ending: &str| std::fs::metadata(format!("{}{ending}", out.display())).map_or(0, |file| file.len());
        length(".work") + length(".work-wal")
    };
    for _ in 0..3 {
        let mut child = std::process::Command::new(snapbox::cmd::cargo_bin("rulebook"))
            .args(["explore", &toml, "--threads", "2", "--out"])
            .arg(&out)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let (before, began) = (size(), Instant::now());
        while size() <= before + 20_000 && child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < WATCHDOG, "it comes to nothing");
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    typed(&format!("explore {toml} --out {}", out.display())).assert().code(0);
    assert!(bytes(&out) == whole);
    assert!(!scratch("explore-killed.sqlite.work").exists(), "what was kept on the way is gone");
}

#[test]
fn a_byte_that_was_changed_is_noticed() {
    let toml = study("edited");
    let (whole, _) = undisturbed("edited", &toml);
    for (change, wanted) in [
        (
            "UPDATE done SET told = replace(told, '1', '0') WHERE candidate = 2 AND task = 'race'",
            "candidate 2 was changed",
        ),
        ("DELETE FROM done WHERE candidate = 3", "added or removed"),
        ("UPDATE about SET value = value || ' ' WHERE name = 'texts'", "added or removed"),
        ("UPDATE about SET value = replace(value, '4000', '4001') WHERE name = 'search'", "`games` is 4001 there"),
    ] {
        let out = results("edited");
        std::fs::write(&out, &whole).unwrap();
        rusqlite::Connection::open(&out).unwrap().execute_batch(change).unwrap();
        let run = typed(&format!("explore {toml} --out {}", out.display())).output().unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(!run.status.success() && said.contains(wanted), "{change}: {said}");
    }
}

#[test]
fn what_is_found_can_be_pasted() {
    let page = scratch("explore.html");
    let line = "explore emulsion?size=4 --vary size=3..=5 --vary last_move --want \"score of seat 1 in 44..56 %, draws < 1 %\" \
                --games 6000 --best 2";
    let found = json(typed(&format!("{line} --json --html {}", page.display())));
    assert_eq!((found["version"].as_i64(), found["game"].as_str()), (Some(1), Some("Emulsion")));
    assert_eq!(found["candidates"]["tried"], 5);
    assert!(found["games"]["raced"].as_u64().unwrap() + found["games"]["fresh"].as_u64().unwrap() <= 6_000);
    let rows = found["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let (title, block) = (row["title"].as_str().unwrap(), row["block"].as_str().unwrap());
        let file = write("explore-pasted.game", block.as_bytes());
        typed(&format!("check {file}")).assert().code(0);
        let shown = json(typed(&format!("show {file} --variant \"{title}\" --json")));
        assert_eq!(shown["title"].as_str().or(shown["game"].as_str()), Some(title), "{shown}");
        for figure in row["figures"].as_array().unwrap() {
            let number = |key: &str| figure[key].as_f64().unwrap();
            assert!(number("low") <= number("value") && number("value") <= number("high"), "{figure}");
            assert_eq!(figure["games"], found["games"]["each"]);
        }
    }
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("variant &quot;Emulsion") && !without_boards(&page).contains("src="), "a page by itself");
    // The same seed gives the same, another one another.
    let text = stdout(typed(line));
    assert_eq!(text, stdout(typed(line)));
    assert_ne!(text, stdout(typed(&format!("{line} --seed 2"))));
    assert!(text.contains("option "), "{text}");
}

#[test]
fn what_would_be_tried_is_listed_with_its_lines() {
    let listed = stdout(typed("explore yavalath --want \"draws < 1 %\" --list"));
    for line in [
        "yavalath: size = 4",
        "yavalath:16: line four: `5` instead of `4`",
        "yavalath:23: turn: two actions in every turn but the first",
        "winners lose and losers win (misère)",
        "with a pie rule: the first seat places a stone, the second chooses a colour",
        "board: `square` instead of `hexagon`",
    ] {
        assert!(listed.contains(line), "{line}: {listed}");
    }
    let kept = stdout(typed(
        "explore yavalath --want \"draws < 1 %\" --list --keep \"line four\" --keep board --keep turn --vary rules",
    ));
    for place in ["line four", "board", "turn", "size"] {
        assert!(!kept.contains(&format!("{place}:")) && !kept.contains(&format!("{place} =")), "{place}: {kept}");
    }
    assert!(kept.contains("line three: `4` instead of `3`"), "{kept}");
}

/// A game that favours the first seat, with a second change where one is not enough.
#[test]
fn pairs_are_grown_where_singles_do_not_reach() {
    let line = "explore connect-four --want \"score of seat 1 in 40..52 %, plies in 8..14\" --vary rules --games 8000 --best 3";
    let tried = |found: &serde_json::Value| found["candidates"]["tried"].as_u64().unwrap();
    let (one, two) = (json(typed(&format!("{line} --json"))), json(typed(&format!("{line} --depth 2 --json"))));
    assert!(tried(&two) >= tried(&one), "{} and {}", tried(&one), tried(&two));
}

/// Usage errors, each with what to write instead.
#[test]
fn wrong_searches_are_told_with_status_2() {
    let broken = write("explore-broken.game", b"game \"B\" {\n  players A, B\n  board square(3)\n  turn place\n}\n");
    for (line, wanted) in [
        ("explore hex", "nothing is wished for"),
        ("explore hex --want \"drows < 5 %\"", "did you mean `draws`?"),
        ("explore hex --want \"draws < 5\"", "write `5 %`"),
        ("explore hex --want \"plies in 60..30\"", "is empty"),
        ("explore hex --want \"plies in 30\"", "is no range"),
        ("explore hex --want \"draws < 5 %\" --vary sise", "did you mean `size`?"),
        ("explore hex --want \"draws < 5 %\" --vary size=9..=5", "is empty"),
        ("explore hex --want \"draws < 5 %\" --vary size=999", "has no value `999`"),
        ("explore hex --want \"draws < 5 %\" --keep \"move plase\"", "did you mean `move place`?"),
        ("explore hex --want \"draws < 5 %\" --agent magic", "no agent `magic`"),
        ("explore hex --want \"draws < 5 %\" --agent greedy", "`greedy` needs an expression"),
        ("explore hex?komi=3 --want \"draws < 5 %\"", "komi"),
        ("explore nothing-there --want \"draws < 5 %\"", "no shipped game"),
        (&format!("explore {broken} --want \"draws < 5 %\""), "place"),
        ("explore hex --want \"draws < 5 %\" --games 3", "100"),
        ("explore hex --want \"draws < 5 %\" --vary size=5 --vary size=6", "varied twice"),
    ] {
        let run = typed(line).output().unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!((run.status.code(), said.contains(wanted)), (Some(2), true), "{line}: {said}");
    }
    for (text, wanted) in [
        ("want = \"draws < 1 %\"\n", "missing field `game`"),
        ("game = \"hex\"\nwant = \"drows < 1 %\"\n", "did you mean `draws`?"),
        ("game = \"hex\"\nwant = \"draws < 1 %\"\nvary = \"sise\"\n", ":3:8: "),
        ("game = \"hex\"\nwant = \"draws < 1 %\"\nwish = 3\n", "unknown field `wish`"),
        ("game = \"hexx\"\nwant = \"draws < 1 %\"\n", "did you mean the shipped game `hex`?"),
    ] {
        let toml = write("explore-wrong.toml", text.as_bytes());
        let run = typed(&format!("explore {toml}")).output().unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!((run.status.code(), said.contains(wanted)), (Some(2), true), "{text}: {said}");
    }
    let toml = study("usage");
    let run = typed(&format!("explore {toml} --games 500")).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
}

/// Agents by stages: what random players leave open is played by the others, and what they say is told.
#[test]
fn stages_are_told_one_by_one() {
    let line = "explore tic-tac-toe --vary rules --want \"score of seat 1 in 40..75 %\" --agent random --agent mcts:8 --games 900 --best 2 --json";
    let found = json(typed(line));
    assert_eq!(found["agents"], serde_json::json!(["random", "mcts:8"]));
    for row in found["rows"].as_array().unwrap() {
        assert_eq!(row["stages"][0]["agent"], "random");
        assert!(row["stages"][0]["figures"][0]["value"].is_number());
    }
}

/// Wishes over B and over C, which take a search or games of their own.
#[test]
fn any_metric_can_be_wished_for() {
    let line = "explore tic-tac-toe --try \"end when no empty { last mover loses }\" --vary rules --keep \"end\" --keep turn --keep board \
                --want \"drama > 0.01, copycats < 100 %, tree size < 9, move place < 200 %\" --games 300 --best 1 --values 10 --json";
    let run = typed(line).output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.is_empty(), "{said}");
    let unknown = typed(&line.replace("move place", "moves of place")).output().unwrap();
    let said = String::from_utf8(unknown.stderr).unwrap();
    assert!(unknown.status.code() == Some(2) && said.contains("there is no metric `moves of place`"), "{said}");
    let found: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let row = &found["rows"][0];
    assert!(row["figures"].as_array().unwrap().iter().all(|figure| figure["value"].is_number()), "{row}");
}

/// What is written has the documented shape, whatever was wished for and whatever was found.
#[test]
fn the_object_keeps_to_its_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemas/explore.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    for line in [
        "explore tic-tac-toe --want \"score of seat 1 in 40..75 %\" --agent random --agent mcts:4 --games 600 --best 2 --json",
        "explore hex?size=3 --vary size=2..=4 --want \"draws < 1 %, plies < 3, choices > 1\" --games 600 --json",
        "explore tic-tac-toe --vary rules --depth 2 --want \"plies in 20..30\" --games 900 --json",
        "explore tic-tac-toe --vary rules --keep end --want \"copycats < 90 %\" --games 100 --best 1 --json",
    ] {
        let data = json(typed(line));
        let wrong: Vec<String> =
            schema.iter_errors(&data).map(|error| format!("{error} at {}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{line}: {wrong:?}");
        let rows = data["rows"].as_array().unwrap();
        assert!(!rows.is_empty() || line.contains("copycats"), "{line}");
        let mut other = data;
        other["sheet"]["verdict"] = "perhaps".into();
        assert!(!schema.is_valid(&other), "the schema is none");
    }
}
