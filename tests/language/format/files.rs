//! Every text of the repository that can be read.

use rulebook_language::format::MAX_WIDTH;

use super::{blocks, formatted, meaning, reads, root, texts};

#[test]
fn shipped_games_are_laid_out_as_they_should_be() {
    let games = texts("games", "game");
    assert!(games.len() >= 19);
    for (name, text) in games {
        assert!(formatted(&name, &text) == text, "run `rulebook fmt {name}`");
        let is_long = |line: &&str| line.chars().count() > MAX_WIDTH && !line.trim_start().starts_with("//");
        assert_eq!(text.lines().find(is_long), None, "{name}");
    }
}

#[test]
fn games_in_the_documents_are_laid_out_as_they_should_be() {
    let mut pages = texts("docs", "md");
    pages.push(("README.md".to_owned(), std::fs::read_to_string(root().join("README.md")).unwrap()));
    let mut count = 0;
    for (name, page) in pages {
        for (line, text) in blocks(&page, "game") {
            assert_eq!(formatted(&name, &text), text, "{name}, from line {line}");
            count += 1;
        }
    }
    assert!(count > 10);
}

#[test]
fn the_layout_keeps_what_is_said_and_is_the_same_again() {
    let mut count = 0;
    for (name, text) in [texts("games", "game"), texts("tests", "game")].concat() {
        if !reads(&text) {
            continue;
        }
        let once = formatted(&name, &text);
        assert!(meaning(&once) == meaning(&text), "{name}");
        assert_eq!(formatted(&name, &once), once, "{name}");
        count += 1;
    }
    assert!(count > 100, "{count} files");
}
