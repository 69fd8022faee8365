//! Exact values: known ones, and those of a search that does nothing clever.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use rulebook_insight::analysis::{GameValue, Length, Limits, Solution, Stopped, Unsolvable, solve};
use rulebook_insight::audit::{Automorphism, symmetries};
use rulebook_insight::library::{find, load};
use rulebook_language::model::Choice;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::Name;
use rulebook_play::engine::Position;

fn start(text: &str, title: Option<&str>, set: &[(&str, &str)]) -> Position {
    let name = |text: &str| Name { text: text.to_owned(), span: Span::default() };
    let choices: Vec<Choice> =
        set.iter().map(|(option, value)| Choice { option: name(option), value: name(value) }).collect();
    let (prepared, report) = load("sheet", text).prepare(title.map(name).as_ref(), &choices);
    prepared.unwrap_or_else(|| panic!("{report:?}")).start()
}

fn shipped(name: &str, set: &[(&str, &str)]) -> Position {
    start(find(name).unwrap().text, None, set)
}

fn group(position: &Position) -> Vec<Automorphism> {
    let found = symmetries(position.game());
    [found.keeping, found.exchanging].concat()
}

fn solved(position: &mut Position, whole: bool) -> Solution {
    let group = group(position);
    solve(position, &group, Limits::default(), whole, &mut |_| true).unwrap()
}

/// What a plain search finds: the worth to the seat to act, the length of best play, the longest line, and whether one is drawn.
type Plain = (i8, u32, u32, bool);

/// Looks at every line of play, and knows a position again by its text and the numbers of turns and plies alone.
fn plain(position: &mut Position, known: &mut BTreeMap<String, Plain>) -> Plain {
    let seat = position.seat_to_act();
    if let Some(outcome) = position.outcome().unwrap() {
        let worth = match position.winning_seat(&outcome).unwrap() {
            0 => 0,
            winner => {
                if winner == seat {
                    1
                } else {
                    -1
                }
            }
        };
        return (worth, 0, 0, worth == 0);
    }
    let text = position.notation();
    let with_past = !position.plan().repetitions.is_empty();
    if !with_past && let Some(found) = known.get(&text) {
        return *found;
    }
    let legal: Vec<_> = position.legal().unwrap().iter().collect();
    let mut found: Vec<Plain> = Vec::new();
    for action in legal {
        position.play(&action).unwrap();
        let (worth, best, longest, drawn) = plain(position, known);
        let worth = if position.seat_to_act() == seat { worth } else { -worth };
        assert!(position.undo());
        found.push((worth, best + 1, longest + 1, drawn));
    }
    let worth = found.iter().map(|found| found.0).max().unwrap();
    let lengths = found.iter().filter(|found| found.0 == worth).map(|found| found.1);
    let best = if worth == 1 { lengths.min() } else { lengths.max() };
    let longest = found.iter().map(|found| found.2).max();
    let result = (worth, best.unwrap(), longest.unwrap(), found.iter().any(|found| found.3));
    known.insert(text, result);
    result
}

fn agrees(mut position: Position, name: &str) {
    let (worth, best, longest, draws) = plain(&mut position, &mut BTreeMap::new());
    let group = group(&position);
    for automorphisms in [&[][..], &group] {
        let found = solve(&mut position, automorphisms, Limits::default(), true, &mut |_| true).unwrap();
        let expected = match worth {
            0 => GameValue::Draw,
            1 => GameValue::Seat(position.seat_to_act()),
            _ => GameValue::Seat(3 - position.seat_to_act()),
        };
        assert_eq!(found.value, expected, "{name}");
        let whole = found.whole.unwrap().unwrap();
        assert_eq!(whole.best, Length::Plies(best), "{name}: best play");
        assert_eq!((whole.longest, whole.draws), (Length::Plies(longest), draws), "{name}");
        // The moves that are named keep the value, and no others do.
        let legal: Vec<_> = position.legal().unwrap().iter().collect();
        for action in legal {
            let seat = position.seat_to_act();
            position.play(&action).unwrap();
            let (after, ..) = plain(&mut position, &mut BTreeMap::new());
            let after = if position.seat_to_act() == seat { after } else { -after };
            position.undo();
            let keeps = worth >= 0 && after == worth;
            assert_eq!(found.moves.as_ref().unwrap().contains(&action), keeps, "{name}: {}", position.written(&action));
        }
        assert_eq!(position.ply(), 0, "{name}: the position is as it was");
    }
}

#[test]
fn small_games_come_out_as_in_a_plain_search() {
    let cases: &[(&str, &[(&str, &str)])] = &[
        ("tic-tac-toe", &[]),
        ("hex", &[("size", "2")]),
        ("hex", &[("size", "3"), ("pie", "off")]),
        ("hex", &[("size", "3")]),
        ("y", &[("size", "3")]),
        ("clobber", &[("rows", "2"), ("columns", "4")]),
        ("clobber", &[("rows", "3"), ("columns", "3")]),
        ("emulsion", &[("size", "3")]),
        ("emulsion", &[("size", "3"), ("last_move", "winning"), ("pie", "off")]),
        ("mosaic", &[("size", "2")]),
        ("lublache", &[("size", "2")]),
    ];
    for (name, set) in cases {
        agrees(shipped(name, set), &format!("{name} {set:?}"));
    }
    agrees(start(find("y").unwrap().text, Some("Y with Swap"), &[("size", "3")]), "y with swap");
}

fn winner(mut position: Position) -> u8 {
    match solved(&mut position, false).value {
        GameValue::Seat(seat) => seat,
        other => panic!("{other:?}"),
    }
}

#[test]
fn known_values() {
    assert_eq!(solved(&mut shipped("tic-tac-toe", &[]), false).value, GameValue::Draw);
    // Nash's argument.
    for size in ["2", "3"] {
        assert_eq!(winner(shipped("hex", &[("size", size), ("pie", "off")])), 1, "Hex {size}");
    }
    let clobber = [("2", "2", 1), ("2", "3", 2), ("3", "2", 2), ("3", "3", 1), ("3", "4", 2)];
    for (rows, columns, seat) in clobber {
        assert_eq!(
            winner(shipped("clobber", &[("rows", rows), ("columns", columns)])),
            seat,
            "Clobber {rows} x {columns}"
        );
    }
}

/// Breakthrough with rows and columns of their own; `depth` rows of men.
const RECTANGLE: &str = "variant \"Rectangle\" of \"Breakthrough\" {
  option rows: 3..=20 = 8
  option columns: 2..=20 = 8
  option depth: 1..=2 = 2
  board square(columns, rows)
  setup {
    Black man on { c : row(c) > rows - depth }
    White man on { c : row(c) <= depth }
  }
}
";

/// With two rows of men each: by a search on sets of squares, written apart from this program. With one row: the table of the
/// issue that asked for a solver.
#[test]
fn breakthrough_on_small_boards() {
    let cases = [("4", "2", "2", 2), ("4", "3", "2", 2), ("4", "4", "2", 2), ("5", "2", "2", 2), ("6", "2", "2", 1)];
    let single = [("4", "2", "1", 2), ("4", "3", "1", 1), ("4", "4", "1", 1), ("5", "3", "1", 1)];
    for (rows, columns, depth, seat) in cases.into_iter().chain(single) {
        let set = [("rows", rows), ("columns", columns), ("depth", depth)];
        assert_eq!(winner(start(RECTANGLE, None, &set)), seat, "{set:?}");
    }
}

#[test]
#[ignore = "takes minutes unless optimized"]
fn larger_boards() {
    assert_eq!(winner(shipped("hex", &[("size", "4"), ("pie", "off")])), 1);
    assert_eq!(winner(shipped("clobber", &[("rows", "4"), ("columns", "4")])), 1);
    let set = |rows, columns, depth| [("rows", rows), ("columns", columns), ("depth", depth)];
    assert_eq!(winner(start(RECTANGLE, None, &set("5", "4", "1"))), 1);
    assert_eq!(winner(start(RECTANGLE, None, &set("5", "3", "2"))), 2);
    assert_eq!(winner(start(RECTANGLE, None, &set("6", "3", "2"))), 1);
}

/// Two kings that step on a board; `rest` says how it ends.
fn kings(columns: u32, rows: u32, corner: &str, rest: &str) -> String {
    format!(
        "game \"Kings\" {{\n  players Black, White\n  board square({columns}, {rows})\n  piece king\n  setup {{\n    \
         Black king on a1\n    White king on {corner}\n  }}\n  move step {{\n    pick a in mine\n    \
         pick b in empty & adjacent(a)\n    move a to b\n  }}\n  {rest}\n  end when no move {{ last mover wins }}\n}}\n"
    )
}

#[test]
fn positions_that_come_back() {
    // b1, c1, a1 are forced; then b1 shuts Black in, and d1 would go round again.
    let mut position = start(&kings(4, 1, "d1", "turn step"), None, &[]);
    let found = solved(&mut position, true);
    let whole = found.whole.unwrap().unwrap();
    assert_eq!((found.value, whole.best, whole.longest), (GameValue::Seat(2), Length::Plies(4), Length::Endless));
    assert!(!whole.draws && found.moves.unwrap().is_empty());
    let found = solved(&mut position, false);
    assert_eq!((found.value, found.moves), (GameValue::Seat(2), Some(Vec::new())));

    let found = solved(&mut start(&kings(3, 3, "c3", "turn step"), None, &[]), true);
    let whole = found.whole.unwrap().unwrap();
    assert_eq!((found.value, whole.best, whole.draws), (GameValue::Endless, Length::Endless, false));
    assert!(!found.moves.unwrap().is_empty());

    let agreed = "turn step or pass\n  end when both pass { draw }";
    let found = solved(&mut start(&kings(3, 3, "c3", agreed), None, &[]), true);
    let whole = found.whole.unwrap().unwrap();
    assert_eq!((found.value, whole.longest, whole.draws), (GameValue::DrawOrEndless, Length::Endless, true));
}

/// What may be played depends on what was before: such games are held against a search through all lines.
#[test]
fn repetition_and_the_number_of_plies_count() {
    for rule in [
        "repetition positional illegal",
        "repetition situational illegal",
        "repetition positional draw",
        "repetition situational 3 times draw",
        "repetition positional wins",
        "repetition situational loses",
        "repetition ko illegal\n  limit 7 plies { draw }",
        "repetition ko draw\n  limit 7 plies { Black wins }",
        "limit 7 plies { draw }",
        "limit 6 turns { Black wins when turn_number mod 2 = 1 else draw }",
    ] {
        for columns in [3, 4, 5] {
            let corner = ["c1", "d1", "e1"][columns - 3];
            let text = kings(columns as u32, 1, corner, &format!("turn step\n  {rule}"));
            agrees(start(&text, None, &[]), &format!("{columns} {rule}"));
        }
    }
}

/// A rule of `ko` alone does not end a game.
#[test]
fn ko_alone_does_not_end_a_game() {
    let found = solved(&mut start(&kings(3, 2, "c2", "turn step\n  repetition ko illegal"), None, &[]), true);
    assert_eq!(found.whole.unwrap().unwrap().longest, Length::Endless);
}

/// Clauses that an exchange of the players would exchange, and that hold at once: Black's comes first.
#[test]
fn clauses_that_hold_at_once_are_not_exchanged() {
    let text = "game \"Both\" {\n  players Black, White\n  board square(3, 1)\n  piece stone\n  setup {\n    Black stone on a1\n    \
                White stone on c1\n  }\n  move place {\n    pick c in empty\n    put my stone on c\n  }\n  turn place\n  \
                end when a1 in stones of Black { Black wins }\n  end when c1 in stones of White { White wins }\n}\n";
    let position = start(text, None, &[]);
    assert!(group(&position).iter().any(|map| map.provided == [(0, 1)]));
    agrees(position, "both");
}

#[test]
fn symmetries_spare_work_and_change_nothing() {
    let mut position = shipped("hex", &[("size", "3"), ("pie", "off")]);
    let group = group(&position);
    let mut count = |group: &[Automorphism]| {
        let found = solve(&mut position, group, Limits::default(), true, &mut |_| true).unwrap();
        (found.value, found.moves, found.whole.unwrap().unwrap())
    };
    let (all, merged) = (count(&[]), count(&group));
    assert_eq!((&all.0, &all.1, all.2.longest, all.2.best), (&merged.0, &merged.1, merged.2.longest, merged.2.best));
    assert!(2 * merged.2.positions < all.2.positions + 200, "{} of {}", merged.2.positions, all.2.positions);
    // The positions of noughts and crosses, as they are known.
    let mut tic_tac_toe = shipped("tic-tac-toe", &[]);
    let positions = |position: &mut Position, group: &[Automorphism]| {
        solve(position, group, Limits::default(), true, &mut |_| true).unwrap().whole.unwrap().unwrap().positions
    };
    assert_eq!(positions(&mut tic_tac_toe, &[]), 5_478);
    let keeping = symmetries(tic_tac_toe.game()).keeping;
    assert_eq!(positions(&mut tic_tac_toe, &keeping), 765);
}

#[test]
fn limits_give_no_value() {
    let limits = Limits { states: 50, ..Limits::default() };
    let mut position = shipped("hex", &[("size", "4")]);
    let found = solve(&mut position, &[], limits, true, &mut |_| true);
    assert!(matches!(found, Err(Unsolvable::Stopped(Stopped::States(50), 50))), "{found:?}");
    let found = solve(&mut position, &[], Limits::default(), true, &mut |_| false);
    assert!(matches!(found, Err(Unsolvable::Stopped(Stopped::Asked, _))), "{found:?}");
    let limits = Limits { bytes: 10_000, ..Limits::default() };
    let found = solve(&mut position, &[], limits, true, &mut |_| true);
    assert!(matches!(found, Err(Unsolvable::Stopped(Stopped::Bytes(10_000), _))), "{found:?}");
    assert_eq!(position.ply(), 0);
    // The value is found, all positions are not.
    let limits = Limits { states: 3_000, ..Limits::default() };
    let found = solve(&mut shipped("tic-tac-toe", &[]), &[], limits, true, &mut |_| true).unwrap();
    assert_eq!((found.value, found.whole), (GameValue::Draw, Some(Err(Stopped::States(3_000)))));
}

#[test]
fn what_has_no_value_is_told() {
    let stuck =
        kings(2, 1, "b1", "turn step").replace("end when no move { last mover wins }", "end when no mine { draw }");
    let found = solve(&mut start(&stuck, None, &[]), &[], Limits::default(), true, &mut |_| true);
    assert_eq!(found, Err(Unsolvable::Stuck(Vec::new())));
    let stuck =
        kings(3, 1, "c1", "turn step").replace("end when no move { last mover wins }", "end when no mine { draw }");
    let mut position = start(&stuck, None, &[]);
    let found = solve(&mut position, &[], Limits::default(), true, &mut |_| true);
    assert_eq!(found, Err(Unsolvable::Stuck(vec!["a1-b1".to_owned()])));
    assert_eq!(position.ply(), 0);
}

/// A line of thousands of plies needs no stack of the machine's.
#[test]
fn long_lines_are_gone_through() {
    let text = kings(2, 2, "b2", "turn step\n  limit 20000 plies { draw }");
    let found = solved(&mut start(&text, None, &[]), true);
    let whole = found.whole.unwrap().unwrap();
    assert_eq!((found.value, whole.longest), (GameValue::Draw, Length::Plies(20_000)));
}
