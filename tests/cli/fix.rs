//! `rulebook check --fix`: what it applies, what it leaves alone, and what it says.

use std::fs;

use crate::{json, rulebook, stdout, typed, write};

const WRONG: &str = "\
game \"x\" {
  players Black, White
  board sqare(3)
  piece stone
  move place {
    pick c from empty
    where count(mine) == 0 && c is not in edge // kept
    put my stone at c
  }
  turn place | pass
  end if both pass { draw }
}
";
const RIGHT: &str = "\
game \"x\" {
  players Black, White
  board square(3)
  piece stone
  move place {
    pick c in empty
    where count(mine) = 0 and c not in edge // kept
    put my stone on c
  }
  turn place or pass
  end when both pass { draw }
}
";

/// Slips that can mean nothing else.
fn slips() -> String {
    RIGHT.replace("square(3)", "sqare(3)").replace("count(mine) = 0", "count(mine) == 0")
}

#[test]
fn safe_fixes_are_applied_until_none_is_left() {
    let file = write("fixable.game", slips().as_bytes());
    let output = rulebook(&["check", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("\n[*] 1 fixable with `--fix`\n"), "{said}");
    let output = rulebook(&["check", "--fix", &file]).assert().code(0).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with(&format!("{file}: applied 2 fixes\n")), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), RIGHT);
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    rulebook(&["check", "--fix", &file]).assert().code(0);
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written, "what does not change is not written");
}

/// What is written has no other line endings than what was there.
#[test]
fn crlf_stays() {
    let wrong = slips().strip_suffix("}\n").unwrap().to_owned();
    let written = ["\n", "\r\n"].map(|end| {
        let file = write("crlf-fixable.game", wrong.replace('\n', end).as_bytes());
        stdout(rulebook(&["check", "--fix", "--unsafe-fixes", &file]));
        fs::read_to_string(&file).unwrap()
    });
    assert_eq!(written[0].lines().count(), wrong.lines().count() + 1, "{}", written[0]);
    assert_eq!(written[1], written[0].replace('\n', "\r\n"));
}

/// Words and signs that may have been meant otherwise are left to whoever reads the change.
#[test]
fn habits_of_other_languages_are_mended_on_request() {
    let file = write("habits.game", WRONG.as_bytes());
    rulebook(&["check", "--fix", &file]).assert().code(1);
    // A sign that means one thing alone.
    assert_eq!(fs::read_to_string(&file).unwrap(), WRONG.replace("==", "="));
    rulebook(&["check", "--fix", "--unsafe-fixes", &file]).assert().code(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), RIGHT);
}

#[test]
fn a_diff_writes_nothing() {
    let wrong = slips();
    let file = write("undiffed.game", wrong.as_bytes());
    let shown = stdout(rulebook(&["check", "--diff", &file]));
    assert!(shown.starts_with(&format!("--- {file}\n+++ {file}\n@@ -1,")), "{shown}");
    assert!(shown.contains("\n-  board sqare(3)\n+  board square(3)\n"), "{shown}");
    rulebook(&["check", "--diff", &file]).assert().code(1).stderr_eq("");
    assert_eq!(fs::read_to_string(&file).unwrap(), wrong);
    rulebook(&["check", "--diff", "-"]).stdin(RIGHT).assert().code(0).stdout_eq("");
    typed("check --diff --fix x.game").assert().code(2);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let output =
        rulebook(&["check", "--fix", "--unsafe-fixes", "-"]).stdin(WRONG).assert().code(0).get_output().clone();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), RIGHT);
    let output =
        rulebook(&["check", "--fix", "-"]).stdin("game \"x\" { board sqare(3) }").assert().code(1).get_output().clone();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "game \"x\" { board square(3) }");
    assert!(String::from_utf8(output.stderr).unwrap().contains("error[game/missing]"));
    rulebook(&["check", "--fix", "--format", "json", "-"]).stdin(WRONG).assert().code(2).stdout_eq("");
}

#[test]
fn unsafe_fixes_are_asked_for() {
    let text = RIGHT.replace("  turn", "  group herd = like-coloured stones\n  turn");
    let file = write("unsafe.game", text.as_bytes());
    let output = rulebook(&["check", "--fix", &file]).assert().code(0).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("\n[*] 1 fix with `--unsafe-fixes`\n"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    rulebook(&["check", "--fix", "--unsafe-fixes", &file]).assert().code(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), RIGHT);
}

#[test]
fn fixes_stand_in_json() {
    let found = json(rulebook(&["check", "--format", "json", "-"]).stdin("game \"x\" {\n  board sqare(5)\n}\n"));
    let fixes = found["diagnostics"].as_array().unwrap().iter().flat_map(|d| d["fixes"].as_array().unwrap());
    let fixes: Vec<_> = fixes.collect();
    assert_eq!((&fixes[0]["title"], &fixes[0]["applicability"]), (&"write `square`".into(), &"safe".into()));
    let edit = &fixes[0]["edits"][0];
    assert_eq!(
        (&edit["start"]["offset"], &edit["end"]["offset"], &edit["text"]),
        (&19.into(), &24.into(), &"square".into())
    );
}
