//! A grammar without context.

use std::collections::BTreeMap;

use super::pattern::Pattern;

/// The right side of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Symbol(String),
    Token(String),
    Text(String),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat(Box<Node>, bool, bool),
}

/// A grammar: its rules, the first of which is its start, and its tokens.
pub struct Grammar {
    pub rules: Vec<(String, Node)>,
    pub tokens: BTreeMap<String, Pattern>,
}

pub fn optional(node: Node) -> Node {
    Node::Repeat(Box::new(node), false, false)
}

pub fn nothing() -> Node {
    Node::Sequence(Vec::new())
}

pub fn choice(mut of: Vec<Node>) -> Node {
    let before = of.len();
    of.retain(|one| *one != nothing());
    let is_optional = of.len() < before;
    let mut flat: Vec<Node> = Vec::new();
    for one in of {
        let ways = if let Node::Choice(ways) = one { ways } else { vec![one] };
        for way in ways {
            match flat.iter_mut().find_map(|other| Some((either(other, &way)?, other))) {
                Some((both, other)) => *other = both,
                None => flat.push(way),
            }
        }
    }
    if flat.is_empty() {
        return nothing();
    }
    let one = if flat.len() == 1 { flat.remove(0) } else { Node::Choice(flat) };
    if is_optional { optional(one) } else { one }
}

/// Two ways as one: the same, or one with a gap where the other has none.
fn either(a: &Node, b: &Node) -> Option<Node> {
    if a == b {
        return Some(a.clone());
    }
    let (mut long, mut short) = (steps(a), steps(b));
    if long.len() < short.len() {
        std::mem::swap(&mut long, &mut short);
    }
    if long.len() != short.len() + 1 {
        return None;
    }
    let at = long.iter().zip(short).take_while(|(a, b)| a == b).count();
    (long[at] == gap(true) && long[at + 1..] == short[at..]).then(|| {
        let mut both = long.to_vec();
        both[at] = gap(false);
        sequence(both)
    })
}

fn steps(node: &Node) -> &[Node] {
    if let Node::Sequence(steps) = node { steps } else { std::slice::from_ref(node) }
}

pub fn sequence(of: Vec<Node>) -> Node {
    let mut flat: Vec<Node> =
        of.into_iter().flat_map(|one| if let Node::Sequence(parts) = one { parts } else { vec![one] }).collect();
    if flat.len() == 1 { flat.remove(0) } else { Node::Sequence(flat) }
}

/// What stands between tokens. Blanks end where a comment begins: a reader that never goes back would take a division
/// for one.
pub fn gaps() -> [(String, Node); 2] {
    let blank = || Node::Token("blank".into());
    let commented = sequence(vec![Node::Token("comment".into()), optional(blank())]);
    let first_blank = sequence(vec![blank(), Node::Repeat(Box::new(commented.clone()), false, true)]);
    let ws = choice(vec![Node::Symbol("ws-first-blank".into()), Node::Repeat(Box::new(commented), true, true)]);
    [("ws".into(), ws), ("ws-first-blank".into(), first_blank)]
}

/// What may stand between tokens, or must.
pub fn gap(must: bool) -> Node {
    let ws = Node::Symbol("ws".into());
    if must { ws } else { optional(ws) }
}
