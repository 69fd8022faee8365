//! The lists of files in CONTRIBUTING.md: each item names a file that there is, and what the example of its list has in it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fails by panicking")]

use std::path::Path;

/// The items of the numbered lists: a file, and what stands in it.
fn items(page: &str) -> Vec<(&str, &str)> {
    page.lines().filter_map(item).collect()
}

fn item(line: &str) -> Option<(&str, &str)> {
    let (number, rest) = line.split_once(". `")?;
    number.parse::<u8>().ok()?;
    let (file, rest) = rest.split_once("`, `")?;
    Some((file, rest.split_once("`: ")?.0))
}

/// What is wrong with an item.
fn fault((file, example): (&str, &str)) -> Option<String> {
    match std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)) {
        Err(error) => Some(format!("{file}: {error}")),
        Ok(text) => (!text.contains(example)).then(|| format!("{file} does not have `{example}`")),
    }
}

#[test]
fn the_lists_of_files_are_true() {
    let page = include_str!("../../CONTRIBUTING.md");
    let lists: Vec<&str> = page.split("\n### ... ").skip(1).collect();
    let of = |what: &str| items(lists.iter().find(|list| list.starts_with(what)).unwrap()).len();
    for (what, most) in [("a lint", 5), ("a metric", 5), ("a game", 5), ("a command", 5), ("a board shape", 5)] {
        assert!((2..=most).contains(&of(what)), "{what} touches {} files", of(what));
    }
    let faults: Vec<String> = items(page).into_iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Nothing but its list names a metric: were there another table to fill, this would find it.
#[test]
fn a_metric_is_named_in_no_other_source() {
    let (mut folders, mut found) = (vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.extend(text.contains("\"A10").then_some(path));
            }
        }
    }
    assert!(found.len() == 1 && found[0].ends_with("measure/surface.rs"), "{found:?}");
}

#[test]
fn a_planted_defect_is_found() {
    let page = "1. `games/none.game`, `game`: a file\n2. `README.md`, `| `hex` |`: a row\n3. `README.md`, `no such row`: a row\ntext `a`, `b`: c\n";
    let faults: Vec<bool> = items(page).into_iter().map(|item| fault(item).is_some()).collect();
    assert_eq!(faults, [true, false, true]);
}
