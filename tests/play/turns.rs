//! Turns of several actions: a first action is legal only if the turn that it starts can be completed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rulebook_insight::library::load;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::Name;

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

/// What is written of the legal actions after a line of play, on a row of so many cells where no position may come about twice
/// and Black alone has a man.
fn without_repeats(columns: u32, turn: &str, line: &str) -> Vec<String> {
    let text = format!(
        "game \"Paces\" {{
  players Black, White
  board square({columns}, 1)
  piece man plural men
  setup {{ Black man on a1 }}
  move step {{ pick a in mine pick b in orthogonal(a) & empty move a to b }}
  move eat {{ pick c in enemy remove c written \"x{{c}}\" }}
  turn of Black: {turn} else pass
  turn of White: pass
  repetition positional illegal
  end when both pass {{ draw }}
}}"
    );
    let (prepared, report) = load("paces", &text).prepare(None, &[]);
    let mut position = prepared.unwrap_or_else(|| panic!("{report:?}")).start();
    for written in line.split_whitespace() {
        let action = position.find(written).unwrap_or_else(|error| panic!("{written}: {error:?}"));
        position.play(&action).unwrap_or_else(|fault| panic!("{written}: {fault:?}"));
    }
    let legal = position.legal().unwrap().clone();
    // What is generated is what is legal.
    assert!(legal.iter().all(|action| position.clone().play(&action).is_ok()));
    legal.iter().map(|action| position.written(&action)).collect()
}

#[test]
fn no_turn_may_end_where_one_has_ended_before() {
    // By its last action.
    assert_eq!(without_repeats(2, "step", "a1-b1 pass"), ["pass"]);
    assert_eq!(without_repeats(3, "step", "a1-b1 pass"), ["b1-c1"]);
    // By a stop.
    let may = "step, then may step";
    assert_eq!(without_repeats(3, may, "a1-b1"), ["stop", "b1-c1"], "back is the start of the turn");
    assert_eq!(without_repeats(5, may, "a1-b1 b1-c1 pass c1-d1"), ["stop", "d1-e1"], "back is the start of this turn");
    assert_eq!(without_repeats(3, may, "a1-b1 stop pass"), ["b1-c1"], "nor by a way that leads nowhere else");
    assert_eq!(without_repeats(3, may, "a1-b1 stop pass b1-c1"), ["pass"], "with nothing else to do the turn is over");
    assert_eq!(without_repeats(4, may, "a1-b1 b1-c1 pass c1-d1 pass"), ["d1-c1"]);
    assert_eq!(
        without_repeats(5, may, "a1-b1 b1-c1 pass c1-d1 stop pass d1-c1"),
        ["c1-b1"],
        "who came to where he may not stay has to go on"
    );
    // By a step that is passed over, as there is nothing to do, or by its condition.
    for follow in ["then must eat", "then may eat", "then step when count(mine) > 1"] {
        assert_eq!(without_repeats(2, &format!("step, {follow}"), "a1-b1 pass"), ["pass"], "{follow}");
        assert_eq!(without_repeats(3, &format!("step, {follow}"), "a1-b1 pass"), ["b1-c1"], "{follow}");
    }
}

#[test]
fn what_cannot_be_left_out_is_looked_for_behind_what_can() {
    assert!(legal(3, "place, then may eat, then crown").is_empty(), "to stop would lead to nothing to crown");
    assert_eq!(legal(3, "place, then may place, then place").len(), 3);
}

/// A game on three cells where passes count themselves and take the stone on a1 away.
const RESTS: &str = "game \"Rests\" {
  players Black, White
  board square(3, 1)
  piece stone
  counter rests(player): 0..=9
  move place { pick c in empty put my stone on c }
  pass { add 1 to rests(me) remove a1 }
  turn of Black: place or pass
  turn of White: place else pass
  end when both pass { Black wins when rests(Black) = 2 and no a1 & occupied else draw }
}

variant \"Long Rests\" of \"Rests\" {
  pass { base if rests(me) < 9 { add 1 to rests(me) } }
}
";

#[test]
fn a_pass_does_what_is_declared_and_stays_a_pass() {
    let play = |title: &str, line: &str| {
        let (prepared, report) =
            load("rests", RESTS).prepare(Some(&Name { text: title.to_owned(), span: Span::default() }), &[]);
        let mut position = prepared.unwrap_or_else(|| panic!("{report:?}")).start();
        for written in line.split_whitespace() {
            let action = position.find(written).unwrap_or_else(|error| panic!("{written}: {error:?}"));
            position.play(&action).unwrap_or_else(|fault| panic!("{written}: {fault:?}"));
        }
        position
    };
    let mut position = play("Rests", "a1 b1 pass");
    let written = |position: &mut rulebook_play::engine::Position| {
        let legal = position.legal().unwrap().clone();
        legal.iter().map(|action| position.written(&action)).collect::<Vec<_>>()
    };
    assert_eq!(written(&mut position), ["a1", "c1"], "the stone is gone");
    let notation = position.notation();
    position.undo();
    assert_eq!(written(&mut position), ["c1", "pass"], "and comes back");
    let pass = position.find("pass").unwrap();
    position.play(&pass).unwrap();
    assert_eq!(position.notation(), notation);

    // White has nothing else to do; of two passes in a row each does what is declared, and both count.
    let winners = |title: &str| play(title, "c1 b1 a1 pass pass").outcome().unwrap().map(|over| over.winners.to_vec());
    assert_eq!(winners("Rests"), Some(Vec::new()));
    assert_eq!(winners("Long Rests").map(|winners| winners.len()), Some(1), "`base` and 1 more");
}
