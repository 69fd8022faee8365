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

/// A page with sheets and commands: each block after the name of its file (`... `NAME.game`:`, else the page's own file) is that
/// file, and each command, in a folder with these files, says the lines below it. `...` stands for lines that are left out.
fn follow(page: &str, file: &str, least: usize) {
    let folder = scratch(page);
    std::fs::create_dir_all(&folder).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    let text = std::fs::read_to_string(path).unwrap();
    let (mut lines, mut before, mut commands) = (text.lines().peekable(), "", 0);
    while let Some(line) = lines.next() {
        let named =
            before.strip_suffix("`:").and_then(|before| before.rsplit('`').next()).filter(|_| line == "```text");
        if line == "```game" || named.is_some() {
            let sheet: String =
                lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
            std::fs::write(folder.join(named.unwrap_or(file)), sheet).unwrap();
        } else if let Some(command) = line.strip_prefix("    $ rulebook ") {
            let words = shell_words(command);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let said = rulebook(&words).env("LC_ALL", "C.UTF-8").current_dir(&folder).assert().get_output().clone();
            let both = [said.stdout, said.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
            let expected: Vec<&str> =
                std::iter::from_fn(|| lines.next_if(|line| line.starts_with("    ") && !line.starts_with("    $ ")))
                    .map(|line| &line[4..])
                    .collect();
            assert!(
                says(&both.concat(), &expected),
                "{page}: {command}\n{}\nnot\n{}",
                both.concat(),
                expected.join("\n")
            );
            commands += 1;
        }
        if !line.is_empty() {
            before = line;
        }
    }
    assert!(commands >= least, "{page}: {commands} commands");
}

/// The words of a command, some of them in quotes.
fn shell_words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Whether a text has these lines one after another, but for those that `...` stands for, and the numbers of a clock.
fn says(text: &str, expected: &[&str]) -> bool {
    let mut said = text.lines().filter(|line| !line.is_empty()).peekable();
    let mut skips = false;
    for line in expected.iter().filter(|line| !line.is_empty()) {
        if *line == "..." {
            skips = true;
            continue;
        }
        let found = match skips {
            true => said.by_ref().any(|other| other == *line),
            false => said.next().is_some_and(|other| other == *line),
        };
        if !found {
            return false;
        }
        skips = false;
    }
    skips || said.next().is_none()
}

#[test]
fn the_tutorial_says_what_the_program_says() {
    follow("tutorial.md", "outpost.game", 9);
    follow("tutorial-2.md", "ferry.game", 9);
    follow("tutorial-3.md", "caravan.game", 9);
}

/// A game that favours the first seat, mended; then the other commands of the page, with the files that they name.
#[cfg(feature = "study")]
#[test]
fn the_page_about_prose_says_what_the_program_says() {
    follow("rules.md", "mine.game", 1);
}

#[test]
fn the_page_about_searches_says_what_the_program_says() {
    follow("explore.md", "quad.game", 2);
    let folder = scratch("explore-page");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/explore.md");
    let text = std::fs::read_to_string(path).unwrap();
    let toml = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let smaller = toml.replace("games = 40000", "games = 1500").replace("\"mcts:50\"", "\"greedy:count(mine)\"");
    assert_ne!(smaller, toml);
    std::fs::write(folder.join("study.toml"), smaller).unwrap();
    let commands = text.lines().filter_map(|line| line.strip_prefix("    rulebook "));
    for command in commands {
        run(&shell_words(command), &folder);
    }
    assert!(folder.join("study.sqlite").is_file() && folder.join("front.html").is_file());
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
