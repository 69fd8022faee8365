//! How many sides of the board a set touches.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rulebook_insight::library::load;

/// The number, of a set of cells of a board with these stones on it.
fn edges(board: &str, stones: &str, set: &str) -> String {
    let text = format!(
        "game \"Sides\" {{
  players Black, White
  board {board}
  piece stone
  group chain = like-coloured stones
  setup {{ Black stone on {stones} }}
  move ask {{ pick n in 0..=9 where edges({set}) = n put my stone on {set} written \"{{n}}\" }}
  turn ask
  end when no move {{ draw }}
}}"
    );
    let (prepared, report) = load("sides", &text).prepare(None, &[]);
    let mut position = prepared.unwrap_or_else(|| panic!("{report:?}")).start();
    let legal = position.legal().unwrap().clone();
    legal.iter().map(|action| position.written(&action)).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_set_touches_each_side_once() {
    assert_eq!(edges("square(4)", "b2 | c3", "mine"), "0");
    assert_eq!(edges("square(4)", "b1 | c1", "mine"), "1", "two cells of one side");
    assert_eq!(edges("square(4)", "a1", "mine"), "2", "a corner lies on two");
    assert_eq!(edges("square(4)", "a1", "mine - corners"), "0");
    assert_eq!(edges("square(4)", "b1 | d2 | c4", "mine"), "3");
    assert_eq!(edges("square(4)", "b2", "board"), "4");
    assert_eq!(edges("square(4)", "b1 | a3", "chain of me"), "2", "of groups, of all their cells");
    assert_eq!(edges("square(4, 1)", "b1", "mine"), "2", "above and below");
    assert_eq!(edges("hexagon(3)", "a3 | e3", "mine"), "4");
    assert_eq!(edges("triangle(4)", "a1", "mine"), "2");
    assert_eq!(edges("square(4) only { c : (column(c) + row(c)) mod 2 = 0 }", "b4 | d2", "mine"), "2");
}
