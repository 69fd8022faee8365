//! `rulebook fmt`: what it writes, what it leaves alone, and what it says.

use std::fs;

use crate::{rulebook, stdout, write};

const MESSY: &str = "game \"x\" {\n  players  A,B // two\n\n\n  board square( 3 )\n}\n";
const TIDY: &str = "game \"x\" {\n  players A, B  // two\n\n  board square(3)\n}\n";

#[test]
fn a_file_is_replaced() {
    let file = write("messy.game", MESSY.as_bytes());
    rulebook(&["fmt", &file]).assert().code(0).stdout_eq("").stderr_eq(format!("{file}: formatted\n"));
    assert_eq!(fs::read_to_string(&file).unwrap(), TIDY);
    let written = fs::metadata(&file).unwrap().modified().unwrap();
    rulebook(&["fmt", &file]).assert().code(0).stdout_eq("").stderr_eq("");
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written, "what does not change is not written");
}

#[test]
fn standard_input_goes_to_standard_output() {
    rulebook(&["fmt", "-"]).stdin(MESSY).assert().code(0).stdout_eq(TIDY).stderr_eq("");
    rulebook(&["fmt", "-"]).stdin(TIDY).assert().code(0).stdout_eq(TIDY).stderr_eq("");
    rulebook(&["fmt", "-"]).stdin("game \"x\" {").assert().code(1).stdout_eq("");
}

#[test]
fn check_writes_nothing_and_shows_where() {
    let file = write("unchecked.game", MESSY.as_bytes());
    let said = format!("{file}:2: would change\n  -   players  A,B // two\n  +   players A, B  // two\n");
    rulebook(&["fmt", "--check", &file]).assert().code(1).stdout_eq(said).stderr_eq("");
    assert_eq!(fs::read_to_string(&file).unwrap(), MESSY);
    rulebook(&["fmt", &file]).assert().code(0);
    rulebook(&["fmt", &file, "--check"]).assert().code(0).stdout_eq("").stderr_eq("");
    rulebook(&["fmt", "-", "--check"]).stdin(TIDY).assert().code(0).stdout_eq("");
    rulebook(&["fmt", "-", "--check"])
        .stdin(TIDY.trim_end())
        .assert()
        .code(1)
        .stdout_eq("<stdin>:5: would change\n  - } (no line break at the end)\n  + }\n");
}

#[test]
fn every_shipped_game_is_laid_out() {
    let folder = format!("{}/games", env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for family in fs::read_dir(folder).unwrap() {
        let games = fs::read_dir(family.unwrap().path()).unwrap();
        files.extend(games.map(|game| game.unwrap().path().to_str().unwrap().to_owned()));
    }
    assert!(files.len() >= 19);
    let args: Vec<&str> = ["fmt", "--check"].into_iter().chain(files.iter().map(String::as_str)).collect();
    rulebook(&args).assert().code(0).stdout_eq("").stderr_eq("");
}

#[test]
fn crlf_stays_and_what_is_mixed_becomes_lf() {
    let file = write("crlf.game", MESSY.replace('\n', "\r\n").as_bytes());
    rulebook(&["fmt", &file]).assert().code(0).stderr_eq(format!("{file}: formatted\n"));
    assert_eq!(fs::read_to_string(&file).unwrap(), TIDY.replace('\n', "\r\n"));
    rulebook(&["fmt", "--check", &file]).assert().code(0).stdout_eq("");
    let file = write("mixed.game", TIDY.replacen('\n', "\r\n", 2).as_bytes());
    let shown = stdout(rulebook(&["fmt", "--check", &file]));
    assert!(shown.starts_with(&format!("{file}:1: would change\n  - game \"x\" {{\\r\n")), "{shown}");
    let said = format!("{file}: formatted (CRLF line endings became LF)\n");
    rulebook(&["fmt", &file]).assert().code(0).stdout_eq("").stderr_eq(said);
    assert_eq!(fs::read_to_string(&file).unwrap(), TIDY);
}

#[test]
fn errors_of_syntax_are_shown_and_the_file_is_left_alone() {
    let text = MESSY.replace("players", "playrs");
    let bad = write("syntax.game", text.as_bytes());
    let good = write("beside_syntax.game", MESSY.as_bytes());
    let output = rulebook(&["fmt", &bad, &good]).assert().code(1).stdout_eq("").get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("error[syntax/") && said.contains("players"), "{said}");
    assert_eq!(fs::read_to_string(&bad).unwrap(), text);
    assert_eq!(fs::read_to_string(&good).unwrap(), TIDY, "the others are laid out");
}

/// What is wrong beside the syntax is not the formatter's to say.
#[test]
fn a_file_that_says_nonsense_is_laid_out() {
    rulebook(&["fmt", "-"]).stdin(MESSY.replace("square", "sqare")).assert().code(0);
}

#[test]
fn shipped_games_can_be_looked_at_only() {
    rulebook(&["fmt", "--check", "emulsion"]).assert().code(0).stdout_eq("").stderr_eq("");
    let output = rulebook(&["fmt", "emulsion"]).assert().code(2).stdout_eq("").get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("`emulsion` is a shipped game and cannot be overwritten") && said.contains("--check"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_read_gives_status_2_and_does_not_stop_the_rest() {
    let file = write("after_nothing.game", MESSY.as_bytes());
    let folder = crate::scratch("fmt_no_sheets");
    fs::create_dir_all(&folder).unwrap();
    let output =
        rulebook(&["fmt", "nothing.game", folder.to_str().unwrap(), &file]).assert().code(2).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("there is no file `nothing.game`") && said.contains("has no `.game` files"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), TIDY);
    rulebook(&["fmt"]).assert().code(2);
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::{MESSY, TIDY};
    use crate::{rulebook, scratch};

    /// A folder of a test's own, empty.
    fn folder(name: &str) -> std::path::PathBuf {
        let folder = scratch(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &std::path::Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn permissions_are_kept() {
        let folder = folder("fmt_permissions");
        let file = folder.join("a.game");
        fs::write(&file, MESSY).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        rulebook(&["fmt", file.to_str().unwrap()]).assert().code(0);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(&folder), ["a.game"], "nothing is left beside it");
    }

    #[test]
    fn a_file_that_may_only_be_read_is_left_alone() {
        let folder = folder("fmt_readonly");
        let file = folder.join("a.game");
        fs::write(&file, MESSY).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        let output = rulebook(&["fmt", file.to_str().unwrap()]).assert().code(2).get_output().clone();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("it is read-only"), "{said}");
        assert_eq!(fs::read_to_string(&file).unwrap(), MESSY);
    }

    #[test]
    fn links_stay_links() {
        let folder = folder("fmt_links");
        let (file, link) = (folder.join("a.game"), folder.join("link.game"));
        fs::write(&file, MESSY).unwrap();
        symlink("a.game", &link).unwrap();
        rulebook(&["fmt", link.to_str().unwrap()]).assert().code(0);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), TIDY);
        let nowhere = folder.join("nowhere.game");
        symlink("gone.game", &nowhere).unwrap();
        rulebook(&["fmt", nowhere.to_str().unwrap()]).assert().code(2);
        assert_eq!(names(&folder), ["a.game", "link.game", "nowhere.game"]);
    }

    /// What a shell hands over can be read, and not replaced.
    #[test]
    fn a_pipe_cannot_be_written() {
        let folder = folder("fmt_pipe");
        let file = folder.join("a.game");
        fs::write(&file, MESSY).unwrap();
        let script = format!("{} fmt <(cat {})", snapbox::cmd::cargo_bin("rulebook").display(), file.display());
        let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains("it is not a regular file"), "{said}");
    }
}
