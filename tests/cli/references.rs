//! References: a file with the variant and the options that are meant, in one word.

use crate::{json, rulebook, scratch, stdout, typed, write};

fn same(reference: &[&str], flags: &[&str]) {
    assert_eq!(stdout(rulebook(reference)), stdout(rulebook(flags)), "{reference:?}");
    assert!(!stdout(rulebook(reference)).is_empty(), "{reference:?}");
}

#[test]
fn a_reference_says_what_flags_say() {
    let free = "Free Emulsion";
    for command in ["show", "moves"] {
        same(&[command, "emulsion?size=5"], &[command, "emulsion", "--set", "size=5"]);
        same(&[command, "emulsion?size=4&pie=off"], &[command, "emulsion", "--set", "size=4", "--set", "pie=off"]);
        same(&[command, "emulsion#Free Emulsion"], &[command, "emulsion", "--variant", free]);
        let flags = [command, "emulsion", "--variant", free, "--set", "size=5"];
        for reference in ["emulsion#Free Emulsion?size=5", "emulsion?size=5#Free Emulsion"] {
            same(&[command, reference], &flags);
        }
        same(&[command, "emulsion?size=5", "--variant", free], &flags);
        same(&[command, "emulsion#Free Emulsion", "--set", "size=5"], &flags);
        same(&[command, "emulsion?size=5", "--set", "size=5"], &[command, "emulsion?size=5"]);
    }
    same(&["perft", "emulsion?size=4", "2"], &["perft", "emulsion", "2", "--set", "size=4"]);
    same(&["check", "emulsion#Free Emulsion?size=3"], &["check", "emulsion", "--variant", free, "--set", "size=3"]);
    same(&["test", "emulsion#Free Emulsion"], &["test", "emulsion", "--variant", free]);
    let after = ["--after", "a1+a2"];
    let trace = |game: &[&'static str]| [&["trace"], game, &after[..]].concat();
    same(&trace(&["emulsion#Free Emulsion?size=3"]), &trace(&["emulsion", "--variant", free, "--set", "size=3"]));
}

#[test]
fn several_values_in_a_reference_are_rows() {
    let rows = |args: &[&str]| {
        let solved = json(rulebook(&[args, &["--json"]].concat()));
        let settings = |row: &serde_json::Value| row["options"].to_string();
        solved["rows"].as_array().unwrap().iter().map(settings).collect::<Vec<_>>()
    };
    let both = rows(&["solve", "emulsion?size=2..=3"]);
    assert_eq!(both.len(), 2, "{both:?}");
    assert_eq!(both, rows(&["solve", "emulsion", "--set", "size=2..=3"]));
    typed("solve emulsion?size=three").assert().code(2);
}

#[test]
fn records_are_replayed_by_reference() {
    let name = scratch("references.jsonl");
    let name = name.to_str().unwrap();
    rulebook(&["playouts", "emulsion?size=4#Free Emulsion", "-n", "3", "--record", name]).assert().code(0);
    rulebook(&["replay", "emulsion", name]).assert().code(0);
    rulebook(&["replay", "emulsion?size=4", name]).assert().code(0);
}

#[test]
fn a_file_may_have_the_signs_in_its_name() {
    let text = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/games/lines/tic-tac-toe.game")).unwrap();
    let name = write("what?is=this#here.game", &text);
    rulebook(&["show", &name]).assert().code(0);
    let file = write("references.game", &text);
    same(&["show", &format!("{file}#Tic-Tac-Toe")], &["show", "tic-tac-toe"]);
}

#[test]
fn mistakes_in_references_are_pointed_at() {
    let said = |args: &[&str]| {
        let output = rulebook(args).assert().code(2).stdout_eq("").get_output().clone();
        String::from_utf8(output.stderr).unwrap()
    };
    for (reference, wanted) in [
        ("emulsion?size=0", "[<command line>:1:15]"),
        ("emulsion?size=0", "emulsion?size=0"),
        ("emulsion?sizes=5", "did you mean `size`?"),
        ("emulsion#Free Emulsin", "did you mean `Free Emulsion`?"),
        ("emulsion#Free Emulsin", "emulsion#Free Emulsin"),
        ("emulsoin?size=5", "did you mean the shipped game `emulsion`?"),
        ("emulsion?size", "write OPTION=VALUE"),
        ("emulsion?", "write OPTION=VALUE"),
        ("emulsion#", "title"),
        ("emulsion#A#B", "one `#TITLE`"),
        ("?size=5", "names no file"),
    ] {
        let said = said(&["show", reference]);
        assert!(said.contains(wanted), "{reference}: {said}");
    }
    let clash = said(&["show", "emulsion?size=5", "--set", "size=7"]);
    assert!(clash.contains("`size` is `5` in `emulsion?size=5`, but is set to `7` as well"), "{clash}");
    let clash = said(&["show", "emulsion#Free Emulsion", "--variant", "Emulsion"]);
    assert!(clash.contains("remove one of them"), "{clash}");
    assert!(said(&["fmt", "--check", "emulsion?size=5"]).contains("write `emulsion`"));
    assert!(said(&["test", "emulsion?size=5"]).contains("tests set their own"));
}
