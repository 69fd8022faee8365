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

/// The lines of a page between `<!-- numbers: NAME -->` and `<!-- end -->`, by name.
#[cfg(feature = "study")]
fn numbers(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let begin = line.strip_prefix("<!-- numbers: ").and_then(|rest| rest.strip_suffix(" -->"));
        match begin {
            Some(name) => found.push((name.to_owned(), Vec::new())),
            None if line == "<!-- end -->" => assert!(inside, "an end without begin"),
            None if inside => found.last_mut().unwrap().1.push(line.to_owned()),
            None => {}
        }
        inside = begin.is_some() || (inside && line != "<!-- end -->");
    }
    assert!(!inside, "numbers without end");
    found
}

/// The pages of studies show the numbers of studies that are there: a line for each match, with all its games, and plots that are
/// there; and they show the command.
#[cfg(feature = "study")]
#[test]
fn pages_of_studies_are_of_studies() {
    use rulebook_insight::analysis::study::Study;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("docs/studies");
    let index = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let mut seen = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.extension().is_none_or(|ending| ending != "md") || name == "README.md" {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(index.contains(&format!("({name})")), "{name} is not in the list");
        for (study, lines) in numbers(&text) {
            let toml = std::fs::read_to_string(root.join(format!("studies/{study}.toml"))).unwrap();
            let read = Study::read(&toml).unwrap_or_else(|wrong| panic!("{}", wrong.shown(&study, &toml)));
            assert!(text.contains(&format!("    rulebook study studies/{study}.toml\n")), "{name} shows the command");
            let cells = |line: &str| line.split(" | ").map(str::to_owned).collect::<Vec<_>>();
            let column = cells(&lines[0]).iter().position(|head| head == "n").unwrap();
            let games: Vec<u64> = lines[2..].iter().map(|line| cells(line)[column].parse().unwrap()).collect();
            let mut lines: Vec<(usize, usize, Option<u32>)> =
                read.cells.iter().map(|cell| (cell.setting, cell.pattern, cell.budget)).collect();
            lines.dedup();
            assert_eq!((games.len(), games.iter().sum::<u64>()), (lines.len(), read.games()), "{name}: {study}");
            seen += 1;
        }
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(folder.join(link).exists() || link.contains("://"), "{name}: {link}");
        }
    }
    assert!(seen >= 5, "{seen} studies");
}
