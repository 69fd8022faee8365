//! Blanks between two tokens of a line.

use crate::syntax::outline::{Bracket, Token, TokenKind};

/// How many blanks stand before the token at `at`, if the one before it stands in the same line.
pub fn blanks(tokens: &[&Token<'_>], at: usize) -> usize {
    use TokenKind::{Close, Colon, Comma, Link, Minus, Open, Range};
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let (Some(before), Some(token)) = (at.checked_sub(1).and_then(kind), kind(at)) else { return 0 };
    let tight = match (before, token) {
        (Open(Bracket::Such), _) | (_, Close(Bracket::Such)) => false,
        (Open(_) | Minus | Link | Range, _) | (_, Close(_) | Comma | Colon | Link | Range) => true,
        // `worth(c)`, but `of (a | b)`.
        (TokenKind::Name, Open(Bracket::Round)) => true,
        // `cells(p)`: the one function that is called by a word of the language.
        (_, Open(Bracket::Round)) if tokens[at - 1].text == "cells" => true,
        (TokenKind::Number, TokenKind::Operator) => is_fraction(tokens, at),
        (TokenKind::Operator, TokenKind::Number) => is_fraction(tokens, at - 1),
        _ => false,
    };
    usize::from(!tight)
}

/// Whether the sign at `at` is that of `1/2`, a fraction by itself; in `3 * 1 / 2` it divides a product.
fn is_fraction(tokens: &[&Token<'_>], at: usize) -> bool {
    let is_number = |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number);
    let is_factor = |token: &&Token<'_>| matches!(token.text, "*" | "/" | "div" | "mod");
    let after_factor = at.checked_sub(2).and_then(|before| tokens.get(before)).is_some_and(is_factor);
    let sign = tokens.get(at).is_some_and(|token| token.text == "/");
    sign && at > 0 && is_number(at - 1) && is_number(at + 1) && !after_factor
}
