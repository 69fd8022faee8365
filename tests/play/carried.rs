//! What goes with pieces: shogi, whose raised pieces carry a mark, beside published counts; marks in stacks; numbers, directions, players
//! and kinds; and whether a player can move.

use rulebook_insight::analysis::perft;
use rulebook_insight::library::{Prepared, find, load};
use rulebook_language::util::Rng;
use rulebook_play::engine::Position;

fn of_text(text: &str) -> Prepared {
    let (prepared, report) = load("test", text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}"))
}

/// Positions of Shogi, and the lines of play of one action and more from each: the most moves that a position can have, and the one
/// by which YaneuraOu's generator of moves is timed.
const SHOGI: [(&str, &[u64]); 2] = [
    (".L.L.L(3)/(9)/(9)/(9)/(9)/(9)/(4)B(4)/(2)K.S.SSk/R(8) Black hand=1,1,1,1,1,1,1,0/0,0,0,0,0,0,0,0", &[593]),
    (
        "LN(4)bKL/R(8)/P(5)GS./.PPb(2)P.P/(3)P(2)Sp./p.p(4)Pp/(2)np.S(3)/(5)P.gk/l(6)nl White raised=f8 \
         hand=0,0,0,0,1,0,1,0/5,0,1,1,1,0,0,0",
        &[207, 28_684],
    ),
];

#[test]
fn shogi_is_counted_as_published() {
    let (prepared, report) = load("shogi", find("shogi").unwrap().text).prepare(None, &[]);
    let prepared = prepared.unwrap_or_else(|| panic!("{report:?}"));
    for (text, expected) in SHOGI {
        let mut position = prepared.read(text).unwrap();
        for (depth, expected) in (1..).zip(expected) {
            assert_eq!(perft(&mut position, depth), Ok(*expected), "depth {depth} of {text}");
        }
    }
}

/// Plays actions, each of which can be taken back and whose position reads back.
fn after(prepared: &Prepared, actions: &str) -> String {
    let mut position = prepared.start();
    for text in actions.split_whitespace() {
        let before = position.notation();
        let action = position.find(text).unwrap_or_else(|_| panic!("{text} in {before}"));
        position.play(&action).unwrap();
        position.undo();
        assert_eq!(before, position.notation(), "{text} taken back");
        position.play(&action).unwrap();
        let after = position.notation();
        let read = prepared.read(&after).unwrap();
        assert_eq!((read.notation(), read.hash()), (after, position.hash()), "{text} read back");
        assert_eq!(position.hash(), position.fresh_hash(), "{text}");
    }
    position.notation().split(" stage").next().unwrap_or_default().to_owned()
}

const STACKED: &str = r#"game "Stacked" {
  players White, Black
  board square(3)
  pieces man plural men as M with raised and tired, wall as W with raised
  stacks up to 4
  setup {
    White man with raised on a1
    Black wall on b1
    White man with tired on c1
  }
  move shift {
    pick a in occupied
    pick b in orthogonal(a)
    move stack a to b
    written "{a}{b}"
  }
  move slide {
    pick a in occupied
    pick b in orthogonal(a)
    move top(a) to b
    written "{a}-{b}"
  }
  move sink {
    pick a in occupied
    pick b in orthogonal(a) & occupied
    tuck top(a) under b
    written "{a}_{b}"
  }
  move turn_round {
    pick a in occupied
    turn over a
    written "~{a}"
  }
  move become {
    pick a in occupied
    pick k in kinds
    promote a to k
    written "{a}={k}"
  }
  move raise {
    pick a in board
    mark a as raised
    written "{a}+"
  }
  move clear {
    pick a in occupied
    remove a
    written "{a}x"
  }
  turn shift or slide or sink or turn_round or become or raise or clear
  end when no occupied { draw }
  limit 40 plies { draw }
}"#;

/// Marks lie with their pieces under others, and come up again with them.
#[test]
fn marks_go_with_pieces_through_stacks() {
    let prepared = of_text(STACKED);
    assert_eq!(after(&prepared, ""), "MwM/(3)/(3) White raised=a1 tired=c1");
    // Round a stack and back.
    assert_eq!(after(&prepared, "a1b1"), ".[Mw]M/(3)/(3) Black raised=b1 tired=c1");
    assert_eq!(after(&prepared, "a1b1 c1b1"), ".[MMw]./(3)/(3) White raised=b1.1 tired=b1");
    assert_eq!(after(&prepared, "a1b1 c1b1 b1b2"), "(3)/.[MMw]./(3) Black raised=b2.1 tired=b2");
    assert_eq!(after(&prepared, "a1b1 c1b1 b1-c1 b1-a1"), "MwM/(3)/(3) White raised=a1 tired=c1");
    assert_eq!(after(&prepared, "a1_b1"), ".[wM]M/(3)/(3) Black raised=b1.1 tired=c1");
    // Turned over the mark stays; of another kind what that kind carries stays; nothing of a piece that has gone.
    assert_eq!(after(&prepared, "~a1 ~c1"), "mwm/(3)/(3) White raised=a1 tired=c1");
    assert_eq!(after(&prepared, "a1=W c1=W"), "WwW/(3)/(3) White raised=a1");
    assert_eq!(after(&prepared, "a1x b1-a1 a1x"), "(2)M/(3)/(3) Black tired=c1");
    // Only a piece carries it.
    assert_eq!(after(&prepared, "b2+ b1+"), "MwM/(3)/(3) White raised=a1,b1 tired=c1");
}

/// A position that says that nothing carries a mark, or what cannot, is none.
#[test]
fn marks_of_no_piece_are_refused() {
    let prepared = of_text(STACKED);
    for text in ["b2", "b1.1", "b1.0", "b1.-1", "b1.99999999999999999999", "c1.1"] {
        assert!(prepared.read(&format!("MwM/(3)/(3) White raised={text}")).is_err(), "{text}");
    }
    assert!(prepared.read("MwM/(3)/(3) White tired=b1").is_err(), "a wall is never tired");
}

const PIKES: &str = r#"game "Pikes" {
  players White, Black
  board square(3)
  pieces pike as P with size: 2..=4 and facing: east | north and lord: everyone, drum as D with size: 2..=4
  piece flag as F with badge: {pike, drum}
  setup {
    White pike on a1
    Black pike with size 4 and facing north and lord Black on c3
    White flag with badge drum on a3
  }
  move march {
    pick a in pikes
    pick b in {a + facing(a)}
    move a to b
    written "{a}{b}"
  }
  move change {
    pick a in occupied
    pick b in occupied - {a}
    exchange a, b
    written "{a}:{b}"
  }
  move grow {
    pick a in board
    add 1 to size(a)
    written "{a}+"
  }
  move face {
    pick a in board
    pick d in orthogonals
    set facing(a) to d
    written "{a}{d}"
  }
  move rule {
    pick a in board
    set lord(a) to owner(a)
    written "{a}!"
  }
  move become {
    pick a in occupied
    pick k in kinds
    promote a to k
    written "{a}={k}"
  }
  move copy {
    pick a in pikes
    put my pike with size size(a) - 1 and facing facing(a) and lord lord(a) on b2
    written "{a}*"
  }
  move badge_it {
    pick a in flags
    promote {c3} to badge(a)
    written "{a}@"
  }
  turn march or change or grow or face or rule or become or copy or badge_it
  end when no occupied { draw }
  limit 40 plies { draw }
}"#;

/// Numbers, directions, players and kinds begin as they are declared, go along, stay in their sets, and end with what carries them.
#[test]
fn numbers_go_with_pieces() {
    let prepared = of_text(PIKES);
    let east = number_of(&prepared, "east");
    let north = number_of(&prepared, "north");
    let first = east;
    let said = |cells: &str, mover: &str, size: [u32; 9], facing: [u32; 9], lord: [u32; 9], badge: [u32; 9]| {
        let list = |numbers: [u32; 9]| numbers.map(|number| number.to_string()).join(",");
        let fields = [("size", size), ("facing", facing), ("lord", lord), ("badge", badge)];
        let written = fields.into_iter().filter(|(_, numbers)| numbers.iter().any(|number| *number != 0));
        let written: Vec<String> = written.map(|(name, numbers)| format!(" {name}={}", list(numbers))).collect();
        format!("{cells} {mover}{}", written.concat())
    };
    let start = said(
        "P(2)/(3)/F.p",
        "White",
        [2, 0, 0, 0, 0, 0, 0, 0, 4],
        [first, 0, 0, 0, 0, 0, 0, 0, north],
        [1, 0, 0, 0, 0, 0, 0, 0, 2],
        [0, 0, 0, 0, 0, 0, 2, 0, 0],
    );
    assert_eq!(after(&prepared, ""), start);
    // They change places with their pieces, and back.
    assert_eq!(after(&prepared, "a1:c3 c3:a1"), start);
    assert_eq!(
        after(&prepared, "a1:c3"),
        said(
            "p(2)/(3)/F.P",
            "Black",
            [4, 0, 0, 0, 0, 0, 0, 0, 2],
            [north, 0, 0, 0, 0, 0, 0, 0, first],
            [2, 0, 0, 0, 0, 0, 0, 0, 1],
            [0, 0, 0, 0, 0, 0, 2, 0, 0],
        )
    );
    // Numbers stay within their range, directions within their set, and nothing is set where no piece carries it.
    assert_eq!(after(&prepared, "c3+ b2+ a1west b2east a3+ b2!"), start);
    assert_eq!(
        after(&prepared, "a1+ a1north a1a2"),
        said(
            "(3)/P(2)/F.p",
            "Black",
            [0, 0, 0, 3, 0, 0, 0, 0, 4],
            [0, 0, 0, north, 0, 0, 0, 0, north],
            [0, 0, 0, 1, 0, 0, 0, 0, 2],
            [0, 0, 0, 0, 0, 0, 2, 0, 0],
        )
    );
    // A drum has a size, and neither a direction nor a lord; who becomes a pike again begins anew with those.
    assert_eq!(
        after(&prepared, "c3=D"),
        said(
            "P(2)/(3)/F.d",
            "Black",
            [2, 0, 0, 0, 0, 0, 0, 0, 4],
            [first, 0, 0, 0, 0, 0, 0, 0, 0],
            [1, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 2, 0, 0],
        )
    );
    assert_eq!(
        after(&prepared, "a3@ c3=P"),
        said(
            "P(2)/(3)/F.p",
            "White",
            [2, 0, 0, 0, 0, 0, 0, 0, 4],
            [first, 0, 0, 0, 0, 0, 0, 0, first],
            [1, 0, 0, 0, 0, 0, 0, 0, 1],
            [0, 0, 0, 0, 0, 0, 2, 0, 0],
        )
    );
    // What a new piece carries is asked before it stands there.
    assert_eq!(
        after(&prepared, "c3* b2*"),
        said(
            "P(2)/.p./F.p",
            "White",
            [2, 0, 0, 0, 2, 0, 0, 0, 4],
            [first, 0, 0, 0, north, 0, 0, 0, north],
            [1, 0, 0, 0, 2, 0, 0, 0, 2],
            [0, 0, 0, 0, 0, 0, 2, 0, 0],
        )
    );
}

/// How a direction is written among what pieces carry.
fn number_of(prepared: &Prepared, direction: &str) -> u32 {
    let board = &prepared.game.board;
    board.find_direction(direction).map_or(0, |direction| u32::from(direction.0) + 1)
}

const SQUEEZE: &str = r#"game "Squeeze" {
  players White, Black
  board square(3)
  piece stone
  move place {
    pick c in empty
    where no orthogonal(c) & mine
    put my stone on c
    require enemy can move or count(empty) < 5
  }
  turn place
  end loose when not me can move { last mover wins }
  end tight when no move { draw }
}"#;

/// Whether a player can move is whether there is an action once it is that player's turn: asked in a move of the turn after it, and at
/// the end of a game of the turn at hand.
#[test]
fn a_player_can_move_who_has_a_move() {
    let prepared = of_text(SQUEEZE);
    let free = of_text(&SQUEEZE.replace("    require enemy can move or count(empty) < 5\n", ""));
    let mut seen = [0; 2];
    for seed in 0..40 {
        let (mut position, mut beside) = (prepared.start(), free.start());
        let mut rng = Rng::new(seed);
        loop {
            let allowed = written(&mut position);
            for text in written(&mut beside) {
                let action = beside.find(&text).unwrap();
                beside.play(&action).unwrap();
                let empty = beside.game().board.cells().filter(|cell| beside.pieces(*cell).is_empty()).count();
                let may = beside.outcome().unwrap().is_none() || empty < 5;
                beside.undo();
                seen[usize::from(may)] += 1;
                assert_eq!(allowed.contains(&text), may, "{text} in {}", beside.notation());
            }
            let Some(action) = position.random_action(&mut rng).unwrap() else { break };
            let text = position.written(&action);
            position.play(&action).unwrap();
            let action = beside.find(&text).unwrap();
            beside.play(&action).unwrap();
        }
        let outcome = position.outcome().unwrap().unwrap();
        assert_eq!(outcome.clause, "loose", "who cannot move has no move");
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

fn written(position: &mut Position) -> Vec<String> {
    let legal = position.legal().unwrap().clone();
    legal.iter().map(|action| position.written(&action)).collect()
}

/// What pieces carry is lifted.
#[test]
fn what_pieces_carry_is_lifted() {
    let text = std::fs::read_to_string("tests/laws/sheets/veterans.game").unwrap();
    let is_lifted = |text: &str| {
        let start = of_text(text).start();
        rulebook_batch::lifted(start.game(), start.plan()).is_ok()
    };
    assert!(is_lifted(&text));
    assert!(is_lifted(STACKED));
    assert!(is_lifted(PIKES));
}
