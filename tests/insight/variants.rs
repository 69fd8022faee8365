//! What a variant takes away: it plays as the same game written out without it.

use rulebook_insight::analysis::compare::{Bounds, Side, Sides, relate};
use rulebook_insight::analysis::perft;
use rulebook_insight::library::load;
use rulebook_service::wire::Comparison;

/// A game whose parts can be left out: each stands between `<name` and `>`.
const GAME: &str = "game \"Steps\" {
  players Black, White
  board square(3)
  piece stone
  <quietcounter quiet: 0..=9>
  <hotmark hot>
  <worthvalue worth(c) = edges(c)>
  <nearregion near = adjacent(corners)>
  <chaingroup chain = stones joined>
  <knightrelation knight = leap(1, 2)>
  move place {
    pick c in empty
    put my stone on c
  }
  <slidemove slide {
    pick a in mine
    pick b in empty & orthogonal(a)
    move a to b
  }>
  <turnturn TURN>
  <fullend full when no empty { draw }>
  end row when some mine & corners { mover wins }
  <limitlimit 12 plies { draw }>
  <repetitionrepetition positional illegal>
}
";

/// The game with this turn, without the parts of these names.
fn written_out(turn: &str, without: &[&str]) -> String {
    let mut text = GAME.replace("TURN", turn);
    for name in ["quiet", "hot", "worth", "near", "chain", "knight", "slide", "turn", "full", "limit", "repetition"] {
        let start = text.find(&format!("<{name}")).unwrap();
        let end = start + text[start..].find('>').unwrap();
        let kept = text[start + 1 + name.len()..end].to_owned();
        text.replace_range(start..=end, if without.contains(&name) { "" } else { &kept });
    }
    text
}

fn side(text: &str) -> Side {
    let loaded = load("sheet.game", text);
    let (prepared, report) = loaded.prepare(loaded.titles().last(), &[]);
    Side { prepared: prepared.unwrap_or_else(|| panic!("{report:?}\n{text}")), loaded }
}

/// A variant with these lines plays as the game with that turn and without these parts, and `compare` says so.
fn same(turn: &str, lines: &str, left: &str, without: &[&str]) {
    let variant = format!("{}variant \"Still\" of \"Steps\" {{\n{lines}\n}}\n", written_out(turn, &[]));
    let (one, other) = (side(&variant), side(&written_out(left, without)));
    let (mut a, mut b) = (one.prepared.start(), other.prepared.start());
    for depth in 1..=4 {
        assert_eq!(perft(&mut a, depth).unwrap(), perft(&mut b, depth).unwrap(), "{lines}, {depth}");
    }
    let sides = Sides::new(one, other).unwrap();
    let found = relate(&sides, Bounds { positions: 400, samples: 20, ..Bounds::default() }).unwrap();
    let shown = Comparison::new(("a", &sides.a), ("b", &sides.b), &found, 1);
    assert_eq!(shown.relation.word, "identical", "{lines}");
}

#[test]
fn a_move_that_is_off_is_offered_no_more() {
    let off = "  move slide off";
    for (turn, left) in [
        ("slide or place", "place"),
        ("slide else place", "place"),
        ("place, then slide", "place"),
        ("place, then may slide, then must place", "place, then must place"),
        ("(slide or slide) else place, then slide else pass", "place else pass"),
        ("slide, then place else place", "place"),
        ("chain of slide from b or place", "place"),
    ] {
        same(turn, off, left, &["slide"]);
    }
    same("slide or place", "  move slide off\n  turn base or pass", "place or pass", &["slide"]);
}

#[test]
fn what_is_off_is_not_there() {
    let turn = "place or slide";
    for (line, part) in [
        ("counter quiet off", "quiet"),
        ("mark hot off", "hot"),
        ("value worth off", "worth"),
        ("region near off", "near"),
        ("group chain off", "chain"),
        ("relation knight off", "knight"),
        ("end full off", "full"),
        ("limit off", "limit"),
        ("repetition off", "repetition"),
    ] {
        same(turn, line, turn, &[part]);
    }
}

#[test]
fn a_variant_of_the_variant_may_declare_it_again() {
    let text = format!(
        "{}variant \"Still\" of \"Steps\" {{\n  move slide off\n}}\n\
         variant \"Again\" of \"Still\" {{\n  move slide {{ pick a in mine remove a }}\n}}\n",
        written_out("slide or place", &[])
    );
    let again = side(&text);
    let mut start = again.prepared.start();
    for written in ["b2", "b1"] {
        let action = start.find(written).unwrap();
        start.play(&action).unwrap();
    }
    // Its own `slide`, in the turn of the game at the bottom.
    let legal = start.legal().unwrap().clone();
    let all: Vec<String> = legal.iter().map(|action| start.written(&action)).collect();
    assert!(all.contains(&"b2".to_owned()) && all.len() == 8, "{all:?}");
}

/// A game with upkeep: each of these parts stands once.
fn tended(shift: &str, moves: &str, after: &str, more: &str) -> String {
    format!(
        "game \"Tended\" {{
  players Black, White
  board square(4)
  pieces stone, rock
  counter quiet: 0..=9
  mark hot
  setup {{ Black stone on rows(1) White stone on rows(4) White rock on {{b3, c3}} }}
  {shift}
  {moves}
  {after}
  turn go or place
  end full when no empty {{ draw }}
  end stuck when no move {{ last mover wins }}
  limit 10 plies {{ draw }}
  {more}
}}
"
    )
}

const SHIFT: &str =
    "effect shift(a, b) { let n = if b in orthogonal(a) then 1 else 2 move a to b if n > 1 { mark b as hot } }";
const MOVES: &str = "move go { pick a in mine pick b in empty & (orthogonal(a) | a + diagonals) do shift(a, b) }
  move place { pick c in corners & empty put my stone on c }";
const AFTER: &str =
    "after each move { set quiet to min(9, quiet + 1) unmark empty as hot require no my stones & hot & row_of_foes }
  region row_of_foes = if me is Black then top else bottom";

/// Two texts whose last games have the same rules, and `compare` says so.
fn same_rules(one: &str, other: &str) {
    let (one, other) = (side(one), side(other));
    let (mut a, mut b) = (one.prepared.start(), other.prepared.start());
    for depth in 1..=4 {
        assert_eq!(perft(&mut a, depth).unwrap(), perft(&mut b, depth).unwrap(), "{depth}");
    }
    let sides = Sides::new(one, other).unwrap();
    let found = relate(&sides, Bounds { positions: 400, samples: 20, ..Bounds::default() }).unwrap();
    let shown = Comparison::new(("a", &sides.a), ("b", &sides.b), &found, 1);
    assert_eq!(shown.relation.word, "identical");
}

fn variant(lines: &str) -> String {
    format!("{}variant \"Other\" of \"Tended\" {{\n{lines}\n}}\n", tended(SHIFT, MOVES, AFTER, ""))
}

#[test]
fn effects_and_upkeep_are_the_same_as_written_out() {
    let moves = "move go {
    pick a in mine pick b in empty & (orthogonal(a) | a + diagonals)
    let n = if b in orthogonal(a) then 1 else 2
    move a to b
    if n > 1 { mark b as hot }
    set quiet to min(9, quiet + 1) unmark empty as hot require no my stones & hot & row_of_foes
  }
  move place {
    pick c in corners & empty
    put my stone on c
    set quiet to min(9, quiet + 1) unmark empty as hot require no my stones & hot & row_of_foes
  }";
    let region = "region row_of_foes = if me is Black then top else bottom";
    same_rules(&tended(SHIFT, MOVES, AFTER, ""), &tended("", moves, "", region));
}

#[test]
fn a_variant_narrows_a_move_by_its_base() {
    let narrowed = "move go { pick a in mine pick b in empty & (orthogonal(a) | a + diagonals) where b not in corners do shift(a, b) }
  move place { pick c in corners & empty put my stone on c }";
    same_rules(&variant("move go { base where b not in corners }"), &tended(SHIFT, narrowed, AFTER, ""));
    // With effects after it, both at once: what it asks is asked before the effects of the game's move, what it does comes after.
    let both = "move go {
    pick a in mine pick b in empty & (orthogonal(a) | a + diagonals) where b not in hot
    do shift(a, b) mark b as hot
  }
  move place { pick c in corners & empty put my stone on c }";
    same_rules(&variant("move go { base where b not in hot mark b as hot }"), &tended(SHIFT, both, AFTER, ""));
}

#[test]
fn a_variant_replaces_effects_and_upkeep_by_name() {
    let shift = "effect shift(a, b) { let was = b in corners let n = if b in orthogonal(a) then 1 else 2 move a to b if n > 1 { mark b as hot } if was { remove {b} & hot } }";
    same_rules(
        &variant("effect shift(x, y) { let was = y in corners base if was { remove {y} & hot } }"),
        &tended(shift, MOVES, AFTER, ""),
    );
    let after = "after each move { set quiet to min(9, quiet + 1) unmark empty as hot require no my stones & hot & row_of_foes set quiet to 0 }
  region row_of_foes = if me is Black then top else bottom";
    same_rules(&variant("after each move { base set quiet to 0 }"), &tended(SHIFT, MOVES, after, ""));
    same_rules(&variant("after each move off region row_of_foes off"), &tended(SHIFT, MOVES, "", ""));
}

#[test]
fn a_piece_that_is_off_is_nowhere() {
    let game = tended(SHIFT, MOVES, AFTER, "end rocky when some rocks & top { last mover wins }");
    let text = format!("{game}variant \"Other\" of \"Tended\" {{ piece rock off }}\n");
    let other = tended(SHIFT, MOVES, AFTER, "end rocky when some {} & top { last mover wins }");
    let other = other.replace("pieces stone, rock", "piece stone").replace(" White rock on {b3, c3}", "");
    let (mut a, mut b) = (side(&text).prepared.start(), side(&other).prepared.start());
    for depth in 1..=4 {
        assert_eq!(perft(&mut a, depth).unwrap(), perft(&mut b, depth).unwrap(), "{depth}");
    }
}

#[test]
fn nothing_is_of_a_kind_that_is_off() {
    let sheet = |kinds: &str, ways: &str| {
        format!(
            "game \"Kinds\" {{ players A, B board square(4) pieces {kinds} setup {{ A stone on {{a1, b1}}\nB stone on {{d4, c4}} }} \
             directions ways(k: kind) = {ways} \
             move go {{ pick a in mine pick b in empty & (a + ways(kind(a))) move a to b }} turn go \
             end when no move {{ last mover wins }} limit 20 plies {{ draw }} }}"
        )
    };
    let all = sheet("stone, rock", "if k is rock then diagonals else if rock != k then orthogonals else north");
    let text = format!("{all} variant \"Other\" of \"Kinds\" {{ piece rock off }}");
    let (mut a, mut b) = (side(&text).prepared.start(), side(&sheet("stone", "orthogonals")).prepared.start());
    for depth in 1..=4 {
        assert_eq!(perft(&mut a, depth).unwrap(), perft(&mut b, depth).unwrap(), "{depth}");
    }
}

#[test]
fn a_variant_runs_the_tests_of_its_game() {
    let tests =
        "test \"four ways to place\" { expect legal \"a2\" } test \"quiet counts\" { play \"a1-a2\" expect quiet = 1 }";
    let tests = tests.replace("\"a2\"", "\"a1-a2\"");
    let game = tended(SHIFT, MOVES, AFTER, &tests);
    let run = |lines: &str| {
        let text = format!("{game}variant \"Other\" of \"Tended\" {{\n{lines}\n}}\n");
        let runs = rulebook_insight::analysis::run_tests(&load("sheet.game", &text), &|game, _| game == "Other");
        let said = runs.report.iter().map(|found| found.message.clone()).collect::<Vec<_>>();
        (runs.tests.into_iter().map(|test| (test.title.text, test.passed)).collect::<Vec<_>>(), said)
    };
    assert!(run("").0.is_empty());
    let ways = ("four ways to place".to_owned(), true);
    assert_eq!(run("test base").0, [ways.clone(), ("quiet counts".to_owned(), true)]);
    let after = "after each move { base set quiet to 0 }\n  test base";
    let (tests, said) = run(after);
    assert_eq!(tests, [ways.clone(), ("quiet counts".to_owned(), false)]);
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(run(&format!("{after}\n  test \"quiet counts\" off")).0, [ways]);
}

#[test]
fn explanations_name_the_effect_and_the_end_of_the_action() {
    use rulebook_insight::analysis::{LineOfPlay, trace, why_not};
    let shift = "effect shift(a, b) { let n = if b in orthogonal(a) then 1 else 2 move a to b if n > 1 { mark b as hot } require b not in hot or b in corners }";
    let sheet = side(&tended(shift, MOVES, AFTER, ""));
    let sources = &sheet.loaded.sources;
    let mut line = LineOfPlay::new(sheet.prepared.explaining().unwrap().start());
    let refused =
        |line: &mut LineOfPlay, text: &str| why_not(line, sources, text).unwrap().findings.remove(0).diagnostic.message;
    assert_eq!(
        refused(&mut line, "b1-c2"),
        "`b1-c2` is not legal here: in `shift` `require b not in hot or b in corners` does not hold"
    );
    line.play("a1-a2").unwrap();
    let traced = trace(&line, sources, false).unwrap().remove(0);
    let steps: Vec<(usize, &str)> = traced.links[0].steps.iter().map(|step| (step.depth, step.text.as_str())).collect();
    assert_eq!(steps[..2], [(0, "do shift"), (1, "move a to b")], "{steps:?}");
    let after = steps.iter().position(|step| *step == (0, "after each move")).unwrap();
    assert_eq!(steps[after + 1], (1, "set quiet to min(9, quiet + 1)"), "{steps:?}");

    let ends = "move go {
    pick a in mine & rows(1) pick b in empty & orthogonal(a) & rows(2) do shift(a, b) at its end { require b not in columns(1) }
  }
  move place { pick c in corners & empty put my stone on c }";
    let chained = tended(SHIFT, ends, "", "").replace("turn go or place", "turn chain of go from b else place");
    let sheet = side(&chained);
    let mut line = LineOfPlay::new(sheet.prepared.explaining().unwrap().start());
    let sources = &sheet.loaded.sources;
    let message = why_not(&mut line, sources, "a1-a2").unwrap().findings.remove(0).diagnostic.message;
    assert_eq!(
        message,
        "`a1-a2` is not legal here: at its end `require b not in columns(1)` does not hold",
        "{}",
        line.position.notation()
    );
}
