//! Players as values: definitions that name one, sets of them, and games that several win together.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rulebook_insight::analysis::run_tests;
use rulebook_insight::library::{Prepared, load};
use rulebook_play::record::{Record, replay};

fn prepared(text: &str) -> Prepared {
    let (prepared, report) = load("test", text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}"))
}

/// A game of four players in which a cell each is filled, with a rule of its own and an end.
fn seats(rule: &str, end: &str) -> Prepared {
    prepared(&format!(
        "game \"Seats\" {{
  players Red, Green, Blue, White
  board square(4, 3)
  pieces stone, rock
  counter fame(player): 0..=9
  player first = if fame(Green) > 0 then Green else Red
  player partner(p: player) = next(next(p))
  {rule}
  turn place
  {end}
  limit 40 plies {{ draw }}
}}"
    ))
}

const PLACE: &str = "move place { pick c in empty put my stone on c }";

/// The winners after so many plies.
fn winners(game: &Prepared, plies: u32) -> Vec<u8> {
    let mut position = game.start();
    for _ in 0..plies {
        assert_eq!(position.outcome().unwrap(), None, "after {} plies", position.ply());
        let action = position.legal().unwrap().iter().next().unwrap();
        position.play(&action).unwrap();
    }
    let outcome = position.outcome().unwrap().unwrap();
    outcome.winners.iter().map(|winner| winner.0).collect()
}

#[test]
fn a_set_of_players_wins_or_loses_together() {
    let won = |results: &str| winners(&seats(PLACE, &format!("end when count(occupied) = 6 {{ {results} }}")), 6);
    assert_eq!(won("{Red, Blue} wins"), [0, 2]);
    assert_eq!(won("{Red, Blue} loses"), [1, 3]);
    // Blue is to act after six plies.
    assert_eq!(won("everyone - me wins"), [0, 1, 3]);
    assert_eq!(won("{me, partner(me)} wins"), [0, 2]);
    assert_eq!(won("{ p in everyone : count(owned(p)) = 2 } wins"), [0, 1]);
    assert_eq!(won("{ p in everyone : count(owned(p)) > 5 } wins else {first} wins"), [0], "nobody is no winner");
    assert_eq!(won("({Red, Green} | {Blue}) & {Green, Blue, White} wins"), [1, 2]);
    assert_eq!(won("everyone wins when count({ p in everyone : some owned(p) }) = 3 else White wins"), [3]);
    assert!(won("everyone wins when count(everyone - {me}) = 3 and some {Red} else White wins").is_empty(), "a draw");
    assert_eq!(won("if first in {Red, Green} then {Red, Green} else {White} wins"), [0, 1]);
    assert_eq!(won("{Red} wins when last mover in everyone - {Green, me} else {Blue, White} wins"), [2, 3]);
}

#[test]
fn what_goes_through_a_set_goes_through_its_members() {
    let after = |rule: &str, question: &str| {
        let game = seats(rule, &format!("end when {question} {{ Red wins }}"));
        winners(&game, 1)
    };
    let adds =
        |set: &str| format!("move place {{ pick c in empty put my stone on c for p in {set} {{ add 2 to fame(p) }} }}");
    let sum = "sum(fame(p) for p in everyone)";
    assert_eq!(after(&adds("everyone - me"), &format!("{sum} = 6 and fame(Red) = 0")), [0]);
    assert_eq!(after(&adds("{me, White}"), &format!("{sum} = 4 and fame(Red) = 2 and fame(White) = 2")), [0]);
    assert_eq!(after(&adds("{} | me"), &format!("{sum} = 2 and fame(Red) = 2")), [0]);
    let twos = "{ p in everyone - me : fame(p) = 2 }";
    assert_eq!(after(&adds("{Blue}"), &format!("count({twos}) = 1 and every p in {twos} has p is Blue")), [0]);
    assert_eq!(after(&adds("{Blue}"), "sum(fame(p) for p in {Blue, White} where fame(p) > 0) = 2 and no {} - me"), [0]);
    // A pick offers the members alone.
    let rule = "move place { pick p in everyone - me - partner(me) pick c in corners & empty put p rock on c }";
    let game = seats(rule, "end when count(owned({Red, Green})) = 12 { draw }");
    let mut position = game.start();
    assert_eq!(position.legal().unwrap().len(), 2 * 4);
    let texts: Vec<String> = {
        let legal = position.legal().unwrap().clone();
        legal.iter().map(|action| position.written(&action)).collect()
    };
    assert!(texts.iter().all(|text| text.starts_with("Green") || text.starts_with("White")), "{texts:?}");
}

#[test]
fn a_shared_win_is_a_list_in_records_and_played_again() {
    let game = seats(PLACE, "end when count(occupied) = 6 { {Red, Blue} wins }");
    let mut position = game.start();
    let mut moves = Vec::new();
    while position.outcome().unwrap().is_none() {
        let action = position.legal().unwrap().iter().next().unwrap();
        moves.push(position.written(&action));
        position.play(&action).unwrap();
    }
    let outcome = position.outcome().unwrap().unwrap();
    let result = position.seat_result(&outcome).unwrap();
    assert_eq!(serde_json::to_string(&result).unwrap(), "[1,3]");
    let line = format!("{{\"game\":\"seats\",\"moves\":{moves:?},\"result\":[1,3]}}");
    let record: Record = serde_json::from_str(&line).unwrap();
    assert!(replay(&mut game.start(), &record).is_ok());
    let other = line.replace("[1,3]", "[1,2]");
    let record: Record = serde_json::from_str(&other).unwrap();
    let differs = replay(&mut game.start(), &record).map(|_| ()).unwrap_err();
    assert_eq!(
        (differs.expected.as_str(), differs.found.as_str()),
        ("a win for seats 1 and 2", "a win for seats 1 and 3")
    );
}

#[test]
fn groups_are_cut_by_owner_and_by_kind() {
    let text = "game \"Cuts\" {
  players Black, White
  board square(4, 2)
  pieces stone, wall
  neutral piece rock
  setup {
    Black stone on a1
    Black wall on b1
    White wall on c1
    White wall on d1
    Black stone on a2
    White stone on b2
    neutral rock on c2
  }
  group road  = like-coloured (stones | walls) joined orthogonally
  group block = occupied of one kind joined orthogonally
  group part  = like-coloured pieces of one kind joined orthogonally
  group whole = occupied joined orthogonally
  move place { pick c in empty put my stone on c }
  turn place
  end when no empty { draw }
  test \"cut\" {
    expect count(whole) = 1
    expect count(road) = 3
    expect count(road at a1) = 3
    expect count(road at b2) = 1
    expect no road at c2
    expect count(block) = 3
    expect count(block at b1) = 3
    expect count(block at c2) = 1
    expect count(part) = 4
    expect count(part of Black) = 2
    expect count(part at c1) = 2
  }
}";
    let runs = run_tests(&load("cuts", text), &|_, _| true);
    let said: Vec<&str> = runs.report.iter().map(|found| found.message.as_str()).collect();
    assert!(runs.tests.iter().all(|test| test.passed) && said.is_empty(), "{said:?}");
}
