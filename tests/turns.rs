//! Turns of several actions: a first action is legal only if the turn that it starts can be completed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rulebook::library::load;

/// The legal actions at the start, of a game on a board of so many cells with this turn.
fn legal(columns: u32, turn: &str) -> Vec<String> {
    let text = format!(
        "game \"Stages\" {{
  players Black, White
  board square({columns}, 1)
  piece stone
  move place {{ pick c in empty put my stone on c }}
  move eat {{ pick c in enemy remove c written \"x{{c}}\" }}
  move crown {{ pick c in enemy & corners remove c written \"y{{c}}\" }}
  turn {turn}
  end when no move {{ draw }}
}}"
    );
    let (prepared, report) = load("stages", &text).prepare(None, &[]);
    let mut start = prepared.unwrap_or_else(|| panic!("{report:?}")).start();
    let legal = start.legal().unwrap().clone();
    legal.iter().map(|action| start.written(&action)).collect()
}

#[test]
fn what_must_follow_must_be_possible_to_the_end() {
    assert_eq!(legal(2, "place, then place"), ["a1", "b1"]);
    assert!(legal(2, "place, then place, then place").is_empty(), "there is no third cell");
    assert_eq!(legal(3, "place, then place, then place").len(), 3);
    assert!(
        legal(3, "place, then must eat, then crown").is_empty(),
        "nothing to take is passed over, nothing to crown is not"
    );
    assert_eq!(legal(3, "place, then must eat").len(), 3);
    assert_eq!(legal(2, "place, then may place, then must eat").len(), 2);
    assert_eq!(legal(2, "place, then place while possible").len(), 2);
}
