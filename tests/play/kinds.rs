//! Kinds that are told only while a game is played: chess that promotes by `pick k in officers` and Gobblet with a hand of each
//! kind, against counts that share nothing with this program; and what becomes of no kind.

use std::path::Path;

use rulebook_insight::analysis::perft;
use rulebook_insight::library::{Prepared, load};
use rulebook_play::engine::Position;

fn of_text(text: &str) -> Prepared {
    let (prepared, report) = load("test", text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}"))
}

fn sheet(name: &str) -> Prepared {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/sheets").join(name);
    of_text(&std::fs::read_to_string(path).unwrap())
}

fn counts(position: &mut Position, expected: &[u64]) {
    for (depth, expected) in (1..).zip(expected) {
        assert_eq!(perft(position, depth), Ok(*expected), "depth {depth}");
    }
}

/// The published counts of chess from its first position, and from Kiwipete.
#[test]
fn chess_is_counted_as_published() {
    let prepared = sheet("chess.game");
    counts(&mut prepared.start(), &[20, 400, 8902]);
    counts(&mut kiwipete(&prepared), &[48, 2039]);
}

#[test]
#[ignore = "takes a minute without optimisation"]
fn chess_is_counted_as_published_in_full() {
    let prepared = sheet("chess.game");
    counts(&mut prepared.start(), &[20, 400, 8902, 197_281]);
    counts(&mut kiwipete(&prepared), &[48, 2039, 97_862]);
}

fn kiwipete(prepared: &Prepared) -> Position {
    let text = "R(3)K..R/PPPBBPPP/..N..Q.p/.p..P(3)/(3)PN(3)/bn..pnp./p.ppqpb./r(3)k..r White unmoved=a1,h1,a8,h8";
    prepared.read(text).unwrap()
}

/// `tests/perft/gobblet.py` counts the same.
#[test]
fn gobblet_is_counted_as_by_another_program() {
    counts(&mut sheet("gobblet.game").start(), &[16, 240, 10_080]);
}

const NONE: &str = r#"game "None" {
  players White, Black
  board square(2)
  pieces man plural men, king
  neutral piece rock
  counter held(player, kind): 0..=9 = 2
  setup {
    White man on a1
    Black king on b2
    neutral rock on b1
  }
  move put_like {
    pick a in board
    pick c in empty
    let k = kind(a)
    put my k on c
    written "{a}{c}"
  }
  move become {
    pick a in mine
    pick b in board
    promote a to kind(b)
    written "{a}={b}"
  }
  move perhaps {
    pick a in mine
    pick b in board - {a}
    let k = kind(b)
    if a in mine { promote a to k put my k on b }
    add 1 to held(me, k)
    written "{a}?{b}"
  }
  turn put_like or become or perhaps
  end when no move { draw }
  limit 9 plies { draw }
}"#;

fn after(prepared: &Prepared, text: &str) -> String {
    let mut position = prepared.start();
    let before = position.notation();
    let action = position.find(text).unwrap();
    position.play(&action).unwrap();
    let after = position.notation();
    position.undo();
    assert_eq!(before, position.notation());
    assert_eq!(prepared.read(&after).unwrap().notation(), after);
    after
}

/// What is put of the kind of an empty cell, or becomes of it, is no action; nor is what nobody owns in a player's hand. Inside
/// `if` nothing happens, and no counter is that of no kind.
#[test]
fn no_kind_is_not_put() {
    let prepared = of_text(NONE);
    let mut position = prepared.start();
    let legal = position.legal().unwrap().clone();
    let legal: Vec<String> = legal.iter().map(|action| position.written(&action)).collect();
    assert_eq!(legal.join(" "), "a1a2 b2a2 a1=a1 a1=b1 a1=b2 a1?b1 a1?a2 a1?b2");
    assert_eq!(after(&prepared, "a1?a2").split(" stage").next(), Some("WR/.k Black held=2,2,2/2,2,2"));
    assert_eq!(after(&prepared, "a1?b1").split(" stage").next(), Some("WR/.k Black held=2,2,3/2,2,2"));
    assert_eq!(after(&prepared, "a1?b2").split(" stage").next(), Some("KR/.K Black held=2,3,2/2,2,2"));
    assert_eq!(after(&prepared, "b2a2").split(" stage").next(), Some("WR/Kk Black held=2,2,2/2,2,2"));
}

/// No kind equals none, and is in no set.
#[test]
fn no_kind_equals_none() {
    let done = "if a in mine { promote a to k put my k on b }";
    let asked = "if kind(b) is kind(a + north) or kind(b) in kinds | {rock} { remove a }";
    assert!(NONE.contains(done));
    let prepared = of_text(&NONE.replace(done, asked));
    assert!(after(&prepared, "a1?a2").starts_with("WR/.k"));
    assert!(after(&prepared, "a1?b2").starts_with(".R/.k"));
}
