//! Xiangqi, counted as published: `tests/perft/perft.tsv`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use std::path::Path;

use rulebook_insight::analysis::perft;
use rulebook_insight::library::{Prepared, find, load};

/// The position of a text in the notation of Forsyth and Edwards, as Fairy-Stockfish writes xiangqi.
fn position_text(fen: &str) -> String {
    let (rows, rest) = fen.split_once(' ').unwrap();
    let letter = |letter: char| match letter {
        'b' => "e".to_owned(),
        'B' => "E".to_owned(),
        'n' => "h".to_owned(),
        'N' => "H".to_owned(),
        letter => letter.to_digit(10).map_or_else(|| letter.to_string(), |empty| ".".repeat(empty as usize)),
    };
    // Positions have their rows from the bottom.
    let rows: Vec<String> = rows.split('/').rev().map(|row| row.chars().map(letter).collect()).collect();
    let player = if rest.starts_with('w') { "Red" } else { "Black" };
    format!("{} {player}", rows.join("/"))
}

fn prepared() -> Prepared {
    let (prepared, report) = load("xiangqi", find("xiangqi").unwrap().text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}"))
}

/// Counts the lines of the table up to so many leaves; how many depths were counted.
fn counted(most: u64) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/perft.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let prepared = prepared();
    let mut counted = 0;
    for line in table.lines().filter(|line| line.starts_with("xiangqi\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, fen, _, leaves, _] = fields[..] else { panic!("{line}") };
        let mut start = match fen {
            "" => prepared.start(),
            fen => prepared.read(&position_text(fen)).unwrap(),
        };
        for (depth, leaves) in (1..).zip(leaves.split(' ').map(|leaves| leaves.parse::<u64>().unwrap())) {
            if leaves <= most {
                assert_eq!(perft(&mut start, depth), Ok(leaves), "depth {depth} of {line}");
                counted += 1;
            }
        }
    }
    counted
}

#[test]
fn xiangqi_is_counted_as_published() {
    assert_eq!(counted(200_000), 10);
}

#[test]
#[ignore = "takes a minute without optimisation"]
fn xiangqi_is_counted_as_published_in_full() {
    assert_eq!(counted(u64::MAX), 12);
}
