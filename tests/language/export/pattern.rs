//! What is read character by character.

use std::collections::BTreeSet;

use super::peg::{Peg, Rules};

/// A regular expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    Text(String),
    /// One of these characters, or none of these.
    One(BTreeSet<char>, bool),
    Sequence(Vec<Pattern>),
    Choice(Vec<Pattern>),
    Repeat(Box<Pattern>, bool, bool),
}

/// Whether a character may stand in a name.
pub fn is_of_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The characters of names.
pub fn name_chars() -> BTreeSet<char> {
    ('\0'..='\u{7f}').filter(|c| is_of_names(*c)).collect()
}

/// The pattern of an expression whose rules are read without gaps; `except` are words that it must not be.
pub fn pattern(rules: &Rules, peg: &Peg, except: &[String]) -> Pattern {
    let sub = |one: &Peg| pattern(rules, one, &[]);
    match peg {
        Peg::Text(text) | Peg::Bare(text) => match (text.chars().next(), text.chars().nth(1)) {
            (Some(one), None) => Pattern::One([one].into(), true),
            _ => Pattern::Text(text.clone()),
        },
        Peg::Rule(name) => builtin(name).unwrap_or_else(|| pattern(rules, &rules[name].1, except)),
        Peg::Except(_, words) => pattern(rules, &rules["name"].1, words),
        Peg::Choice(of) => {
            choice(of.iter().filter(|one| !matches!(one, Peg::Text(text) if except.contains(text))).map(sub))
        }
        Peg::Repeat(of, once, many) => Pattern::Repeat(Box::new(sub(of)), *once, *many),
        Peg::Sequence(of) => sequence(rules, of, except),
        Peg::Ahead(..) => panic!("a lookahead alone: {peg:?}"),
    }
}

fn sequence(rules: &Rules, of: &[Peg], except: &[String]) -> Pattern {
    let mut parts = Vec::new();
    let mut excluded = except.to_vec();
    let mut not = BTreeSet::new();
    for one in of {
        match one {
            Peg::Ahead(of, false) => match pattern(rules, of, &[]) {
                Pattern::One(chars, true) => not = chars,
                _ => excluded.extend(words(rules, of)),
            },
            Peg::Ahead(..) => panic!("what is ahead of a token: {one:?}"),
            one => {
                let mut part = pattern(rules, one, &excluded);
                if part == Pattern::One(BTreeSet::new(), false) {
                    part = Pattern::One(std::mem::take(&mut not), false);
                }
                parts.push(part);
            }
        }
    }
    // A name that is none of some words.
    let rest = Pattern::Repeat(Box::new(Pattern::One(name_chars(), true)), false, true);
    match parts.as_slice() {
        [Pattern::One(first, true), other] if *other == rest && !excluded.is_empty() => {
            excluded.sort();
            excluded.dedup();
            let words: Vec<&str> = excluded.iter().map(String::as_str).collect();
            other_than(&words, first)
        }
        [one] => one.clone(),
        _ => Pattern::Sequence(parts),
    }
}

fn choice(of: impl Iterator<Item = Pattern>) -> Pattern {
    let all: Vec<Pattern> = of.collect();
    let one: Option<Vec<_>> =
        all.iter().map(|p| if let Pattern::One(chars, true) = p { Some(chars) } else { None }).collect();
    match one {
        Some(sets) => Pattern::One(sets.into_iter().flatten().copied().collect(), true),
        None => Pattern::Choice(all),
    }
}

/// A name that begins with one of some characters and is none of some words.
fn other_than(words: &[&str], first: &BTreeSet<char>) -> Pattern {
    let any = Pattern::Repeat(Box::new(Pattern::One(name_chars(), true)), false, true);
    let begins: BTreeSet<char> = words.iter().filter_map(|word| word.chars().next()).collect();
    let rest = first.difference(&begins).copied().collect();
    let mut ways = vec![Pattern::Sequence(vec![Pattern::One(rest, true), any.clone()])];
    for begin in begins {
        let ends: Vec<&str> = words.iter().filter_map(|word| word.strip_prefix(begin)).collect();
        let longer: Vec<&str> = ends.iter().copied().filter(|end| !end.is_empty()).collect();
        let after = match (longer.is_empty(), longer.len() < ends.len()) {
            (true, _) => Pattern::Repeat(Box::new(Pattern::One(name_chars(), true)), true, true),
            (false, true) => other_than(&longer, &name_chars()),
            (false, false) => Pattern::Repeat(Box::new(other_than(&longer, &name_chars())), false, false),
        };
        ways.push(Pattern::Sequence(vec![Pattern::One([begin].into(), true), after]));
    }
    Pattern::Choice(ways)
}

/// The words among what an expression matches: whole ones, of the characters of names.
pub fn words(rules: &Rules, peg: &Peg) -> Vec<String> {
    match peg {
        Peg::Text(text) if text.chars().all(is_of_names) => vec![text.clone()],
        Peg::Choice(of) => of.iter().flat_map(|one| words(rules, one)).collect(),
        Peg::Rule(name) => rules.get(name).map_or_else(Vec::new, |(_, peg)| words(rules, peg)),
        Peg::Sequence(of) => match of.as_slice() {
            [word, Peg::Ahead(end, false)] if **end == Peg::Rule("name_char".into()) => words(rules, word),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn builtin(name: &str) -> Option<Pattern> {
    let chars = match name {
        "ANY" => return Some(Pattern::One(BTreeSet::new(), false)),
        "ASCII_DIGIT" => ('0'..='9').collect(),
        "ASCII_ALPHA" => ('A'..='Z').chain('a'..='z').collect(),
        "ASCII_ALPHA_LOWER" => ('a'..='z').collect(),
        "ASCII_ALPHANUMERIC" => ('0'..='9').chain('A'..='Z').chain('a'..='z').collect::<BTreeSet<char>>(),
        _ => return None,
    };
    Some(Pattern::One(chars, true))
}

/// Whether it can begin, and whether it can end, with a character of a name and with another one.
pub fn edges(pattern: &Pattern, last: bool) -> (bool, bool) {
    let sides = |c: char| (is_of_names(c), !is_of_names(c));
    let or = |a: (bool, bool), b: (bool, bool)| (a.0 || b.0, a.1 || b.1);
    match pattern {
        Pattern::Text(text) => {
            (if last { text.chars().next_back() } else { text.chars().next() }).map_or((false, false), sides)
        }
        Pattern::One(chars, true) => chars.iter().fold((false, false), |so_far, c| or(so_far, sides(*c))),
        Pattern::One(_, false) => (true, true),
        Pattern::Choice(of) => of.iter().fold((false, false), |so_far, one| or(so_far, edges(one, last))),
        Pattern::Repeat(of, ..) => edges(of, last),
        Pattern::Sequence(of) => {
            let mut found = (false, false);
            let mut parts: Vec<&Pattern> = of.iter().collect();
            if last {
                parts.reverse();
            }
            for part in parts {
                found = or(found, edges(part, last));
                if !empty(part) {
                    break;
                }
            }
            found
        }
    }
}

fn empty(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Text(text) => text.is_empty(),
        Pattern::One(..) => false,
        Pattern::Sequence(of) => of.iter().all(empty),
        Pattern::Choice(of) => of.iter().any(empty),
        Pattern::Repeat(of, once, _) => !once || empty(of),
    }
}
