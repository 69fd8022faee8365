//! Every `game` block in the README and in `docs/` is a file that checks and plays, and whose tests hold.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rulebook_insight::analysis::{Smoke, inspect, run_tests};
use rulebook_insight::library::{Written, load};

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|ending| ending == "md") => pages.push(path),
                false => {}
            }
        }
    }
    pages
}

/// The blocks of a page that are marked as games, with the number of the line before each.
fn games(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in page.lines().enumerate() {
        match &mut open {
            None if line.trim() == "```game" => open = Some((number + 1, String::new())),
            None => {}
            Some(_) if line.trim() == "```" => found.extend(open.take()),
            Some((_, text)) => *text += &format!("{line}\n"),
        }
    }
    assert!(open.is_none(), "a block without end");
    found
}

#[test]
fn every_game_in_the_documents_is_clean() {
    let (mut counted, mut tests) = (0, 0);
    for page in pages() {
        for (line, text) in games(&std::fs::read_to_string(&page).unwrap()) {
            let loaded = load("block", &text);
            let found = inspect(&loaded, &Written::default(), Smoke::default());
            assert!(
                found.games > 0 && found.report.errors() + found.report.warnings() == 0,
                "{}, from line {line}: {:#?}",
                page.display(),
                found.report
            );
            let runs = run_tests(&loaded, &|_, _| true);
            assert!(runs.report.is_empty() && runs.tests.iter().all(|test| test.passed), "{:#?}", runs.report);
            tests += runs.tests.len();
            counted += 1;
        }
    }
    assert!(counted > 0, "the README shows a game");
    assert!(tests > 0, "the page of the language shows tests");
}

#[test]
fn blocks_are_found() {
    assert_eq!(games("a\n```game\nx\ny\n```\n```rust\nz\n```\n"), [(2, "x\ny\n".to_owned())]);
}

#[test]
fn no_two_decisions_have_one_number() {
    let name = |page: &PathBuf| page.file_name().unwrap().to_str().unwrap().to_owned();
    let decisions: Vec<PathBuf> =
        pages().into_iter().filter(|page| page.parent().unwrap().ends_with("decisions")).collect();
    let numbers: BTreeSet<String> = decisions.iter().map(|page| name(page)[..4].to_owned()).collect();
    assert!(numbers.contains("0001") && numbers.len() == decisions.len(), "{decisions:?}");
    for page in decisions {
        let text = std::fs::read_to_string(&page).unwrap();
        let said = text.lines().next().and_then(|line| line.strip_prefix("# ")).and_then(|line| line.split('.').next());
        let number: Option<u32> = said.and_then(|number| number.parse().ok());
        assert!(text.starts_with("# NNNN") || number == name(&page)[..4].parse().ok(), "{}", page.display());
    }
}
