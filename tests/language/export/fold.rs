//! Rules that are asked for once, or are short, put where they are asked for.

use std::collections::BTreeMap;

use super::node::{Grammar, Node, choice, sequence};

/// Puts symbols that are asked for once, or are short, where they are asked for: first those that ask for no others of
/// these.
pub fn fold(grammar: &mut Grammar) {
    loop {
        let mut uses: BTreeMap<String, usize> = BTreeMap::new();
        for (_, node) in &grammar.rules {
            symbols(node, &mut |name| *uses.entry(name.to_owned()).or_default() += 1);
        }
        let is_short = |name: &str, node: &Node| uses.get(name).is_none_or(|uses| *uses <= 1) || size(node) <= 2;
        let short: BTreeMap<String, Node> =
            grammar.rules.iter().skip(1).filter(|(name, node)| is_short(name, node)).cloned().collect();
        let is_last = |node: &Node| {
            let mut last = true;
            symbols(node, &mut |name| last &= !short.contains_key(name));
            last
        };
        let last: BTreeMap<String, Node> =
            short.iter().filter(|(_, node)| is_last(node)).map(|(name, node)| (name.clone(), node.clone())).collect();
        if last.is_empty() {
            return;
        }
        let rules = std::mem::take(&mut grammar.rules).into_iter();
        let kept = rules.filter(|(name, _)| !last.contains_key(name));
        grammar.rules = kept.map(|(name, node)| (name, put(node, &last))).collect();
    }
}

fn symbols(node: &Node, found: &mut impl FnMut(&str)) {
    match node {
        Node::Symbol(name) => found(name),
        Node::Sequence(of) | Node::Choice(of) => of.iter().for_each(|one| symbols(one, found)),
        Node::Repeat(of, ..) => symbols(of, found),
        Node::Token(_) | Node::Text(_) => {}
    }
}

fn size(node: &Node) -> usize {
    match node {
        Node::Sequence(of) | Node::Choice(of) => of.iter().map(size).sum(),
        Node::Repeat(of, ..) => size(of),
        _ => 1,
    }
}

fn put(node: Node, by: &BTreeMap<String, Node>) -> Node {
    match node {
        Node::Symbol(symbol) => by.get(&symbol).cloned().unwrap_or(Node::Symbol(symbol)),
        Node::Sequence(of) => sequence(of.into_iter().map(|one| put(one, by)).collect()),
        Node::Choice(of) => choice(of.into_iter().map(|one| put(one, by)).collect()),
        Node::Repeat(of, once, many) => Node::Repeat(Box::new(put(*of, by)), once, many),
        node => node,
    }
}
