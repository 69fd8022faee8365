//! The grammar, and the walk through what it matched. Only `syntax` knows pest.

use std::sync::OnceLock;

use pest::iterators::Pair;
use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "../../grammar/game.pest"]
pub struct GameParser;

/// A matched rule.
pub type Node<'t> = Pair<'t, Rule>;

/// Whether a rule is one of the words of the language (`kw_...`), which say nothing beyond their place.
pub fn is_word(rule: Rule) -> bool {
    static WORDS: OnceLock<Vec<bool>> = OnceLock::new();
    let table =
        WORDS.get_or_init(|| Rule::all_rules().iter().map(|rule| format!("{rule:?}").starts_with("kw_")).collect());
    Rule::all_rules().iter().position(|r| *r == rule).is_some_and(|at| table.get(at) == Some(&true))
}

/// The parts of a node without the words between them.
pub fn parts(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.into_inner().filter(|part| !is_word(part.as_rule()))
}

/// Whether the node has this part at its own level.
pub fn has(node: &Node<'_>, rule: Rule) -> bool {
    node.clone().into_inner().any(|part| part.as_rule() == rule)
}
