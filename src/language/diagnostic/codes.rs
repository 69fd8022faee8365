//! Every code of a finding, with its severity and its page.
//!
//! A new code needs a line here, its page below `docs/findings/`, and a file below `tests/diagnostics/`; tests say which of
//! them is missing.

use super::Severity;

/// A code of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// The code, `area/slug`.
    pub name: &'static str,
    /// The severity of all its findings.
    pub severity: Severity,
    /// Its page, in Markdown: what it says, why, a wrong and a right example, how to mend it.
    pub page: &'static str,
}

macro_rules! codes {
    ($($severity:ident: $($name:literal)+;)+) => {
        /// All codes: first those of errors, then those of warnings.
        pub const CODES: &[Code] = &[$($(Code {
            name: $name,
            severity: Severity::$severity,
            page: include_str!(concat!("../../../docs/findings/", $name, ".md")),
        }),+),+];
    };
}

codes! {
    Error:
        "allow/error" "allow/reason" "allow/unknown"
        "board/invalid" "board/picture" "board/unknown-shape"
        "claim/refuted"
        "game/missing" "game/pie"
        "limit/board" "limit/counters" "limit/declarations" "limit/division" "limit/evaluation" "limit/file" "limit/kinds"
        "limit/nesting" "limit/not-yet" "limit/number" "limit/operators" "limit/picks" "limit/plan" "limit/players"
        "limit/stacks" "limit/stages" "limit/test" "limit/written"
        "move/chain" "move/order" "move/written"
        "name/circular" "name/duplicate" "name/no-base" "name/not-here" "name/reserved" "name/unknown" "name/unknown-move"
        "name/unknown-piece" "name/unknown-type" "name/unknown-variant"
        "option/range" "option/unknown" "option/value"
        "play/alike" "play/broken" "play/stuck"
        "syntax/expected" "syntax/no-game" "syntax/outside" "syntax/unclosed-bracket" "syntax/unclosed-text"
        "syntax/unknown-declaration" "syntax/unopened-bracket"
        "test/failed" "test/move" "test/order" "test/position"
        "type/arguments" "type/division" "type/mismatch" "type/not-constant";
    Warning:
        "allow/unneeded"
        "board/isolated" "board/unplaced"
        "end/late" "end/shadowed" "end/unreachable"
        "limit/check"
        "lint/constant" "lint/counter" "lint/empty-set" "lint/endless" "lint/line" "lint/mark" "lint/never-appears"
        "lint/no-pieces" "lint/own-piece" "lint/stacks" "lint/unused" "lint/unwritten"
        "move/no-effect"
        "pie/first-stone"
        "play/endless" "play/never"
        "repetition/covered" "repetition/never"
        "setup/empty" "setup/overlap"
        "test/empty"
        "turn/never" "turn/shadowed" "turn/twice" "turn/unreachable"
        "variant/same";
}

/// The page about what `why-not` says of a move. Its codes are no findings about a file, so one page lists them all.
pub const WHY: &str = include_str!("../../../docs/findings/why.md");

/// The codes that that page lists.
pub fn of_moves() -> impl Iterator<Item = &'static str> {
    WHY.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next())
}

/// The code of this name.
pub fn find(name: &str) -> Option<&'static Code> {
    CODES.iter().find(|code| code.name == name)
}

impl Code {
    /// What it says, in one sentence: the first paragraph of its page without the severity.
    pub fn summary(&self) -> String {
        let paragraph: Vec<&str> =
            self.page.lines().skip(1).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
        let text = paragraph.join(" ");
        text.split_once(": ").map_or(text.clone(), |(_, summary)| summary.to_owned())
    }
}
