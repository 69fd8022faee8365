//! Signs of other languages, and what is written in their place.

use super::stop::{Mistake, Stop};
use crate::reference::{Place, is_topic, synonym};
use crate::syntax::words::{Token, is_name, is_word, tokens};

/// A sign that the language does not have, what stands for it, whether that is surely meant, and what to say.
const SIGNS: [(&str, &str, bool, &str); 33] = [
    ("==", "=", true, "equality is written `=`"),
    ("===", "=", true, "equality is written `=`"),
    ("&&", "and", true, "write `and`"),
    ("||", "or", true, "write `or`"),
    ("!", "not", true, "write `not`"),
    ("~", "not", true, "write `not`"),
    ("¬", "not", true, "write `not`"),
    ("<>", "!=", true, "write `!=` or `is not`"),
    ("!==", "!=", true, "write `!=`"),
    ("=<", "<=", true, "write `<=`"),
    ("=>", ">=", true, "write `>=`"),
    (":=", "=", true, "write `=`"),
    ("..", "..=", false, "a range is written `3..=9`, with both ends"),
    ("...", "..=", false, "a range is written `3..=9`, with both ends"),
    ("…", "..=", false, "a range is written `3..=9`, with both ends"),
    (";", "", true, "leave it out: nothing stands at the end of a line"),
    ("%", "mod", true, "write `mod` for what is left over, as in `row(c) mod 2 = 0`"),
    ("≤", "<=", true, "write `<=`"),
    ("≥", ">=", true, "write `>=`"),
    ("≠", "!=", true, "write `!=`"),
    ("∈", "in", true, "write `in`"),
    ("∉", "not in", true, "write `not in`"),
    ("∧", "and", true, "write `and`"),
    ("∨", "or", true, "write `or`"),
    ("∪", "|", true, "write `|`"),
    ("∩", "&", true, "write `&`"),
    ("×", "*", true, "write `*`"),
    ("−", "-", true, "write `-`"),
    ("–", "-", true, "write `-`"),
    ("“", "\"", true, "texts stand between straight quotes, `\"`"),
    ("”", "\"", true, "texts stand between straight quotes, `\"`"),
    ("#", "//", true, "a comment begins with `//`"),
    ("^", "", false, "multiply with `*`: there are no powers"),
];

/// A sign of another language, or `c.row`.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let own = stop.text.get(stop.at..)?;
    if own.starts_with("/*") || stop.found == "*" && stop.last().is_some_and(|last| last.text == "/") {
        return Some(foreign(stop).with_help("a comment begins with `//` and ends with its line"));
    }
    if own.starts_with(":=") {
        return Some(foreign(stop).with_help("write `=`").fix(stop.at, stop.at + 2, "="));
    }
    match stop.found {
        "." => return property(stop),
        "[" | "]" => return Some(brackets(stop)),
        "'" | "’" | "‘" => return Some(apostrophe(stop)),
        _ => {}
    }
    let (_, instead, sure, help) = SIGNS.iter().find(|(sign, ..)| *sign == stop.found)?;
    let mistake = foreign(stop).with_help(*help);
    let instead = spaced(stop, instead);
    Some(match (instead.is_empty() && stop.found != ";", *sure) {
        (true, _) => mistake,
        (false, true) => mistake.fix(stop.at, stop.end(), instead),
        (false, false) => mistake.guess(stop.at, stop.end(), instead),
    })
}

fn foreign(stop: &Stop<'_>) -> Mistake {
    Mistake::help("").message(format!("`{}` is not part of the language", stop.found))
}

impl Mistake {
    fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

/// A word with the blanks that keep it apart from its neighbours.
fn spaced(stop: &Stop<'_>, word: &str) -> String {
    if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return word.to_owned();
    }
    let touches = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && c != '(' && c != '{');
    let before = if touches(stop.text.get(..stop.at).and_then(|lead| lead.chars().next_back())) { " " } else { "" };
    let after =
        if stop.text.get(stop.end()..).is_some_and(|rest| !rest.starts_with(char::is_whitespace)) { " " } else { "" };
    format!("{before}{word}{after}")
}

/// `c.row`, `c.distance(d)`, `chain(c).size`.
fn property(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let (last, start) = operand(&before)?;
    let after = stop.after();
    let word = after.get(1).filter(|word| is_name(word.text))?;
    if last != stop.at || word.at != stop.end() {
        return None;
    }
    let function = match word.text {
        "x" => "column",
        "y" => "row",
        "colour" | "color" | "player" => "owner",
        "piece" | "type" => "kind",
        other => synonym(other, Place::Expression).and_then(|row| row.instead).unwrap_or(other),
    };
    let asked = stop.written(start, stop.at);
    let mut end = word.end();
    let mut args = String::new();
    if after.get(2).is_some_and(|open| open.text == "(" && open.at == end) {
        let close = closing(&after, 2)?;
        let inner = stop.written(end + 1, close.at);
        end = close.end();
        args = if inner.is_empty() { inner } else { format!(", {inner}") };
    }
    let written = format!("{function}({asked}{args})");
    let mistake = foreign(stop).with_help(format!("write `{written}`"));
    Some(match is_topic(function) {
        true => mistake.fix(start, end, written),
        false => mistake.guess(start, end, written),
    })
}

/// Where the operand ends that a list of tokens ends in, a name or a call, and where it begins.
pub fn operand(tokens: &[Token<'_>]) -> Option<(usize, usize)> {
    let last = tokens.last()?;
    let end = last.end();
    if is_word(last.text) {
        return Some((end, last.at));
    }
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().rev() {
        match token.text {
            ")" => depth += 1,
            "(" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let name = index.checked_sub(1).and_then(|before| tokens.get(before));
            let name = name.filter(|name| is_name(name.text) && name.end() == token.at);
            return (token.text == "(").then_some((end, name.map_or(token.at, |name| name.at)));
        }
    }
    None
}

/// The bracket that closes the one at a place.
fn closing<'t>(tokens: &[Token<'t>], open: usize) -> Option<Token<'t>> {
    let mut depth = 0usize;
    for token in tokens.get(open..)? {
        match token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(*token);
        }
    }
    None
}

/// `square[8]`, `[a1, b2]`.
fn brackets(stop: &Stop<'_>) -> Mistake {
    let help = "brackets are round, as in `square(8)`; sets of cells stand in braces, as in `{a1, b2}`";
    let mistake = foreign(stop).with_help(help);
    let close = tokens(stop.text, stop.at, stop.line_end()).into_iter().find(|token| token.text == "]");
    let (Some(close), Some(last), "[") = (close, stop.last(), stop.found) else { return mistake };
    let is_call = is_name(last.text) && last.end() == stop.at;
    let (open, shut) = if is_call { ("(", ")") } else { ("{", "}") };
    mistake.changes(vec![(stop.at, stop.end(), open.to_owned()), (close.at, close.end(), shut.to_owned())], true)
}

/// `isn't`, `'text'`.
fn apostrophe(stop: &Stop<'_>) -> Mistake {
    let rest = stop.text.get(stop.end()..stop.line_end()).unwrap_or("");
    let last = stop.last();
    if let Some(last) = last.filter(|last| last.text == "isn" && rest.starts_with('t')) {
        let after = tokens(stop.text, stop.end() + 1, stop.line_end());
        let within = after.first().filter(|next| next.text == "in");
        let (end, instead) = within.map_or((stop.end() + 1, "is not"), |next| (next.end(), "not in"));
        let mistake = foreign(stop).with_help(format!("write `{instead}`"));
        return mistake.at(last.at, end).fix(last.at, end, instead);
    }
    let mistake = foreign(stop).with_help("texts stand in `\"`");
    match rest.find(['\'', '’']) {
        Some(length) if !rest.get(..length).unwrap_or("\"").contains('"') => {
            let inner = rest.get(..length).unwrap_or("").to_owned();
            let close = rest.get(length..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
            mistake.fix(stop.at, stop.end() + length + close, format!("\"{inner}\""))
        }
        _ => mistake,
    }
}
