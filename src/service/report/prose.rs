//! Sentences with pieces of rule sheets in backticks.

use maud::{Markup, html};

use crate::wire::SummaryLine;

/// A sentence, where what stands in backticks is code.
pub fn prose(text: &str) -> Markup {
    // An odd backtick at the end opens nothing.
    let pieces: Vec<&str> = text.split('`').collect();
    html! {
        @for (place, piece) in pieces.iter().enumerate() {
            @if place % 2 == 0 { (piece) }
            @else if place + 1 < pieces.len() { code { (piece) } }
            @else { "`" (piece) }
        }
    }
}

/// A summary, before anything else on a page.
pub fn summary(lines: &[SummaryLine]) -> Markup {
    html! {
        @if !lines.is_empty() {
            section.summary aria-label="Summary" {
                ul { @for line in lines { li class=(format!("about-{}", line.about)) { (headed(&together(&line.text))) } } }
            }
        }
    }
}

/// A sentence whose first words, up to a colon, are its heading.
fn headed(text: &str) -> Markup {
    match text.split_once(": ").filter(|(head, _)| !head.contains('`') && head.len() < 40) {
        Some((head, rest)) => html! { b { (head) } ": " (prose(rest)) },
        None => prose(text),
    }
}

/// With intervals in brackets, and signs before numbers, that stay on one line.
fn together(text: &str) -> String {
    let (mut inside, mut code) = (false, false);
    let keep = |letter: char| {
        code ^= letter == '`';
        inside = !code && (letter == '[' || (inside && letter != ']'));
        if inside && letter == ' ' { '\u{a0}' } else { letter }
    };
    text.chars().map(keep).collect::<String>().replace(" [", "\u{a0}[")
}

#[cfg(test)]
mod tests {
    use super::{prose, together};

    #[test]
    fn backticks_are_code() {
        assert_eq!(prose("by `a < b` now").into_string(), "by <code>a &lt; b</code> now");
        assert_eq!(prose("a ` b").into_string(), "a ` b");
        assert_eq!(together("x +1 [2, 3] `a[b, c]` d e"), "x +1\u{a0}[2,\u{a0}3] `a[b, c]` d e");
        assert_eq!(prose("`a`").into_string(), "<code>a</code>");
    }
}
