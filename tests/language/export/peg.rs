//! The grammar as a tree: what `grammar/game.pest` says, without the rules that only say what is wrong.

use std::collections::BTreeMap;

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::parser;
use serde_json::{Value, json};

/// A parsing expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Peg {
    Text(String),
    Rule(String),
    Sequence(Vec<Peg>),
    Choice(Vec<Peg>),
    /// At least so many times, at most once or any number.
    Repeat(Box<Peg>, bool, bool),
    /// Whether this follows, or whether it does not.
    Ahead(Box<Peg>, bool),
    /// A name that is none of these words either.
    Except(String, Vec<String>),
    /// Text that no comment may follow.
    Bare(String),
}

/// The rules by their names.
pub type Rules = BTreeMap<String, (RuleType, Peg)>;

/// Reads rules in the notation of pest.
pub fn read(text: &str) -> Rules {
    let pairs = parser::parse(parser::Rule::grammar_rules, text).unwrap();
    let rules: Vec<Rule> = parser::consume_rules(pairs).unwrap();
    rules.into_iter().map(|rule| (rule.name, (rule.ty, peg(rule.expr)))).collect()
}

fn peg(expr: Expr) -> Peg {
    let repeat = |of: Expr, once, many| Peg::Repeat(Box::new(peg(of)), once, many);
    match expr {
        Expr::Str(text) => Peg::Text(text),
        Expr::Ident(name) => Peg::Rule(name),
        Expr::Seq(a, b) => Peg::Sequence([*a, *b].into_iter().map(peg).flat_map(steps).collect()),
        Expr::Choice(a, b) => {
            let mut of: Vec<Peg> = [*a, *b].into_iter().map(peg).flat_map(choices).filter(|one| !mends(one)).collect();
            if of.len() == 1 { of.remove(0) } else { Peg::Choice(of) }
        }
        Expr::Opt(of) => repeat(*of, false, false),
        Expr::Rep(of) => repeat(*of, false, true),
        Expr::RepOnce(of) => repeat(*of, true, true),
        Expr::PosPred(of) => Peg::Ahead(Box::new(peg(*of)), true),
        Expr::NegPred(of) => Peg::Ahead(Box::new(peg(*of)), false),
        other => panic!("the grammar has an expression that is exported in no way yet: {other}"),
    }
}

fn steps(peg: Peg) -> Vec<Peg> {
    match peg {
        Peg::Sequence(steps) => steps,
        one => vec![one],
    }
}

fn choices(peg: Peg) -> Vec<Peg> {
    match peg {
        Peg::Choice(choices) => choices,
        one => vec![one],
    }
}

/// Whether it reads what is wrong, to go on behind it.
fn mends(peg: &Peg) -> bool {
    matches!(peg, Peg::Rule(name) if name.starts_with("junk"))
}

/// The rules that a rule leads to, in the order in which they are met.
fn reached<'r>(rules: &'r Rules, start: &str) -> Vec<&'r str> {
    let mut found: Vec<&str> = Vec::new();
    let mut open = vec![start.to_owned()];
    while let Some(name) = open.pop() {
        let Some((name, (_, peg))) = rules.get_key_value(&name) else { continue };
        if !found.contains(&name.as_str()) {
            found.push(name);
            let from = open.len();
            names(peg, &mut open);
            open[from..].reverse();
        }
    }
    found
}

fn names(peg: &Peg, found: &mut Vec<String>) {
    match peg {
        Peg::Rule(name) | Peg::Except(name, _) => found.push(name.clone()),
        Peg::Sequence(of) | Peg::Choice(of) => of.iter().for_each(|one| names(one, found)),
        Peg::Repeat(of, ..) | Peg::Ahead(of, _) => names(of, found),
        Peg::Text(_) | Peg::Bare(_) => {}
    }
}

/// The rules as data, one a line.
pub fn data(rules: &Rules, start: &str) -> String {
    let mut found = reached(rules, start);
    found.extend(["WHITESPACE", "COMMENT"]);
    let lines: Vec<String> = found
        .into_iter()
        .map(|name| {
            let (kind, peg) = &rules[name];
            let kind = match kind {
                RuleType::Normal => "normal",
                RuleType::Silent => "silent",
                RuleType::Atomic => "atomic",
                RuleType::CompoundAtomic => "compound-atomic",
                RuleType::NonAtomic => "non-atomic",
            };
            json!({"name": name, "kind": kind, "expression": tree(peg)}).to_string()
        })
        .collect();
    format!("{{\"start\":\"{start}\",\"rules\":[\n{}\n]}}\n", lines.join(",\n"))
}

fn tree(peg: &Peg) -> Value {
    let trees = |of: &[Peg]| of.iter().map(tree).collect::<Vec<_>>();
    match peg {
        Peg::Text(text) | Peg::Bare(text) => json!({"text": text}),
        Peg::Rule(name) | Peg::Except(name, _) => json!({"rule": name}),
        Peg::Sequence(of) => json!({"sequence": trees(of)}),
        Peg::Choice(of) => json!({"choice": trees(of)}),
        Peg::Repeat(of, false, false) => json!({"optional": tree(of)}),
        Peg::Repeat(of, once, _) => json!({"repeat": tree(of), "least": u8::from(*once)}),
        Peg::Ahead(of, true) => json!({"ahead": tree(of)}),
        Peg::Ahead(of, false) => json!({"not-ahead": tree(of)}),
    }
}
