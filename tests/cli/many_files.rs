//! Folders, settings files, the cache, baselines, what changed, watching, and the published shape of `check`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use snapbox::cmd::Command;

use crate::{json, scratch, typed};

/// A game with one warning, at the piece, at this board size.
fn sheet(title: &str, board: &str, piece: &str) -> String {
    format!(
        "game \"{title}\" {{\n  players Black, White\n  board {board}\n  piece stone, {piece}\n  move place {{\n    \
         pick c in empty\n    put my stone on c\n  }}\n  turn place\n  end when no empty {{ highest count(mine & corners) else draw }}\n}}\n"
    )
}

/// A fresh folder with these files.
fn folder(name: &str, files: &[(&str, String)]) -> PathBuf {
    let folder = scratch(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn library(name: &str) -> PathBuf {
    folder(
        name,
        &[
            ("games/b.game", sheet("B", "square(3)", "unused")),
            ("games/a/z.game", sheet("Z", "square(2)", "unused").replace("piece stone, unused", "piece stone")),
            ("games/a/wrong.game", sheet("Wrong", "sqare(2)", "unused")),
            ("games/.hidden/h.game", "nonsense".to_owned()),
            ("games/readme.txt", "nothing".to_owned()),
        ],
    )
}

/// The program in a folder.
fn within(folder: &Path, line: &str) -> Command {
    typed(line).current_dir(folder)
}

fn told(command: Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn folders_are_walked_in_order_and_one_wrong_file_stops_nothing() {
    let folder = library("walked");
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", folder.join("games/a/loop")).unwrap();
    let (status, out, err) = told(within(&folder, "check games"));
    assert_eq!(status, 1, "{err}");
    let files: Vec<&str> = err.lines().filter_map(|line| line.split_once(": ").map(|(file, _)| file)).collect();
    let named: Vec<&&str> = files.iter().filter(|file| file.ends_with(".game")).collect();
    assert_eq!(named, [&"games/a/wrong.game", &"games/a/z.game", &"games/b.game"], "{err}");
    assert!(out.find("sqare").unwrap() < out.find("`unused`").unwrap(), "{out}");
    assert!(err.contains("3 files: ") && !err.contains("hidden"), "{err}");
    let one_core = told(within(&folder, "check games").env("RAYON_NUM_THREADS", "1"));
    assert_eq!(one_core, (status, out, err));

    assert_eq!(told(within(&folder, "test games/b.game games/a/z.game")).0, 0);
    let (status, out, _) = told(within(&folder, "fmt --check games/a games/b.game"));
    assert!(status <= 1, "{out}");
    let (status, _, err) = told(within(&folder, "check games/.hidden/.. nothing games#B"));
    assert!(status == 2 && err.contains("selects one game of a folder"), "{err}");
    std::fs::create_dir(folder.join("empty")).unwrap();
    let (status, _, err) = told(within(&folder, "check empty"));
    assert!(status == 2 && err.contains("`empty` has no `.game` files"), "{err}");
    let (status, _, err) = told(within(&folder, "check"));
    assert!(status == 2 && err.contains("set `paths` in rulebook.toml"), "{err}");
}

#[test]
fn settings_are_those_of_the_nearest_file() {
    let folder = library("set");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("rulebook.toml", "paths = [\"games\"]\nexclude = [\"**/wrong.game\"]\n[check]\nstrict = true\n");
    let (status, _, err) = told(within(&folder, "check"));
    assert!(status == 1 && err.contains("2 files: 1 warning"), "{err}");
    assert_eq!(told(within(&folder, "check --no-strict")).0, 0);
    assert_eq!(told(within(&folder, "check games/a/wrong.game")).0, 1, "what is named is checked");
    assert_eq!(told(within(&folder.join("games/a"), "check z.game ../b.game")).0, 1, "the file is found upwards");
    assert_eq!(told(within(&folder, "check --isolated games/b.game")).0, 0);
    assert_eq!(told(within(&folder, "check --no-config games/b.game")).0, 0);
    assert_eq!(told(within(&folder, "fmt --check")).0 & !1, 0);

    write("other.toml", "[check.severity]\n\"lint/unused\" = \"allow\"\n");
    let found = json(within(&folder, "check games/b.game --config other.toml --format json"));
    assert_eq!((&found["warnings"], &found["allowed"][0]["code"]), (&0.into(), &"lint/unused".into()), "{found}");
    let at = &found["allowed"][0]["allowed_at"];
    assert!(at["file"].as_str().unwrap().ends_with("other.toml") && at["start"]["line"] == 2, "{at}");
    write("other.toml", "[check.severity]\n\"lint/unused\" = \"error\"\n");
    assert_eq!(told(within(&folder, "check games/b.game --config other.toml")).0, 1);
    write("other.toml", "[check.severity]\n\"lint/unused\" = \"note\"\n");
    assert_eq!(told(within(&folder, "check games/b.game --strict --config other.toml")).0, 0);

    let steps = |arguments: &str| {
        let found = json(within(
            &folder,
            &format!("check games/b.game --config other.toml --no-cache --format json {arguments}"),
        ));
        found["files"][0]["steps"].as_u64().unwrap()
    };
    write("other.toml", "[check]\neffort = \"quick\"\n");
    let quick = steps("");
    assert_eq!(quick, steps("--effort quick"));
    assert!(quick < steps("--effort normal"), "the command line goes before the file");

    write("rulebook.toml", "[check]\nstrikt = true\n");
    let (status, _, err) = told(within(&folder, "check games"));
    assert!(status == 2 && err.contains("rulebook.toml:2:1: unknown key `strikt`"), "{err}");
    assert!(err.contains("did you mean `strict`?"), "{err}");
}

/// The entries of a cache.
fn entries(cache: &Path) -> Vec<PathBuf> {
    let versions = std::fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut entries: Vec<PathBuf> =
        versions.flat_map(|path| std::fs::read_dir(path).unwrap()).map(|e| e.unwrap().path()).collect();
    entries.sort();
    entries
}

#[test]
fn a_cached_result_is_told_again_until_something_changes() {
    let folder = library("cached");
    let cached = |line: &str| told(within(&folder, line).env("RULEBOOK_NO_CACHE", "0"));
    let first = cached("check games --format json");
    let cache = folder.join(".rulebook_cache");
    assert_eq!(entries(&cache).len(), 3);
    let tag = std::fs::read_to_string(cache.join("CACHEDIR.TAG")).unwrap();
    assert!(tag.starts_with("Signature: 8a477f597d28d172789f06886806bc55"));
    assert_eq!(std::fs::read_to_string(cache.join(".gitignore")).unwrap().lines().last(), Some("*"));
    assert_eq!(cached("check games --format json"), first);

    // An entry that says something else is told as it is: so the cache is read.
    let entry =
        entries(&cache).into_iter().find(|entry| std::fs::read_to_string(entry).unwrap().contains("`unused`")).unwrap();
    let text = std::fs::read_to_string(&entry).unwrap();
    let (head, body) = text.split_at(text.find("\n{").unwrap() + 1);
    let planted = body.replace("`unused`", "`planted`");
    let sum = rulebook_insight::library::digest(&planted);
    let key = head.lines().next().unwrap();
    std::fs::write(&entry, format!("{key}\n{sum}\n{planted}")).unwrap();
    assert!(cached("check games/b.game").1.contains("`planted`"));
    assert!(!cached("check games/b.game --no-cache").1.contains("`planted`"));
    assert!(!cached("check games/b.game --cache-dir other").1.contains("`planted`"));
    // Damaged, it is ignored and written anew.
    for damaged in [
        format!("{key}\n{sum}\n{planted} "),
        text[..text.len() / 2].to_owned(),
        String::new(),
        "\u{e9}\n\n\n".to_owned(),
    ] {
        std::fs::write(&entry, damaged).unwrap();
        assert!(cached("check games/b.game").1.contains("`unused`"));
        assert_eq!(std::fs::read_to_string(&entry).unwrap(), text);
    }
    // So is an entry for another text or other options.
    assert!(cached("check games/b.game --variant B").1.contains("`unused`"));
    std::fs::write(folder.join("games/b.game"), sheet("B", "square(3)", "other")).unwrap();
    assert!(cached("check games/b.game").1.contains("`other`"));
    assert_eq!(entries(&cache).len(), 4, "an entry a file and settings");
}

#[test]
fn a_baseline_knows_findings_by_their_text() {
    let folder = library("baseline");
    let (status, _, err) = told(within(&folder, "check games --write-baseline known.json"));
    assert!(status == 0 && err.contains("known.json: 2 findings written"), "{err}");
    let with = "check games --strict --baseline known.json";
    let (status, out, err) = told(within(&folder, with));
    assert!(status == 0 && !out.contains("unused") && err.contains("1 in the baseline"), "{out}{err}");
    assert_eq!(json(within(&folder, &format!("{with} --format json")))["known"], 2);
    // Moved lines are still known; another finding is not.
    let file = folder.join("games/b.game");
    std::fs::write(&file, format!("// a line\n\n{}", sheet("B", "square(3)", "unused"))).unwrap();
    assert_eq!(told(within(&folder, with)).0, 0);
    std::fs::write(&file, sheet("B", "square(3)", "another")).unwrap();
    let (status, out, err) = told(within(&folder, with));
    assert!(status == 1 && out.contains("`another`"), "{out}");
    assert!(
        err.contains("1 finding of the baseline not found any more") && err.contains("games/b.game: lint/unused"),
        "{err}"
    );
    std::fs::write(folder.join("known.json"), "{}").unwrap();
    let (status, _, err) = told(within(&folder, with));
    assert!(status == 2 && err.contains("`known.json` is not a baseline file"), "{err}");
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.arg("-C").arg(folder).args([
        "-c",
        "user.name=T",
        "-c",
        "user.email=t@example.org",
        "-c",
        "commit.gpgsign=false",
    ]);
    assert!(command.args(arguments).output().unwrap().status.success(), "{arguments:?}");
}

#[test]
fn only_what_changed_is_checked() {
    if std::process::Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let folder = library("changed");
    let variant = "variant \"Small B\" of \"B\" {\n  board square(2)\n}\n".to_owned();
    std::fs::write(folder.join("games/c.game"), sheet("C", "square(2)", "unused")).unwrap();
    git(&folder, &["init", "-q"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "one"]);
    let line = "check games --changed-since HEAD --format json";
    let files = |found: &serde_json::Value| -> Vec<String> {
        found["files"].as_array().unwrap().iter().map(|file| file["file"].as_str().unwrap().to_owned()).collect()
    };
    assert!(files(&json(within(&folder, line))).is_empty());
    // What is not tracked, what differs, and what builds on that.
    std::fs::write(folder.join("games/new.game"), variant).unwrap();
    assert_eq!(files(&json(within(&folder, line))), ["games/new.game"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "two"]);
    std::fs::write(folder.join("games/b.game"), sheet("B", "square(4)", "unused")).unwrap();
    assert_eq!(files(&json(within(&folder, line))), ["games/b.game", "games/new.game"]);
    assert_eq!(files(&json(within(&folder.join("games"), "check . --changed-since HEAD --format json"))).len(), 2);
    let (status, _, err) = told(within(&folder, "check games --changed-since nowhere"));
    assert!(status == 2 && err.contains("Git cannot tell what has changed"), "{err}");
}

#[cfg(unix)]
#[test]
fn watching_checks_again_until_it_is_interrupted() {
    use crate::processes::{Heard, ended, hearing, interrupt};
    use std::process::Stdio;
    let folder = library("watched");
    let mut child = hearing()
        .args(["check", "games/b.game", "--watch", "--no-cache"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let heard = Heard::new(child.stderr.take().unwrap());
    let wait = |wanted: &str| heard.wait(wanted);
    wait("games/b.game: 1 game, 1 warning");
    wait("press Ctrl-C");
    // Longer by some bytes: the time of a file may be coarse.
    std::fs::write(
        folder.join("games/b.game"),
        sheet("B", "square(3)", "unused").replace("stone, unused", "stone       "),
    )
    .unwrap();
    wait("games/b.game: 1 game, no findings");
    wait("press Ctrl-C");
    std::thread::sleep(Duration::from_millis(50));
    interrupt(&child);
    assert_eq!(ended(&mut child).code(), Some(130));
}

/// What is written has the published shape, whatever was found.
#[test]
fn the_object_keeps_to_its_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemas/check.schema.json");
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(told(typed("check --print-schema")), (0, text.clone(), String::new()));
    let schema = jsonschema::draft202012::new(&serde_json::from_str(&text).unwrap()).unwrap();
    let folder = library("schema");
    std::fs::write(folder.join("stuck.game"), sheet("Stuck", "square(2)", "x").replace("no empty", "count(mine) > 9"))
        .unwrap();
    std::fs::write(
        folder.join("allowed.game"),
        sheet("A", "square(2)", "x").replace("  turn", "  allow lint/unused \"y\"\n  turn"),
    )
    .unwrap();
    let checked = json(within(&folder, "check games stuck.game allowed.game nothing.game emulsion --format json"));
    let whole = [&checked["allowed"], &checked["witnesses"], &checked["unseen"], &checked["diagnostics"]];
    assert!(whole.iter().all(|list| !list.as_array().unwrap().is_empty()), "{checked}");
    let wrong: Vec<String> =
        schema.iter_errors(&checked).map(|error| format!("{error} at {}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let mut other = checked;
    other["diagnostics"][0]["severity"] = "bad".into();
    assert!(!schema.is_valid(&other), "the schema is none");
}

#[test]
fn verdicts_are_told_to_code_hosts() {
    let log = json(typed("check emulsion --variant Emulsion --format sarif"));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let held: Vec<&serde_json::Value> = results.iter().filter(|result| result["kind"] == "pass").collect();
    assert_eq!(held.len(), 2, "{log}");
    assert_eq!((&held[0]["level"], &held[0]["ruleId"]), (&"none".into(), &"claim/refuted".into()));
    assert!(held[0]["message"]["text"].as_str().unwrap().starts_with("Emulsion: claim finite: proved"));
    let (_, said, _) = told(typed("check emulsion --variant Emulsion --format github"));
    assert!(
        said.starts_with("::notice file=emulsion,line=") && said.contains("title=claim::Emulsion: claim finite: "),
        "{said}"
    );
    assert_eq!(said.lines().count(), 2);
}

#[test]
fn mutants_that_no_test_notices_are_listed() {
    let text = sheet("M", "square(2)", "x")
        .replace("stone, x", "stone")
        .replace("highest count(mine & corners) else draw", "last mover wins")
        .replace("}\n}\n", "}\n  test \"all cells\" {\n    expect moves 4\n  }\n}\n");
    let folder = folder("mutants", &[("m.game", text.clone())]);
    let found = json(within(&folder, "test --mutants m.game --json"));
    let of = |outcome: &str| -> Vec<(String, String)> {
        let mutants =
            found["files"][0]["mutants"].as_array().unwrap().iter().filter(|mutant| mutant["outcome"] == outcome);
        mutants
            .map(|mutant| (mutant["old"].as_str().unwrap().to_owned(), mutant["new"].as_str().unwrap().to_owned()))
            .collect()
    };
    assert!(of("caught").contains(&("empty".to_owned(), "occupied".to_owned())), "{found}");
    assert!(of("missed").contains(&("wins".to_owned(), "loses".to_owned())), "{found}");
    let counts = &found["files"][0]["counts"];
    assert_eq!(counts["missed"], of("missed").len());
    let (status, out, err) = told(within(&folder, "test --mutants m.game"));
    assert!(status == 0 && out.contains("MISSED  m.game:") && out.contains("`loses` instead of `wins`"), "{out}");
    assert!(err.contains("m.game: ") && err.contains(" mutants of 1 tests: "), "{err}");
    assert_eq!(told(within(&folder, "test --mutants m.game --strict")).0, 1);
    assert_eq!(told(within(&folder, "test --mutants m.game").env("RAYON_NUM_THREADS", "1")).1, out);
    std::fs::write(folder.join("m.game"), text.replace("moves 4", "moves 5")).unwrap();
    let (status, _, err) = told(within(&folder, "test --mutants m.game"));
    assert!(status == 1 && err.contains("the tests of `m.game` fail as it is"), "{err}");
}

/// A game, and a variant of it in another file.
fn in_two_files(name: &str) -> PathBuf {
    let small = "variant \"Small\" of \"B\" in \"base/b.game\" {\n  board square(2)\n}\n";
    folder(
        name,
        &[
            ("small.game", small.to_owned()),
            ("base/b.game", sheet("B", "square(3)", "unused").replace("stone, unused", "stone")),
            ("other.game", small.replace("base/b", "b")),
        ],
    )
}

#[test]
fn a_variant_names_the_file_of_its_game() {
    let folder = in_two_files("two-files");
    let (status, out, err) = told(within(&folder, "check small.game"));
    assert_eq!(status, 0, "{out}{err}");
    assert_eq!(told(within(&folder, "perft small.game 2")).1.lines().next(), Some("1\t4"));
    let (status, out, err) = told(within(&folder, "compare small.game base/b.game"));
    assert!(status < 2 && out.contains("base/b.game"), "{out}{err}");
    for line in ["show small.game", "test small.game", "fmt --check small.game", "playouts small.game -n 10"] {
        assert_eq!(told(within(&folder, line)).0, 0, "{line}");
    }
    let (status, out, _) = told(within(&folder, "check other.game"));
    assert!(
        status == 1 && out.contains("file/missing") && out.contains("there is no `b.game` beside this file"),
        "{out}"
    );
    // A text of standard input has the current folder beside it.
    let text = std::fs::read_to_string(folder.join("small.game")).unwrap();
    assert_eq!(told(within(&folder, "check -").stdin(text)).0, 0);
    // What is found in the other file is shown there.
    let base = std::fs::read_to_string(folder.join("base/b.game")).unwrap();
    std::fs::write(folder.join("base/b.game"), base.replace("turn place", "turn palce")).unwrap();
    let (status, out, _) = told(within(&folder, "check small.game"));
    assert!(status == 1 && out.contains("base/b.game:9"), "{out}");
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_folder_of_a_variant() {
    let folder = in_two_files("linked-files");
    std::fs::rename(folder.join("base/b.game"), folder.join("base/b.txt")).unwrap();
    std::os::unix::fs::symlink("b.txt", folder.join("base/b.game")).unwrap();
    assert_eq!(told(within(&folder, "check small.game")).0, 0, "a link within the folder");
    std::fs::create_dir(folder.join("inner")).unwrap();
    std::fs::rename(folder.join("small.game"), folder.join("inner/small.game")).unwrap();
    std::os::unix::fs::symlink("../base", folder.join("inner/base")).unwrap();
    let (status, out, _) = told(within(&folder, "check inner/small.game"));
    assert!(status == 1 && out.contains("file/outside"), "{out}");
    // Neither a pipe nor a folder is waited for.
    std::fs::remove_file(folder.join("inner/base")).unwrap();
    std::fs::create_dir_all(folder.join("inner/base/b.game")).unwrap();
    let (status, out, _) = told(within(&folder, "check inner/small.game"));
    assert!(status == 1 && out.contains("cannot be read"), "{out}");
}

#[test]
fn the_cache_and_git_see_a_change_of_the_other_file() {
    let folder = in_two_files("changed-files");
    let cached = |line: &str| told(within(&folder, line).env("RULEBOOK_NO_CACHE", "0"));
    let first = cached("check small.game --format json");
    assert_eq!(cached("check small.game --format json"), first);
    git(&folder, &["init", "-q"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "one"]);
    assert!(cached("check small.game other.game --changed-since HEAD").2.contains("0 of 2 files changed"));
    let base = std::fs::read_to_string(folder.join("base/b.game")).unwrap();
    std::fs::write(folder.join("base/b.game"), base.replace("turn place", "turn palce")).unwrap();
    assert_eq!(cached("check small.game").0, 1, "the cache is of the old text");
    let changed = cached("check small.game other.game --changed-since HEAD");
    assert!(changed.2.contains("1 of 2 files changed"), "{}", changed.2);
    // A file that was not there is found once it is, though nothing else has changed.
    assert_eq!(cached("check other.game").0, 1);
    std::fs::write(folder.join("b.game"), base).unwrap();
    assert_eq!(cached("check other.game").0, 0);
}
