//! Steps that are taken several times, beside the same turns written out.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rulebook_insight::analysis::perft;
use rulebook_insight::library::load;

/// Perft to a depth of a game whose turn is this.
fn counts(turn: &str) -> Vec<u64> {
    let text = format!(
        "game \"Steps\" {{
  players Black, White
  board square(3)
  piece stone
  option more: 1..=3 = 3
  value less = more - 1
  value naught = more - 3
  counter left: 0..=3
  move place {{
    pick c in empty
    put my stone on c
    set left to row(c) - 1
  }}
  // Leads into dead ends: beside the last stone alone.
  move drop {{
    pick c in empty & orthogonal(placed)
    put my stone on c
    take 1 from left
    written \"+{{c}}\"
  }}
  turn {turn}
  end when no move {{ last mover wins }}
}}"
    );
    let (prepared, report) = load("repeats.game", &text).prepare(None, &[]);
    let prepared = prepared.unwrap_or_else(|| panic!("{turn}: {report:?}"));
    (1..=5).map(|depth| perft(&mut prepared.start(), depth).unwrap()).collect()
}

#[test]
fn steps_that_are_counted_are_those_that_are_written_out() {
    let pairs = [
        ("place 3 times else pass", "place, then place, then place else pass"),
        ("place less times else pass", "place, then place else pass"),
        ("place up to 3 times", "place, then may (place, then may place)"),
        ("place up to more times", "place, then may (place, then may place)"),
        ("place, then may place up to 2 times", "place, then may (place, then may place)"),
        ("place, then must drop up to 2 times", "place, then must (drop, then must drop)"),
        ("place, then drop 2 times else place", "place, then drop, then drop else place"),
        ("(place or drop) 2 times else pass", "(place or drop), then (place or drop) else pass"),
        ("place, then drop when left > 0 2 times", "place, then drop when left > 0, then drop when left > 0"),
        ("place, then must drop up to naught times", "place"),
    ];
    for (counted, written) in pairs {
        assert_eq!(counts(counted), counts(written), "`{counted}` beside `{written}`");
    }
}

#[test]
fn what_is_done_until_something_holds_has_to_be_possible() {
    let written = "place with c in rows(1) or place with c in rows(2), then drop or place with c in rows(3), then drop, then drop";
    assert_eq!(counts(&format!("({written}) else pass")), counts("(place, then drop until left = 0) else pass"));
    // Not at all, where it holds already; and of what cannot be completed nothing is offered.
    assert_eq!(
        counts("place with c in rows(1), then drop until left = 0 else pass"),
        counts("place with c in rows(1) else pass")
    );
    assert_eq!(counts("place, then drop until left > 2 else pass")[0], 1);
}
