//! Pictures and positions of boards by rule.

use rulebook_insight::library::{Prepared, find, load};

fn sheet(name: &str) -> Prepared {
    let path = format!("{}/tests/laws/sheets/{name}.game", env!("CARGO_MANIFEST_DIR"));
    prepared(name, &std::fs::read_to_string(path).unwrap())
}

fn prepared(name: &str, text: &str) -> Prepared {
    let (prepared, report) = load(name, text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{name}: {report:?}"))
}

/// The picture of the start, without its last line.
fn picture(prepared: &Prepared) -> String {
    let board = &prepared.game.board;
    format!("\n{}", board.picture(|_| ".".to_owned()))
}

#[test]
fn pictures_show_tiles_where_they_lie() {
    assert_eq!(
        picture(&sheet("pentagons")),
        "
   .       .
3     . .
   .       .
       .
2 . .     . .
       .
   .       .
1     . .
   .       .
   a   b   c
"
    );
    assert_eq!(
        picture(&sheet("tower")),
        "
5 . . .
4         . .
3 . . .         .
2         . .
1 . . .
  a c e   b d   c
"
    );
    assert_eq!(
        picture(&sheet("by-rows")),
        "
e   . . .
d  . . . .
c . . . . .
b  . . . .
a   . . .
"
    );
}

/// Symmetries are found by turning the exact places: those of a square where the board has them.
#[test]
fn symmetries_are_those_of_the_board() {
    let count = |name: &str| sheet(name).game.board.symmetries().len();
    assert_eq!(count("tower"), 8);
    assert_eq!(count("corner-points"), 8);
    assert_eq!(count("by-rows"), 12);
    let of = |board: &str| {
        let text = format!(
            "game \"X\" {{ players A, B board {board} piece stone move place {{ pick c in empty put my stone on c }} turn place \
             end when no move {{ draw }} }}"
        );
        prepared("x", &text).game.board.symmetries().len()
    };
    // A Cairo board of an even side has no reflection along its rows: it has those along its diagonals.
    for (board, wanted) in [
        ("octagons(5)", 8),
        ("octagons(4)", 4),
        ("cairo(4)", 4),
        ("snub(4)", 4),
        ("conhex(11) with points", 8),
        ("square(8) round east and north", 32),
        ("square(8) round east", 8),
        ("rhombus(5) round east", 4),
    ] {
        assert_eq!(of(board), wanted, "{board}");
    }
}

/// Shipped games on such boards have their sides, and these are drawn.
#[test]
fn shipped_boards_have_sides() {
    for name in ["conhex", "onyx", "spree"] {
        let game = prepared(name, find(name).unwrap().text).game;
        assert_eq!(game.board.sides().len(), 4, "{name}");
    }
}
