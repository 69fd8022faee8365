//! Shipped games with their layout spoilt at random.

use std::sync::OnceLock;

use proptest::prelude::*;
use rulebook_language::syntax::outline::{Bracket, Token, TokenKind, tokens};
use rulebook_language::syntax::outlined;

use super::{formatted, meaning, reads, texts};

/// The texts that are spoilt: the shipped games, and the sheets of the laws, which use what those do not.
fn sheets() -> &'static [(String, String)] {
    static SHEETS: OnceLock<Vec<(String, String)>> = OnceLock::new();
    SHEETS.get_or_init(|| {
        let all = [texts("games", "game"), texts("tests/laws/sheets", "game")].concat();
        all.into_iter().map(|(name, text)| (name.clone(), formatted(&name, &text))).collect()
    })
}

/// Random choices, one after another.
struct Dice<'d> {
    rolled: &'d [u16],
    at: usize,
}

impl Dice<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.at = (self.at + 1) % self.rolled.len();
        usize::from(self.rolled[self.at]) % bound
    }

    fn one_of<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }
}

/// Whether two tokens could be read as one without a blank between them.
fn run_together(before: &Token<'_>, token: &Token<'_>) -> bool {
    let last = before.text.chars().next_back().unwrap_or(' ');
    let first = token.text.chars().next().unwrap_or(' ');
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_bracket = |c: char| matches!(c, '(' | ')' | '{' | '}' | ',' | '"');
    is_name(last) && is_name(first)
        || !is_name(last) && !is_name(first) && !is_bracket(last) && !is_bracket(first)
        || token.kind == TokenKind::Comment
        || before.text.ends_with('.')
}

/// Whether two words are read otherwise on two lines, or could be. The second may be a word of the language where it stands, such
/// as the `line` of a declaration: behind a name it would be the kind of a piece.
fn belong_together(before: &Token<'_>, token: &Token<'_>) -> bool {
    let owner = before.kind == TokenKind::Name || matches!(before.text, "my" | "neutral");
    let may_be_name = || reads(&format!("game \"x\" {{ mark {} }}", token.text));
    // A move may be called `roll`, and what stands in the next line is another thing.
    let step = matches!(before.text, "roll" | "draw") && token.kind == TokenKind::Name;
    step || owner && (token.kind == TokenKind::Name || token.kind == TokenKind::Word && may_be_name())
}

/// The text with other blanks, and line breaks only where there are some.
fn with_other_blanks(text: &str, dice: &mut Dice<'_>) -> String {
    let entries = outlined(text).unwrap();
    let mut all = Vec::new();
    tokens(&entries, &mut all);
    let end = dice.one_of(&["\n", "\r\n"]);
    let mut out = dice.one_of(&["", "\u{FEFF}", "\n\n", " \t\n"]).to_owned();
    let mut before: Option<&Token<'_>> = None;
    for token in all {
        if token.breaks > 0 {
            let empty = dice.below(3);
            for _ in 0..if token.breaks > 1 { 2 + empty } else { 1 } {
                out += dice.one_of(&["", "", " ", "\t"]);
                out += end;
            }
            // Not as far in as a comment that goes on under another.
            out += dice.one_of(&["", " ", "\t", "   ", "\t "]);
        } else if let Some(before) = before {
            let together = !run_together(before, token);
            out += match together && dice.below(2) == 0 {
                true => "",
                false => dice.one_of(&[" ", "\t", "  ", " \t "]),
            };
        }
        out += token.text;
        before = Some(token);
    }
    out + dice.one_of(&["", end, "\n\n \n", "\t"])
}

/// The text with other line breaks, and with comments, wherever they may stand; and with longer names, at random below
/// `longer`.
fn with_other_lines(text: &str, longer: usize, dice: &mut Dice<'_>) -> String {
    let entries = outlined(text).unwrap();
    let mut all = Vec::new();
    tokens(&entries, &mut all);
    let mut out = String::new();
    // From much in each line to little in the whole text.
    let often = [12, 40, 150][dice.below(3)];
    let mut before: Option<&Token<'_>> = None;
    for token in all {
        let after_comment = before.is_some_and(|before| before.kind == TokenKind::Comment);
        let apart = token.breaks > 0 && before.is_some_and(|before| belong_together(before, token));
        let together = token.breaks == 0 && before.is_some_and(|before| belong_together(before, token));
        // Where lines are joined, words of two of them must not belong together.
        let joins = token.breaks > 0 && !apart && !after_comment && token.kind != TokenKind::Comment;
        let behind = token.kind == TokenKind::Comment && token.breaks == 0;
        let gap = match dice.below(often) {
            0 if !together && !behind => "\n",
            1 if !together && !behind => "\n\n\n\t",
            2 if !together => " // why?\n",
            3 if !together => "\n   // why?\n",
            4 if !together && before.is_some_and(|before| before.text != "/") => "//x\n//  y\n\n",
            5 | 6 if joins => " ",
            _ if token.breaks == 1 => "\n",
            _ if token.breaks > 1 => "\n\n",
            _ => " ",
        };
        // A comment behind a line is one behind the same word still.
        let gap = if behind && gap.contains('\n') { " " } else { gap };
        out += if before.is_none() { "" } else { gap };
        out += token.text;
        // The sign of a piece is one letter.
        let is_sign = before.is_some_and(|before| before.text == "as");
        if token.kind == TokenKind::Name && longer > 0 && !is_sign {
            out += &"_long".repeat(dice.below(longer));
        }
        before = Some(token);
    }
    out + "\n"
}

fn rolled() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..400)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    /// Blanks, tabs, empty lines, line ends and indentation leave no trace.
    #[test]
    fn blanks_leave_no_trace(sheet in any::<prop::sample::Index>(), rolled in rolled()) {
        let (name, text) = sheet.get(sheets());
        let spoilt = with_other_blanks(text, &mut Dice { rolled: &rolled, at: 0 });
        prop_assert_eq!(&formatted(name, &spoilt), text, "{}", spoilt);
    }

    /// Whatever the line breaks and comments: what is said stays, and the second layout is the first.
    #[test]
    fn lines_and_comments_change_nothing(sheet in any::<prop::sample::Index>(), longer in 0..9_usize, rolled in rolled()) {
        let (name, text) = sheet.get(sheets());
        let spoilt = with_other_lines(text, longer, &mut Dice { rolled: &rolled, at: 0 });
        prop_assert!(reads(&spoilt), "{}", spoilt);
        let once = formatted(name, &spoilt);
        prop_assert!(meaning(&once) == meaning(&spoilt), "{}", spoilt);
        prop_assert_eq!(formatted(name, &once), once, "{}", spoilt);
    }
}

/// Each of the gaps wherever it may stand, in one text of three: with random ones a pair of words that cannot share a line was seldom
/// met.
#[test]
fn each_gap_changes_nothing_wherever_it_stands() {
    for gap in 0..=6 {
        for (name, text) in sheets().iter().skip(usize::from(gap) % 3).step_by(3) {
            let spoilt = with_other_lines(text, 0, &mut Dice { rolled: &[gap], at: 0 });
            assert!(reads(&spoilt), "{name}, gap {gap}:\n{spoilt}");
            assert!(meaning(&formatted(name, &spoilt)) == meaning(&spoilt), "{name}, gap {gap}:\n{spoilt}");
        }
    }
}

/// What spoils does spoil: every text changes, in blanks and in lines.
#[test]
fn layouts_are_spoilt() {
    let rolled: Vec<u16> = (0..997).map(|at: u16| at.wrapping_mul(40_503) >> 3).collect();
    for (name, text) in sheets() {
        let blanks = with_other_blanks(text, &mut Dice { rolled: &rolled, at: 0 });
        let lines = with_other_lines(text, 0, &mut Dice { rolled: &rolled, at: 0 });
        assert!(blanks.contains('\t') && !text.contains('\t') && lines.contains("// why?"), "{name}");
        assert!(lines.lines().count() > text.lines().count() + 10, "{name}");
        assert!(meaning(&blanks) == meaning(text), "{name}");
    }
}

#[test]
fn sets_and_blocks_have_braces_of_their_own() {
    let entries = outlined("game \"x\" {\n  region a = {b} | { c : d }\n  end when no move { draw }\n}\n").unwrap();
    let mut all = Vec::new();
    tokens(&entries, &mut all);
    let kinds: Vec<TokenKind> = all.iter().filter(|token| token.text == "{").map(|token| token.kind).collect();
    let open = TokenKind::Open;
    assert_eq!(kinds, [TokenKind::Brace, open(Bracket::List), open(Bracket::Such), TokenKind::Brace]);
}
