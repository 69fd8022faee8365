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
