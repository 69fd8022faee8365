//! Kinds that are told only while a game is played, as where a pawn of Chess becomes what is picked: positions whose lines of play
//! are published, and what becomes of no kind.

use rulebook_insight::analysis::perft;
use rulebook_insight::library::{Prepared, find, load};
use rulebook_play::engine::Position;

fn of_text(text: &str) -> Prepared {
    let (prepared, report) = load("test", text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}"))
}

fn counts(position: &mut Position, expected: &[u64]) {
    for (depth, expected) in (1..).zip(expected) {
        assert_eq!(perft(position, depth), Ok(*expected), "depth {depth}");
    }
}

/// Positions of Chess, and the lines of play of one action and more from each: <https://www.chessprogramming.org/Perft_Results>.
const CHESS: [(&str, &[u64]); 5] = [
    (
        "R...K..R/PPPBBPPP/..N..Q.p/.p..P.../...PN.../bn..pnp./p.ppqpb./r...k..r White unmoved=a1,h1,a8,h8",
        &[48, 2039, 97_862, 4_085_603],
    ),
    (
        "......../....P.P./......../.R...p.k/KP.....r/...p..../..p...../........ White",
        &[14, 191, 2812, 43_238, 674_624],
    ),
    (
        "R..Q.RK./Pp.P..PP/q....N../BBP.P.../nP....../.b...nbN/Pppp.ppp/r...k..r White unmoved=a8,h8",
        &[6, 264, 9467, 422_333],
    ),
    (
        "RNBQK..R/PPP.NnPP/......../..B...../......../..p...../pp.Pbppp/rnbq.k.r White unmoved=a1,h1",
        &[44, 1486, 62_379, 2_103_487],
    ),
    ("R....RK./.PP.QPPP/P.NP.N../..B.P.b./..b.p.B./p.np.n../.pp.qppp/r....rk. White", &[46, 2079, 89_890, 3_894_594]),
];

fn chess_is_counted(most: u64) {
    let (prepared, report) = load("chess", find("chess").unwrap().text).prepare(None, &[]);
    let prepared = prepared.unwrap_or_else(|| panic!("{report:?}"));
    for (text, expected) in CHESS {
        let few = expected.iter().take_while(|leaves| **leaves <= most).count();
        counts(&mut prepared.read(text).unwrap(), &expected[..few]);
    }
}

#[test]
fn chess_is_counted_as_published() {
    chess_is_counted(10_000);
}

#[test]
#[ignore = "takes a minute without optimisation"]
fn chess_is_counted_as_published_in_full() {
    chess_is_counted(u64::MAX);
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
