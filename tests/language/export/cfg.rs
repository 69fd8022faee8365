//! From parsing expressions to a grammar without context.
//!
//! What stands between tokens is written out. Two tokens of letters need something between them, others do not: so each
//! symbol is there by the side it begins on and the side it ends on, directly behind a token of letters (`true`) or
//! anywhere else.

use std::collections::BTreeMap;
use std::rc::Rc;

use pest_meta::ast::RuleType;

use super::fold::fold;
use super::node::{Grammar, Node, choice, gap, gaps, nothing, optional, sequence};
use super::pattern::{Pattern, edges, pattern, words};
use super::peg::{Peg, Rules};

/// How an expression is read: without gaps between its parts or with them, and whether directly behind a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    tight: bool,
    from: bool,
}

/// Whether something can end elsewhere, and whether directly behind a word.
type Ends = [bool; 2];

struct Maker<'r> {
    rules: &'r Rules,
    ends: BTreeMap<(String, Way), Ends>,
    out: Vec<(String, Node)>,
    /// Symbols of rules, and of parts of them.
    named: BTreeMap<(String, Way, bool), String>,
    parts: BTreeMap<(*const Peg, usize, Way, bool), String>,
    tokens: BTreeMap<String, Pattern>,
    /// The rule whose symbol is made, and how many parts each has.
    owner: String,
    counts: BTreeMap<String, usize>,
    /// What was found of expressions, by their places in `rules`.
    seen: BTreeMap<(*const Peg, bool), Option<Token>>,
    known: BTreeMap<(*const Peg, Way), Ends>,
}

#[derive(Clone)]
struct Token {
    name: Option<String>,
    pattern: Rc<Pattern>,
    /// Whether it can begin with a character of a word, and with another one; whether it can end with one.
    first: (bool, bool),
    last: bool,
}

/// The grammar of what a rule reads.
pub fn grammar(rules: &Rules, start: &str) -> Grammar {
    let plain: Rules = rules
        .iter()
        .map(|(name, (kind, peg))| {
            let peg = if *kind == RuleType::Atomic { peg.clone() } else { plain(rules, name, peg.clone()) };
            (name.clone(), (*kind, peg))
        })
        .collect();
    let mut maker = Maker {
        rules: &plain,
        ends: BTreeMap::new(),
        out: Vec::new(),
        named: BTreeMap::new(),
        parts: BTreeMap::new(),
        tokens: BTreeMap::new(),
        counts: BTreeMap::new(),
        owner: String::new(),
        seen: BTreeMap::new(),
        known: BTreeMap::new(),
    };
    maker.settle(start);
    let way = Way { tight: false, from: false };
    maker.out.push(("root".into(), Node::Text(String::new())));
    let ways: Vec<Node> = [false, true].into_iter().filter_map(|to| maker.symbol(start, way, to)).collect();
    let comment = Node::Repeat(Box::new(Node::Token("last-comment".into())), false, false);
    maker.out[0].1 = Node::Sequence(vec![optional(Node::Symbol("ws".into())), choice(ways), comment]);
    for name in ["blank", "comment", "last_comment"] {
        let pattern = pattern(&plain, &Peg::Rule(name.into()), &[]);
        maker.tokens.insert(name.replace('_', "-"), pattern);
    }
    let mut grammar = Grammar { rules: maker.out, tokens: maker.tokens };
    fold(&mut grammar);
    grammar.rules.extend(gaps());
    grammar
}

/// Without what is ahead, where a token can say it; what is left out makes the grammar read more.
fn plain(rules: &Rules, owner: &str, peg: Peg) -> Peg {
    match peg {
        Peg::Sequence(steps) => {
            let mut found: Vec<Peg> = Vec::new();
            let mut steps = steps.into_iter().peekable();
            while let Some(step) = steps.next() {
                let next = match (step, steps.peek()) {
                    (Peg::Text(text), Some(Peg::Ahead(of, false))) if **of == Peg::Text("/".into()) => Peg::Bare(text),
                    (Peg::Ahead(of, false), Some(Peg::Rule(name))) if name == "name" => {
                        let words = words(rules, &of);
                        if words.is_empty() {
                            continue;
                        }
                        steps.next();
                        Peg::Except(format!("{owner}-name"), words)
                    }
                    (Peg::Ahead(..), _) => continue,
                    (step, _) => plain(rules, owner, step),
                };
                found.push(next);
            }
            if found.len() == 1 { found.remove(0) } else { Peg::Sequence(found) }
        }
        Peg::Choice(of) => Peg::Choice(of.into_iter().map(|one| plain(rules, owner, one)).collect()),
        Peg::Repeat(of, once, many) => Peg::Repeat(Box::new(plain(rules, owner, *of)), once, many),
        peg => peg,
    }
}

impl Maker<'_> {
    /// Where each rule can end, from each side: grown until nothing is added.
    fn settle(&mut self, start: &str) {
        let way = Way { tight: false, from: false };
        self.ends.insert((start.into(), way), [false; 2]);
        loop {
            let before = self.ends.clone();
            for (name, way) in before.keys() {
                self.known.clear();
                let found = self.rule_ends(name, *way);
                self.ends.insert((name.clone(), *way), found);
            }
            if self.ends == before {
                self.known.clear();
                return;
            }
        }
    }

    fn rule_ends(&mut self, name: &str, way: Way) -> Ends {
        let rules = self.rules;
        let (kind, peg) = &rules[name];
        if *kind == RuleType::CompoundAtomic && !way.tight {
            let inner = self.reach(peg, Way { tight: true, ..way });
            return [inner[0] || inner[1], inner[1]];
        }
        self.reach(peg, way)
    }

    fn reach(&mut self, peg: &Peg, way: Way) -> Ends {
        let key = (std::ptr::from_ref(peg), way);
        if let Some(ends) = self.known.get(&key) {
            return *ends;
        }
        let ends = self.new_reach(peg, way);
        self.known.insert(key, ends);
        ends
    }

    fn new_reach(&mut self, peg: &Peg, way: Way) -> Ends {
        if let Some(token) = self.token(peg, way) {
            let (word, other) = token.first;
            assert!(!way.from || !word || !other, "a token begins with a letter and with another sign: {peg:?}");
            return match (way.from && word, token.last, way.tight) {
                (true, ..) => [false, false],
                (_, true, tight) => [!tight, true],
                (_, false, _) => [true, false],
            };
        }
        if is_gap(self.rules, peg) {
            return [true, way.from];
        }
        match peg {
            Peg::Rule(name) if name == "SOI" || name == "EOI" => one(way.from),
            Peg::Rule(name) => *self.ends.entry((name.clone(), way)).or_insert([false; 2]),
            Peg::Choice(of) => of.iter().fold([false; 2], |so_far, one| or(so_far, self.reach(one, way))),
            Peg::Sequence(of) => of.iter().fold(one(way.from), |so_far, step| self.step(step, way.tight, so_far)),
            Peg::Repeat(of, once, many) => {
                let mut found = if *once { self.step(of, way.tight, one(way.from)) } else { one(way.from) };
                for _ in 0..if *many { 2 } else { usize::from(!once) } {
                    found = or(found, self.step(of, way.tight, found));
                }
                found
            }
            other => panic!("{other:?}"),
        }
    }

    fn step(&mut self, peg: &Peg, tight: bool, from: Ends) -> Ends {
        let mut found = [false; 2];
        for side in [false, true] {
            if from[usize::from(side)] {
                found = or(found, self.reach(peg, Way { tight, from: side }));
            }
        }
        found
    }

    /// A token: a text, a rule that is read without gaps, and within such a rule what is made of characters alone.
    fn token(&mut self, peg: &Peg, way: Way) -> Option<Token> {
        let key = (std::ptr::from_ref(peg), way.tight);
        if let Some(token) = self.seen.get(&key) {
            return token.clone();
        }
        let token = self.new_token(peg, way).map(|(name, pattern)| Token {
            name,
            first: edges(&pattern, false),
            last: edges(&pattern, true).0,
            pattern: Rc::new(pattern),
        });
        self.seen.insert(key, token.clone());
        token
    }

    fn new_token(&self, peg: &Peg, way: Way) -> Option<(Option<String>, Pattern)> {
        let name = match peg {
            Peg::Text(_) | Peg::Bare(_) => None,
            Peg::Except(name, _) => Some(name.clone()),
            Peg::Rule(name) if is_gap(self.rules, peg) || !self.rules.contains_key(name) => return None,
            Peg::Rule(name) if self.rules[name].0 == RuleType::Atomic => {
                (!name.starts_with("kw_")).then(|| name.clone())
            }
            Peg::Rule(_) | Peg::Repeat(..) if way.tight && !is_gap(self.rules, peg) && self.of_characters(peg) => {
                Some("blanks".into())
            }
            _ => return None,
        };
        Some((name, pattern(self.rules, peg, &[])))
    }

    fn of_characters(&self, peg: &Peg) -> bool {
        match peg {
            Peg::Text(_) => true,
            Peg::Rule(name) => {
                self.rules.get(name).is_none_or(|(kind, peg)| *kind == RuleType::Silent && self.of_characters(peg))
            }
            Peg::Choice(of) => of.iter().all(|one| self.of_characters(one)),
            Peg::Repeat(of, ..) => self.of_characters(of),
            _ => false,
        }
    }

    /// The symbol of what a rule reads from one side to the other.
    fn symbol(&mut self, name: &str, way: Way, to: bool) -> Option<Node> {
        if !self.rule_ends(name, way)[usize::from(to)] {
            return None;
        }
        let key = (name.to_owned(), way, to);
        if let Some(symbol) = self.named.get(&key) {
            return Some(Node::Symbol(symbol.clone()));
        }
        let symbol = format!(
            "{}{}{}{}",
            if way.from { "tight-" } else { "" },
            name.replace('_', "-"),
            if to { "-tight" } else { "" },
            if way.tight { "-inner" } else { "" }
        );
        self.named.insert(key, symbol.clone());
        let at = self.out.len();
        self.out.push((symbol.clone(), nothing()));
        let owner = std::mem::replace(&mut self.owner, name.replace('_', "-"));
        let rules = self.rules;
        let (kind, peg) = &rules[name];
        let node = if *kind == RuleType::CompoundAtomic && !way.tight {
            let inner = Way { tight: true, ..way };
            let open =
                if to { None } else { self.node(peg, inner, false).map(|node| sequence(vec![node, gap(false)])) };
            let word = self.node(peg, inner, true);
            let word = if to { word } else { word.map(|node| sequence(vec![node, gap(true)])) };
            choice(open.into_iter().chain(word).collect())
        } else {
            self.node(peg, way, to).unwrap_or_else(nothing)
        };
        self.owner = owner;
        self.out[at].1 = node;
        Some(Node::Symbol(symbol))
    }

    fn node(&mut self, peg: &Peg, way: Way, to: bool) -> Option<Node> {
        if !self.reach(peg, way)[usize::from(to)] {
            return None;
        }
        if let Some(Token { name, pattern, last, .. }) = self.token(peg, way) {
            let token = match (name, &*pattern) {
                (Some(name), _) => {
                    let name = name.replace('_', "-");
                    let old = self.tokens.insert(name.clone(), (*pattern).clone());
                    assert!(old.is_none_or(|old| old == *pattern), "two tokens are called {name}");
                    Node::Token(name)
                }
                (None, Pattern::Text(text)) => Node::Text(text.clone()),
                (None, Pattern::One(chars, _)) => Node::Text(chars.iter().collect()),
                (None, Pattern::Sequence(_)) => Node::Text(words(self.rules, peg).concat()),
                (None, other) => panic!("a word is {other:?}"),
            };
            return Some(match peg {
                Peg::Bare(_) => sequence(vec![token, optional(Node::Symbol("ws-first-blank".into()))]),
                _ if way.tight || to => token,
                _ => sequence(vec![token, gap(last)]),
            });
        }
        if is_gap(self.rules, peg) {
            return Some(match (way.from, to) {
                (true, true) => nothing(),
                (from, _) => gap(from),
            });
        }
        match peg {
            Peg::Rule(name) if name == "SOI" || name == "EOI" => Some(nothing()),
            Peg::Rule(name) => self.symbol(name, way, to),
            Peg::Choice(of) => Some(choice(of.iter().filter_map(|one| self.node(one, way, to)).collect())),
            Peg::Sequence(of) => self.rest(peg, of, way, to),
            Peg::Repeat(of, once, false) => {
                let ways = [(!once && way.from == to).then(nothing), self.node(of, way, to)];
                Some(choice(ways.into_iter().flatten().collect()))
            }
            Peg::Repeat(of, true, true) => {
                let ways = [false, true].into_iter().filter_map(|side| {
                    let first = self.node(of, way, side)?;
                    Some(sequence(vec![first, self.any(of, Way { from: side, ..way }, to)?]))
                });
                Some(choice(ways.collect()))
            }
            Peg::Repeat(of, false, true) => self.any(of, way, to),
            other => panic!("{other:?}"),
        }
    }

    /// What is left of a sequence: a symbol of its own where several lead to it.
    fn rest(&mut self, whole: &Peg, of: &[Peg], way: Way, to: bool) -> Option<Node> {
        let Some((first, after)) = of.split_first() else { return (way.from == to).then(nothing) };
        let mut ways = Vec::new();
        for side in [false, true] {
            let on = Way { from: side, ..way };
            if !self.reach(first, way)[usize::from(side)] {
                continue;
            }
            if !after.iter().fold(one(side), |so_far, step| self.step(step, way.tight, so_far))[usize::from(to)] {
                continue;
            }
            let Some(node) = self.node(first, way, side) else { continue };
            let after = if after.len() > 1 {
                self.part(whole, after.len(), on, to, |maker| maker.rest(whole, after, on, to))?
            } else {
                self.rest(whole, after, on, to)?
            };
            ways.push(sequence(vec![node, after]));
        }
        Some(choice(ways))
    }

    /// Any number of something.
    fn any(&mut self, of: &Peg, way: Way, to: bool) -> Option<Node> {
        let again: Vec<bool> =
            [false, true].into_iter().filter(|side| self.reach(of, way)[usize::from(*side)]).collect();
        if self.reach(of, Way { from: !way.from, ..way }) == [false; 2] || again == [way.from] {
            let same =
                self.node(of, way, way.from).map_or_else(nothing, |node| Node::Repeat(Box::new(node), false, true));
            return if way.from == to { Some(same) } else { Some(sequence(vec![same, self.node(of, way, to)?])) };
        }
        if way.from != to && !self.step(of, way.tight, [true; 2])[usize::from(to)] {
            return None;
        }
        self.part(of, usize::MAX, way, to, |maker| {
            let mut ways = if way.from == to { vec![nothing()] } else { Vec::new() };
            for side in again {
                let Some(first) = maker.node(of, way, side) else { continue };
                let Some(after) = maker.any(of, Way { from: side, ..way }, to) else { continue };
                ways.push(sequence(vec![first, after]));
            }
            Some(choice(ways))
        })
    }

    fn part(
        &mut self,
        of: &Peg,
        at: usize,
        way: Way,
        to: bool,
        node: impl FnOnce(&mut Self) -> Option<Node>,
    ) -> Option<Node> {
        let key = (std::ptr::from_ref(of), at, way, to);
        if let Some(symbol) = self.parts.get(&key) {
            return Some(Node::Symbol(symbol.clone()));
        }
        let count = self.counts.entry(self.owner.clone()).or_default();
        *count += 1;
        let symbol = format!("{}-{}", self.owner, letters(*count));
        self.parts.insert(key, symbol.clone());
        let at = self.out.len();
        self.out.push((symbol.clone(), nothing()));
        self.out[at].1 = node(self)?;
        Some(Node::Symbol(symbol))
    }
}

fn one(side: bool) -> Ends {
    [!side, side]
}

fn or(a: Ends, b: Ends) -> Ends {
    [a[0] || b[0], a[1] || b[1]]
}

/// A number in letters: some readers of grammars take no digits in names.
fn letters(number: usize) -> String {
    let last = char::from(b'a' + u8::try_from((number - 1) % 26).unwrap());
    if number > 26 { letters((number - 1) / 26) + &last.to_string() } else { last.to_string() }
}

/// Whether an expression is any number of blanks and comments.
fn is_gap(rules: &Rules, peg: &Peg) -> bool {
    match peg {
        Peg::Rule(name) if name == "WHITESPACE" || name == "COMMENT" => true,
        Peg::Rule(name) => rules.get(name).is_some_and(|(_, peg)| matches!(peg, Peg::Repeat(..)) && is_gap(rules, peg)),
        Peg::Choice(of) => of.iter().all(|one| is_gap(rules, one)),
        Peg::Repeat(of, ..) => is_gap(rules, of),
        _ => false,
    }
}
