//! That the proof fails where something is changed.

use rulebook_language::format::{Refusal, difference, format};

const TEXT: &str = "/// A game.
game \"x\" {
  players A, B
  // The board.
  board square(3)  // small
  /// Puts a stone.
  move place {
    pick c in empty - mine
    put my stone on c
  }
}
";

#[test]
fn layout_is_no_difference() {
    assert_eq!(difference(TEXT, TEXT), None);
    assert_eq!(difference(TEXT, &TEXT.replace("  ", "\t \t").replace('\n', " \r\n")), None);
    assert_eq!(difference(TEXT, &TEXT.replace("pick c in", "pick\nc\n\n\nin")), None);
}

#[test]
fn everything_else_is_one() {
    let changes = [
        ("board square(3)", "board square(4)"),
        ("empty - mine", "empty + mine"),
        ("empty - mine", "empty"),
        ("empty - mine", "(empty - mine)"),
        ("pick c in empty", "pick d in empty"),
        ("players A, B", "players B, A"),
        ("\"x\"", "\"x \""),
        ("  // small", ""),
        ("// small", "// smaller"),
        ("  // small", "\n  // small"),
        ("  // The board.\n", ""),
        ("  // The board.\n  board square(3)  // small\n", "  board square(3)  // small\n  // The board.\n"),
        ("  // The board.\n  board square(3)", "  board square(3)\n  // The board.\n "),
        ("/// A game.", "// A game."),
        ("  /// Puts a stone.\n", ""),
        ("my stone", "my\nstone"),
        ("}\n}", "}\n"),
        ("pick c in empty - mine\n    put my stone on c", "put my stone on c\n    pick c in empty - mine"),
    ];
    for (from, to) in changes {
        assert!(TEXT.contains(from), "{from}");
        let other = TEXT.replacen(from, to, 1);
        assert!(difference(TEXT, &other).is_some() && difference(&other, TEXT).is_some(), "{from} -> {to}");
    }
}

/// On one line it would be a player's piece.
#[test]
fn words_that_would_run_together_stay_apart() {
    let text = "game \"x\" {\n  line pair = exactly n\n  mine in a row\n}\n";
    assert!(difference(text, &text.replace("n\n  mine", "n mine")).is_some());
    let laid_out = format("x", text).unwrap();
    assert_eq!(laid_out, text.replace("\n  mine", "\n    mine"));
}

#[test]
fn what_cannot_be_read_is_refused_with_its_findings() {
    for text in ["", "game \"x\" {", "game \"x\" {\n  pick\n}\n", "x", "// only\n"] {
        match format("x", text) {
            Err(Refusal::Findings(report, _)) => assert!(report.errors() > 0),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn what_would_be_too_long_is_refused() {
    let text = format!("game \"x\" {{\n{}}}\n", "// c\n".repeat(200_000));
    assert!(matches!(format("x", &text), Err(Refusal::Long(1_400_013))), "{:?}", format("x", &text).map(|t| t.len()));
}
