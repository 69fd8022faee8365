//! The shipped games: all that lie in `games/`, and all clean.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use rulebook_insight::analysis::{Smoke, inspect};
use rulebook_insight::library::{SHIPPED, Written, find, load};
use rulebook_language::model::titles;

#[test]
fn every_file_in_games_is_shipped() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut found = BTreeSet::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).unwrap().with_extension("");
            found.insert(name.iter().map(|part| part.to_str().unwrap()).collect::<Vec<_>>().join("/"));
        }
    }
    let listed: BTreeSet<String> = SHIPPED.iter().map(|game| game.path.to_owned()).collect();
    assert_eq!(listed, found);
    assert!(SHIPPED.is_sorted_by_key(|game| game.path), "the list is in order");
}

#[test]
fn names_and_titles_are_their_own() {
    let names: BTreeSet<&str> = SHIPPED.iter().map(|game| game.name()).collect();
    assert_eq!(names.len(), SHIPPED.len());
    let mut known = BTreeSet::new();
    for game in SHIPPED {
        assert_eq!(find(game.name()), Some(game));
        let loaded = load(game.name(), game.text);
        for title in titles(&loaded.files[0]) {
            assert!(known.insert(title.text.clone()), "{} twice", title.text);
            assert_eq!(rulebook_insight::library::of_title(&title.text), Some(game), "{}", title.text);
        }
    }
}

#[test]
fn every_shipped_game_is_clean() {
    for game in SHIPPED {
        let loaded = load(game.name(), game.text);
        let found = inspect(&loaded, &Written::default(), Smoke::default());
        assert!(found.games > 0 && found.report.is_empty(), "{}: {:?}", game.name(), found.report);
        // Every title is played, the slowest rules included.
        assert_eq!(found.played.len(), loaded.titles().count(), "{}", game.name());
        for played in &found.played {
            assert!(played.games >= 200, "{}: {} games of {}", game.name(), played.games, played.title);
        }
    }
}

#[test]
fn end_clauses_without_a_name_are_told_by_what_they_say() {
    let text = find("tic-tac-toe").unwrap().text;
    for (written, told) in [
        ("end when (no empty ) after each action { draw }", "end when (no empty ) after each action"),
        ("end when no empty // all\n after each action\n { draw }", "end when no empty after each action"),
        ("end when no empty{ draw }", "end when no empty"),
    ] {
        let text = text.replacen("turn ", &format!("{written}\n  turn "), 1);
        let loaded = load("told", &text);
        let (prepared, _) = loaded.prepare(loaded.titles().next(), &[]);
        let game = prepared.unwrap().game;
        assert!(game.ends.iter().any(|end| end.told() == told), "{written}: {:?}", game.ends);
    }
}
