//! The words that declarations and tests begin with, and the words and signs of a text as a reader sees them.

use pest::Parser as _;

use super::grammar::{GameParser, Rule};

/// The words that begin a declaration.
pub const DECLARATIONS: [&str; 45] = [
    "by",
    "source",
    "family",
    "players",
    "stacks",
    "piece",
    "pieces",
    "neutral",
    "pie",
    "option",
    "board",
    "relation",
    "link",
    "setup",
    "value",
    "region",
    "condition",
    "direction",
    "directions",
    "kind",
    "kinds",
    "player",
    "cell",
    "group",
    "loop",
    "line",
    "counter",
    "track",
    "mark",
    "die",
    "dice",
    "lot",
    "move",
    "turn",
    "skip",
    "pass",
    "end",
    "repetition",
    "limit",
    "alike",
    "allow",
    "look",
    "test",
    "effect",
    "after",
];

/// The words that begin a line of a test.
pub const TEST_LINES: [&str; 6] = ["set", "position", "to", "mark", "play", "expect"];

/// A word, number, text or sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    /// As it is written.
    pub text: &'t str,
    /// Its first byte.
    pub at: usize,
}

impl Token<'_> {
    /// The byte after its last one.
    pub fn end(self) -> usize {
        self.at + self.text.len()
    }
}

/// The words, numbers, texts and signs in the bytes `from..to` of a text, without comments.
pub fn tokens(text: &str, from: usize, to: usize) -> Vec<Token<'_>> {
    let mut out = Vec::new();
    let mut at = from;
    while let Some(rest) = text.get(at..to) {
        at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}').len();
        let Some(rest) = text.get(at..to) else { break };
        let Some(first) = rest.chars().next() else { break };
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let length = if first == '"' {
            rest.get(1..)
                .and_then(|inner| inner.find(['"', '\n']))
                .map_or(rest.len(), |length| length + 2)
                .min(rest.len())
        } else if is_letter(first) {
            rest.find(|c| !is_letter(c)).unwrap_or(rest.len())
        } else {
            let signs = ["..=", "<=", ">=", "!=", "==", "=>", "&&", "||"];
            signs.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len())
        };
        let Some(token) = rest.get(..length) else { break };
        out.push(Token { text: token, at });
        at += length;
    }
    out
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a text is a word or number.
pub fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_letter)
}

/// Whether `word` cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    is_word(word) && word.starts_with(|c: char| c.is_ascii_alphabetic()) && GameParser::parse(Rule::name, word).is_err()
}

/// Whether `word` can be a name.
pub fn is_name(word: &str) -> bool {
    is_word(word) && !word.starts_with(|c: char| c.is_ascii_digit()) && !is_reserved(word)
}

/// A word cut to a length that goes into a message.
pub fn clip(word: &str) -> String {
    if word.chars().count() > 40 { word.chars().take(40).chain("...".chars()).collect() } else { word.to_owned() }
}
