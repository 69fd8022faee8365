//! The rules that a text says of its games, without its layout and comments, how they are drawn, and what is expected of them.

use crate::syntax::outline::{BlockEntry, ItemPart, TokenKind, tokens};
use crate::syntax::outlined;

/// The words, signs and texts of a rule sheet, each on a line of its own: two sheets that differ in layout, comments, looks,
/// tests, claims and `allow`s alone have the same ones. What cannot be read is given as it is.
pub fn rules(text: &str) -> String {
    let Some(mut outline) = outlined(text) else { return text.to_owned() };
    for unit in &mut outline {
        let BlockEntry::Item(unit) = unit else { continue };
        for part in &mut unit.parts {
            if let ItemPart::Block(body) = part {
                body.entries.retain(|declaration| !is_beside(declaration));
            }
        }
    }
    let mut all = Vec::new();
    tokens(&outline, &mut all);
    let said = all.iter().filter(|token| token.kind != TokenKind::Comment);
    said.flat_map(|token| [token.text, "\n"]).collect()
}

/// Whether it is no rule: it says how the game is drawn, or what is expected of its rules.
fn is_beside(declaration: &BlockEntry<'_>) -> bool {
    let BlockEntry::Item(item) = declaration else { return false };
    let is_such = |word: &str| matches!(word, "look" | "test" | "claim" | "allow");
    matches!(item.parts.first(), Some(ItemPart::Token(token)) if is_such(token.text))
}

#[cfg(test)]
mod tests {
    use super::rules;

    #[test]
    fn comments_layout_and_looks_are_left_out() {
        let sheet = |text: &str| format!("/// A game.\ngame \"A\" {{{text}}}\n");
        assert_eq!(rules(&sheet(" players A, B // two\n")), rules(&sheet("\n  players A,\n    B\n")));
        assert_ne!(rules(&sheet(" players A, B ")), rules(&sheet(" players A, C ")));
        assert_eq!(rules(&sheet(" players A, B look { A as red } ")), rules(&sheet(" players A, B ")));
        let expected = " players A, B claim finite test \"t\" { expect moves 1 } allow lint/own-piece \"why\" ";
        assert_eq!(rules(&sheet(expected)), rules(&sheet(" players A, B ")));
        assert_ne!(rules(&sheet(" by \"a b\" ")), rules(&sheet(" by \"a  b\" ")));
    }
}
