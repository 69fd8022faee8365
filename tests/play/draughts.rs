//! Draughts as they are shipped, beside published counts and those of `tests/perft/draughts.py`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use std::path::Path;

use rulebook_insight::analysis::perft;
use rulebook_insight::library::{find, load};
use rulebook_play::engine::Position;

/// Deeper takes long without optimisation; `cargo test --release --test play -- --ignored draughts` counts it too.
const MOST_LEAVES: u64 = 60_000;

fn variant(name: &str, routes: bool) -> Option<&'static str> {
    match (name, routes) {
        ("international", false) => None,
        ("international", true) => Some("International Draughts by Routes"),
        ("brazilian", false) => Some("Brazilian Draughts"),
        ("canadian", false) => Some("Canadian Draughts"),
        ("russian", false) => Some("Russian Draughts"),
        _ => panic!("{name}, {routes}"),
    }
}

/// `W:B12,K13:W25` (who is to move, then the pieces by the numbers of their squares) as Rulebook writes positions.
fn notation(text: &str, side: usize) -> String {
    let (to_move, groups) = text.split_once(':').unwrap();
    let mut rows = vec![vec!['.'; side / 2]; side];
    for group in groups.split(':') {
        let is_white = group.starts_with('W');
        for piece in group[1..].split(',') {
            let (letter, number) = piece.strip_prefix('K').map_or(('M', piece), |number| ('K', number));
            let at = number.parse::<usize>().unwrap() - 1;
            // Squares are numbered from the top row, and from the left.
            rows[side - 1 - at / (side / 2)][at % (side / 2)] =
                if is_white { letter } else { letter.to_ascii_lowercase() };
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    format!("{} {}", rows.join("/"), if to_move == "W" { "White" } else { "Black" })
}

fn counted(most_leaves: u64) {
    let loaded = load("international-draughts", find("international-draughts").unwrap().text);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/perft.tsv");
    let table = std::fs::read_to_string(folder).unwrap();
    let mut lines = 0;
    for line in table.lines().filter(|line| line.starts_with("draughts\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, setting, "turn", leaves, _] = fields[..] else { panic!("{line}") };
        let mut words = setting.split(' ');
        let name = words.next().unwrap();
        let rest: Vec<&str> = words.collect();
        let title = variant(name, rest.contains(&"--routes"));
        let title = title.map(|title| loaded.titles().find(|known| known.text == title).unwrap());
        let (prepared, report) = loaded.prepare(title, &[]);
        let prepared = prepared.unwrap_or_else(|| panic!("{report:?}"));
        let start = prepared.start();
        let side = match name {
            "international" => 10,
            "canadian" => 12,
            _ => 8,
        };
        let mut position = match rest.iter().find(|word| word.contains(':')) {
            Some(text) => Position::read(prepared.game.clone(), prepared.plan.clone(), &notation(text, side)).unwrap(),
            None => start,
        };
        for (depth, expected) in (1..).zip(leaves.split(' ').map(|leaves| leaves.parse::<u64>().unwrap())) {
            if expected <= most_leaves {
                assert_eq!(perft(&mut position, depth), Ok(expected), "depth {depth} of {line}");
            }
        }
        lines += 1;
    }
    assert_eq!(lines, 8);
}

#[test]
fn draughts_counts_as_published_and_as_the_plain_generator() {
    counted(MOST_LEAVES);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn draughts_counts_in_full() {
    counted(u64::MAX);
}
