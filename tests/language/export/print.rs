//! A grammar in the notations of others.

use std::collections::BTreeSet;

use super::node::{Grammar, Node};
use super::pattern::{Pattern, is_of_names};

const HEAD: &str = "Made from grammar/game.pest by tests/language/export. What it is for: docs/grammar.md";

/// Lines of a grammar for llama.cpp and what reads its notation.
pub fn gbnf(grammar: &Grammar) -> String {
    let mut text = format!("# {HEAD}\n");
    for (name, node) in &grammar.rules {
        text += &format!("{name} ::= {}\n", show(node, &|name| name.to_owned(), 0));
    }
    for (name, pattern) in &grammar.tokens {
        text += &format!("{name} ::= {}\n", literal(pattern, &GBNF, 0));
    }
    text
}

/// Lines of a grammar for Lark and what reads its notation.
pub fn lark(grammar: &Grammar) -> String {
    let mut text = format!("// {HEAD}\n");
    let names = |name: &str| if name == "root" { "start".to_owned() } else { name.replace('-', "_") };
    let tokens = |name: &str| name.replace('-', "_").to_uppercase();
    let called = |name: &str| if grammar.tokens.contains_key(name) { tokens(name) } else { names(name) };
    for (name, node) in &grammar.rules {
        text += &format!("{}: {}\n", names(name), show(node, &called, 0));
    }
    for (name, pattern) in &grammar.tokens {
        text += &format!("{}: /{}/\n", tokens(name), literal(pattern, &REGEX, 0));
    }
    text
}

fn show(node: &Node, called: &dyn Fn(&str) -> String, depth: usize) -> String {
    let all = |of: &[Node], by: &str, depth| of.iter().map(|one| show(one, called, depth)).collect::<Vec<_>>().join(by);
    match node {
        Node::Symbol(name) | Node::Token(name) => called(name),
        Node::Text(text) => format!("\"{text}\""),
        Node::Choice(of) => group(all(of, " | ", 1), depth > 0),
        Node::Sequence(of) => group(all(of, " ", 2), depth > 2 || of.is_empty()),
        Node::Repeat(of, once, many) => show(of, called, 3) + sign(*once, *many),
    }
}

fn group(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

fn sign(once: bool, many: bool) -> &'static str {
    match (once, many) {
        (true, true) => "+",
        (false, true) => "*",
        (_, false) => "?",
    }
}

/// How a notation writes patterns.
struct Notation {
    quote: &'static str,
    between: &'static str,
    /// Characters that need a backslash, outside of a class.
    signs: &'static str,
    /// And within one.
    in_class: &'static str,
}

const GBNF: Notation = Notation { quote: "\"", between: " ", signs: "\"\\", in_class: "]\\" };
const REGEX: Notation = Notation { quote: "", between: "", signs: "\"/.*+?|()[]{}^$\\", in_class: "\"/]\\" };

fn literal(pattern: &Pattern, notation: &Notation, depth: usize) -> String {
    let all = |of: &[Pattern], by: &str, depth| {
        of.iter().map(|one| literal(one, notation, depth)).collect::<Vec<_>>().join(by)
    };
    let text = |text: &str| {
        let inner: String = text.chars().map(|c| escaped(c, notation.signs)).collect();
        format!("{0}{inner}{0}", notation.quote)
    };
    match pattern {
        Pattern::Text(of) => group(text(of), depth > 2 && notation.quote.is_empty()),
        Pattern::One(chars, true) if chars.len() == 1 => text(&chars.iter().collect::<String>()),
        Pattern::One(chars, is) => class(chars, *is, notation.in_class),
        Pattern::Choice(of) => group(all(of, if notation.quote.is_empty() { "|" } else { " | " }, 1), depth > 0),
        Pattern::Sequence(of) => group(all(of, notation.between, 2), depth > 2),
        Pattern::Repeat(of, once, many) => group(literal(of, notation, 3) + sign(*once, *many), depth > 2),
    }
}

fn escaped(c: char, signs: &str) -> String {
    match c {
        '\n' => "\\n".into(),
        '\r' => "\\r".into(),
        '\t' => "\\t".into(),
        '\u{FEFF}' => "\\uFEFF".into(),
        c if signs.contains(c) => format!("\\{c}"),
        c => c.into(),
    }
}

fn class(chars: &BTreeSet<char>, is: bool, signs: &str) -> String {
    let mut ranges: Vec<(char, char)> = Vec::new();
    for c in chars {
        match ranges.last_mut() {
            Some((_, last)) if u32::from(*last) + 1 == u32::from(*c) && is_of_names(*c) => *last = *c,
            _ => ranges.push((*c, *c)),
        }
    }
    // A hyphen stands for itself at the end alone.
    ranges.sort_by_key(|(first, _)| *first == '-');
    let mut text = String::new();
    for (first, last) in ranges {
        text += &escaped(first, signs);
        if last != first {
            text += if u32::from(last) > u32::from(first) + 1 { "-" } else { "" };
            text += &escaped(last, signs);
        }
    }
    format!("[{}{text}]", if is { "" } else { "^" })
}
