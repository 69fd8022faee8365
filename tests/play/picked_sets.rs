//! Picks of sets: each set once, in whatever order its members come, and what a turn or a condition leaves of them.

use std::collections::BTreeSet;

use rulebook_insight::library::load;
use rulebook_play::engine::{Pick, Position};

/// A game whose only move picks a set.
fn game(board: &str, pick: &str, rest: &str) -> String {
    format!(
        "game \"Sets\" {{\n  players Black, White\n  board {board}\n  piece stone\n  move place {{\n    {pick}\n    {rest}\n    put my stone on s\n  }}\n  turn place\n  end when no move {{ draw }}\n}}\n"
    )
}

fn start(text: &str) -> Position {
    let (prepared, report) = load("sets", text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}")).start()
}

fn written(position: &mut Position) -> Vec<String> {
    let legal = position.legal().unwrap().clone();
    legal.iter().map(|action| position.written(&action)).collect()
}

/// In how many ways `k` are picked of `n`.
fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |ways, at| ways * (n - at) / (at + 1))
}

#[test]
fn each_set_is_one_action() {
    for (board, cells) in [("square(3)", 9), ("square(4)", 16), ("hexagon(3)", 19), ("hexagon(5)", 61)] {
        for (pick, sizes) in
            [("pick 1 s in empty", 1..=1), ("pick 2 s in empty", 2..=2), ("pick 1..=3 s in empty", 1..=3)]
        {
            let mut position = start(&game(board, pick, ""));
            let written = written(&mut position);
            let wanted: usize = sizes.clone().map(|count| choose(cells, count)).sum();
            assert_eq!(written.len(), wanted, "{board}, {pick}");
            let sets: BTreeSet<BTreeSet<&str>> = written.iter().map(|text| text.split(',').collect()).collect();
            assert_eq!(sets.len(), wanted, "{board}, {pick}: no two of the same cells");
            assert!(sets.iter().all(|set| sizes.contains(&set.len())), "{board}, {pick}");
        }
    }
}

#[test]
fn conditions_and_earlier_picks_narrow_sets() {
    let mut pairs = start(&game("square(4)", "pick 2 s in empty", "where every c in s where no s & adjacent(c)"));
    // Of 120 pairs 42 are neighbours.
    assert_eq!(pairs.legal().unwrap().len(), 120 - 42);
    let mut beside = start(&game("square(3)", "pick a in centre pick 1..=2 s in adjacent(a)", "where s in edge"));
    assert_eq!(beside.legal().unwrap().len(), 8 + 28);
    let mut none = start(&game("square(2)", "pick 4 s in edge - {a1}", ""));
    assert_eq!(none.legal().unwrap().len(), 0, "there are three");
}

#[test]
fn a_set_is_given_as_its_cells() {
    let mut position = start(&game("square(3)", "pick 1..=3 s in empty", ""));
    let action = position.find("a1,c3").unwrap();
    let picked = position.picked(&action);
    assert!(matches!(&picked[..], [(_, Pick::Cells(cells))] if cells.len() == 2), "{picked:?}");
    assert_eq!(position.find("c3,a1").unwrap(), action, "read in any order");
    assert_eq!(position.written(&action), "a1,c3", "and written in one");
    assert!(position.find("a1,a1").is_err(), "each once");
    position.play(&action).unwrap();
    assert_eq!(position.legal().unwrap().len(), choose(7, 1) + choose(7, 2) + choose(7, 3));
}

/// Two ends of a pair are read in either order, unless what stands between them belongs to the first of them.
#[test]
fn pairs_are_read_in_either_order() {
    let game = |written: &str| {
        format!(
            "game \"Pairs\" {{ players A, B board square(3) piece man plural men with weight: 1..=3
            setup {{ A man with weight 1 on a1
            A man with weight 3 on b1 }}
            move shift {{ pick a - b in orthogonal where a in mine and b in mine pick n in 1..=3 where n != weight(a)
            set weight(a) to n written \"{written}\" }}
            turn shift end when no move {{ draw }} limit 9 plies {{ draw }} }}"
        )
    };
    for (written, straight, turned) in [
        ("{a}-{b}:{n}", "a1-b1:2", Some("b1-a1:2")),
        ("{a}={n},{b}", "a1=2,b1", None),
        ("{n}{a}{b}", "2a1b1", Some("2b1a1")),
    ] {
        let mut position = start(&game(written));
        let action = position.find(straight).unwrap();
        match turned {
            Some(turned) => assert_eq!(position.find(turned).unwrap(), action, "{written}"),
            None => assert!(position.find("b1=2,a1").is_err(), "{written}"),
        }
    }
}
