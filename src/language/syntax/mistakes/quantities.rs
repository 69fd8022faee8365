//! How many there are of something, said as in a sentence: `exactly 2 adjacent(c)`, `at least one stone`.

use super::stop::{Mistake, Stop};
use crate::syntax::words::{Token, tokens};

/// Numbers as words.
const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// `exactly 2 adjacent(c)`, `at least 2 S`, `more than two n in S has P`, `2 mine`.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let end = stop.line_end();
    // Reading may have gone on over the first words: they look like names.
    let back = before.len().saturating_sub(3);
    let mut from: Vec<usize> = before.get(back..)?.iter().map(|token| token.at).collect();
    from.push(stop.at);
    let (start, sign, number, rest) = from.iter().find_map(|start| {
        let words = tokens(stop.text, *start, end);
        let lead = before.iter().rev().find(|token| token.at < *start).map_or("", |token| token.text);
        phrase(&words, lead).map(|(sign, number, rest)| (*start, sign, number, rest))
    })?;
    if rest > stop.end() + stop.text.get(stop.end()..end).map_or(0, str::len) || rest <= stop.at.saturating_sub(1) {
        return None;
    }
    let close = stop.clause_end(rest, &["and", "or"]);
    let counted = stop.written(rest, close);
    if counted.is_empty() || close < stop.at {
        return None;
    }
    let counted = counted.strip_prefix("of ").map_or(counted.as_str(), str::trim).to_owned();
    let written = match counted.split_once(" in ") {
        Some((member, over)) if member.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
            format!("count({member} for {member} in {}) {sign} {number}", over.replacen(" has ", " where ", 1))
        }
        _ => format!("count({counted}) {sign} {number}"),
    };
    Some(
        Mistake::help(format!("write `{written}`"))
            .at(start, close)
            .message("how many there are is asked with `count`")
            .fix(start, close, written),
    )
}

/// A number with the words before it: the comparison, the number, where what is counted begins.
fn phrase<'t>(words: &[Token<'t>], lead: &str) -> Option<(&'static str, String, usize)> {
    let text = |at: usize| words.get(at).map_or("", |token| token.text);
    let (sign, skipped) = match (text(0), text(1)) {
        ("exactly" | "precisely", _) => ("=", 1),
        ("at", "least") => (">=", 2),
        ("at", "most") => ("<=", 2),
        ("more", "than") => (">", 2),
        ("fewer" | "less", "than") => ("<", 2),
        // A number where a condition begins.
        (number, _) if is_number(number) && ["where", "require", "and", "or", "when", "if", "not"].contains(&lead) => {
            ("=", 0)
        }
        _ => return None,
    };
    let number = words.get(skipped)?;
    let rest = words.get(skipped + 1)?;
    let is_operand = rest.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '(' || c == '{');
    let goes_on =
        ["and", "or", "is", "in", "mod", "div", "then", "not", "of"].contains(&rest.text) && rest.text != "of";
    if !is_operand || goes_on {
        return None;
    }
    let digits = match NUMBERS.iter().position(|word| *word == number.text) {
        Some(number) => number.to_string(),
        None if is_number(number.text) || (skipped > 0 && is_value(number.text)) => number.text.to_owned(),
        None => return None,
    };
    Some((sign, digits, rest.at))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A name that may be an option's.
fn is_value(text: &str) -> bool {
    crate::syntax::words::is_name(text)
}
