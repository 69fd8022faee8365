//! What a text says, without its layout and comments.

use crate::syntax::outline::{TokenKind, tokens};
use crate::syntax::outlined;

/// The words, signs and texts of a rule sheet, each on a line of its own: two sheets that differ in layout and comments alone
/// have the same ones. What cannot be read is given as it is.
pub fn rules(text: &str) -> String {
    let Some(outline) = outlined(text) else { return text.to_owned() };
    let mut all = Vec::new();
    tokens(&outline, &mut all);
    let said = all.iter().filter(|token| token.kind != TokenKind::Comment);
    said.flat_map(|token| [token.text, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::rules;

    #[test]
    fn comments_and_layout_are_left_out() {
        let sheet = |text: &str| format!("/// A game.\ngame \"A\" {{{text}}}\n");
        assert_eq!(rules(&sheet(" players A, B // two\n")), rules(&sheet("\n  players A,\n    B\n")));
        assert_ne!(rules(&sheet(" players A, B ")), rules(&sheet(" players A, C ")));
        assert_ne!(rules(&sheet(" by \"a b\" ")), rules(&sheet(" by \"a  b\" ")));
    }
}
