//! Every command in the pages on players and studies is run.

use std::path::{Path, PathBuf};

use crate::{rulebook, scratch};

/// The commands of a page: lines set off by four blanks that begin with the program's name.
fn commands(page: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("    rulebook "));
    let found: Vec<Vec<String>> = lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
    assert!(!found.is_empty(), "{page} shows commands");
    found
}

fn run(command: &[String], folder: &Path) {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    let done = rulebook(&words).current_dir(folder).stdin("").assert().get_output().clone();
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn commands_about_players_run() {
    for command in commands("agents.md") {
        run(&command, &scratch(""));
    }
}

/// In a folder of their own, on the study that is shipped, with fewer games.
#[cfg(feature = "study")]
#[test]
fn commands_about_studies_run() {
    let folder: PathBuf = scratch("documents");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("studies")).unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("studies/emulsion.toml");
    let text = std::fs::read_to_string(shipped).unwrap();
    let smaller = text.replace("games = 200\n", "games = 4\n").replace("games = 20\n", "games = 2\n");
    assert_ne!(smaller, text);
    std::fs::write(folder.join("studies/emulsion.toml"), smaller.replace("budgets = [20, 80]", "budgets = [4, 8]"))
        .unwrap();
    for command in commands("study.md") {
        run(&command, &folder);
    }
    assert!(folder.join("studies/emulsion.sqlite").is_file());
}
