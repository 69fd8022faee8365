//! `games` and `new`.

use rulebook_insight::library::topics;

use super::{json, rulebook, scratch, stdout, typed};

#[test]
fn games_lists_the_library() {
    let text = stdout(typed("games"));
    let hex = text.lines().find(|line| line.starts_with("hex ")).unwrap();
    for part in
        ["connection", "Red, Blue", "rhombus, 121 cells", "size: 2..=26 = 11", "pie: on | off = on", "Misère Hex"]
    {
        assert!(hex.contains(part), "{hex}");
    }
    assert_eq!(text.lines().count(), 1 + rulebook_insight::library::SHIPPED.len());
    let sowing = stdout(typed("games --family sowing"));
    assert!(sowing.contains("kalah") && !sowing.contains("hex"), "{sowing}");
    let said = json(typed("games --json"));
    assert_eq!(said["games"][0]["name"], "amazons");
    typed("games --family none").assert().code(2);
}

#[test]
fn games_finds_what_one_would_look_for() {
    let names = |text: &str| -> Vec<String> {
        let text = stdout(rulebook(&["games", "--search", text]));
        text.lines().skip(1).map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    assert_eq!(names("hex")[0], "hex");
    assert_eq!(names("Capablanca"), ["chess-variants"]);
    assert!(names("dice").iter().any(|name| name == "backgammon"));
    let mancalas = stdout(typed("games --search seeds --family sowing"));
    assert!(!mancalas.contains("dice") && mancalas.lines().count() > 1, "{mancalas}");
    let said = rulebook(&["games", "--search", "hex thimble"]).assert().code(1);
    assert!(String::from_utf8_lossy(&said.get_output().stderr).contains("fewer or other words"));
}

/// The README's table is what the command prints.
#[test]
fn the_readme_lists_the_library() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let table = stdout(typed("games --format markdown"));
    assert!(readme.contains(&table), "write this into the README:\n{table}");
}

/// What *New sheet* and `rulebook new` begin as: nothing is found in it, and something is once a name is added that is never used.
#[test]
fn what_a_new_game_begins_as_has_no_finding() {
    let check = |text: String| rulebook(&["check", "--strict", "-"]).stdin(text).assert();
    for (topic, shipped) in topics() {
        let text = stdout(rulebook(&["new", "-", "--like", shipped.name(), "--title", "Mine"]));
        assert!(text.contains("game \"Mine\""), "{topic}: {text}");
        check(text).success();
    }
    let text = stdout(rulebook(&["new", "-"]));
    check(text.clone()).success();
    let idle = text.replacen("  move ", "  mark idle\n\n  move ", 1);
    rulebook(&["check", "-"]).stdin(idle.clone()).assert().success();
    check(idle).code(1);
}

#[test]
fn new_starts_a_file_and_never_overwrites_one() {
    let path = scratch("my-own-game.game");
    let _ = std::fs::remove_file(&path);
    let name = path.with_extension("");
    let name = name.to_str().unwrap();
    rulebook(&["new", name, "--like", "hex"]).assert().success();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("game \"My Own Game\"") && text.contains("of \"My Own Game\""), "{text}");
    rulebook(&["check", path.to_str().unwrap()]).assert().success();
    rulebook(&["new", name, "--like", "hex"]).assert().code(2);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    rulebook(&["new", name, "--like", "hexx"])
        .assert()
        .code(2)
        .stderr_eq("error: there is no shipped game `hexx`\n  help: did you mean `hex`?\n");
}
