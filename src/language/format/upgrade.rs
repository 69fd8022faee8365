//! Sheets of earlier versions in the words of today: what has a better form since, and names that have become words of the language.

use super::formatted::{Refusal, format};
use crate::syntax::words::{Token, is_name, tokens};

/// Words that the language did not have, and a sheet may have had for names.
const NEW_WORDS: [&str; 8] = ["do", "kinds", "next", "parts", "previous", "toward", "vacated", "cycle_length"];

/// Words behind which a new name stands.
const DECLARING: [&str; 16] = [
    "players",
    "piece",
    "pieces",
    "plural",
    "option",
    "relation",
    "value",
    "region",
    "condition",
    "direction",
    "directions",
    "group",
    "loop",
    "line",
    "counter",
    "track",
];

/// Signs and words that bind a set more tightly than `|` does.
const TIGHTER: [&str; 13] = ["&", "-", "+", "*", "/", "div", "mod", "of", "at", "through", "before", "new", "start"];

/// The text of a file in the form of today and its canonical layout. What it says stays the same.
///
/// # Errors
///
/// As [`format()`]: of the text that would be written.
pub fn upgrade(name: &str, text: &str) -> Result<String, Refusal> {
    format(name, &join_rows(&free_words(text)))
}

/// The text with other names for what is called by a word of the language now. Such a sheet was written when the word was none, so
/// every place that has it means that name.
fn free_words(text: &str) -> String {
    let all = tokens(text, 0, text.len());
    let mut changes = Vec::new();
    for word in NEW_WORDS {
        let declared = all.windows(3).any(|three| match three {
            [before, name, after] if name.text == word => match before.text {
                "let" => after.text == "=",
                "pick" | "for" => after.text == "in",
                word => DECLARING.contains(&word),
            },
            _ => false,
        });
        if !declared {
            continue;
        }
        let is_free = |name: &str| all.iter().all(|token| token.text != name);
        let Some(free) = (1..9).map(|count| format!("{word}{}", "_".repeat(count))).find(|name| is_free(name)) else {
            continue;
        };
        for token in &all {
            match token.text.strip_prefix('"') {
                None if token.text == word => changes.push((token.at, token.end(), free.clone())),
                // What is written of a move names its picks.
                Some(_) => {
                    let (old, new) = (format!("{{{word}}}"), format!("{{{free}}}"));
                    let found = token.text.match_indices(old.as_str());
                    changes.extend(found.map(|(at, _)| (token.at + at, token.at + at + old.len(), new.clone())));
                }
                None => {}
            }
        }
    }
    changed(text, changes)
}

/// The text with `rows(1..=2)` for `rows(1) | rows(2)`.
fn join_rows(text: &str) -> String {
    let all = tokens(text, 0, text.len());
    let text_at = |place: usize| all.get(place).map_or("", |token| token.text);
    let mut changes = Vec::new();
    let mut place = 0;
    while place < all.len() {
        let Some((word, first, mut end)) = rows(&all, place) else {
            place += 1;
            continue;
        };
        let mut parts = vec![first];
        while text_at(end) == "|"
            && let Some((_, next, after)) = rows(&all, end + 1).filter(|(other, ..)| *other == word)
        {
            parts.push(next);
            end = after;
        }
        let behind = place.checked_sub(1).map_or("", text_at);
        parts.sort_unstable();
        let follow = parts.windows(2).all(|pair| matches!(pair, [(_, a), (b, _)] if a + 1 == *b));
        if parts.len() > 1 && follow && !TIGHTER.contains(&behind) && !TIGHTER.contains(&text_at(end)) {
            let (low, high) = (parts.first().map_or(0, |part| part.0), parts.last().map_or(0, |part| part.1));
            // Parentheses around the union alone are no longer needed.
            let outer = place.checked_sub(2).map_or("", text_at);
            let is_bare = behind == "(" && text_at(end) == ")" && !is_name(outer);
            let (from, to) = if is_bare { (place - 1, end) } else { (place, end - 1) };
            if let (Some(from), Some(to)) = (all.get(from), all.get(to)) {
                let is_apart = text.get(from.at..to.end()).is_some_and(|union| !union.contains("//"));
                changes.extend(is_apart.then(|| (from.at, to.end(), format!("{word}({low}..={high})"))));
            }
        }
        place = end;
    }
    changed(text, changes)
}

/// `rows(3)` or `columns(4..=6)` with numbers at a place: the word, the numbers, and the place behind it.
fn rows<'t>(all: &[Token<'t>], place: usize) -> Option<(&'t str, (u32, u32), usize)> {
    let text = |offset: usize| all.get(place + offset).map_or("", |token| token.text);
    let word = all.get(place).filter(|word| ["rows", "columns"].contains(&word.text))?.text;
    let low = text(2).parse().ok().filter(|_| text(1) == "(")?;
    match (text(3), text(5)) {
        (")", _) => Some((word, (low, low), place + 4)),
        ("..=", ")") => Some((word, (low, text(4).parse().ok()?), place + 6)),
        _ => None,
    }
}

/// The text with changes: bytes, and what takes their place.
fn changed(text: &str, mut changes: Vec<(usize, usize, String)>) -> String {
    changes.sort();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (from, to, new) in changes {
        out.push_str(text.get(at..from).unwrap_or_default());
        out.push_str(&new);
        at = to;
    }
    out + text.get(at..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{free_words, join_rows};

    #[test]
    fn rows_that_follow_each_other_are_one_range() {
        let joined = [
            ("region a = rows(1) | rows(2)", "region a = rows(1..=2)"),
            ("White man on rows(3) | rows(1) | rows(2)", "White man on rows(1..=3)"),
            ("(columns(4) | columns(5..=6)) & corners", "columns(4..=6) & corners"),
            ("edges(rows(1) | rows(2))", "edges(rows(1..=2))"),
            ("a - b | rows(1) | rows(2)", "a - b | rows(1..=2)"),
        ];
        for (old, new) in joined {
            assert_eq!(join_rows(old), new);
        }
        let kept = [
            "rows(1) | rows(3)",
            "rows(1) | columns(2)",
            "corners & rows(1) | rows(2)",
            "rows(1) | rows(2) - corners",
            "rows(n) | rows(2)",
            "rows(1) // the first\\n | rows(2)",
        ];
        for text in kept {
            let text = text.replace("\\n", "\n");
            assert_eq!(join_rows(&text), text);
        }
    }

    #[test]
    fn names_that_are_words_now_get_another_name() {
        let old = "pick do in empty // do it\nput my stone on do\nwritten \"{do}do\"";
        assert_eq!(free_words(old), "pick do_ in empty // do it\nput my stone on do_\nwritten \"{do_}do\"");
        let old = "counter next(player): 0..=9\nvalue next_ = next(me)";
        assert_eq!(free_words(old), "counter next__(player): 0..=9\nvalue next_ = next__(me)");
        for new in ["do shift(a, b)", "where next(me) is Black", "pick k in kinds", "for k in kinds { }"] {
            assert_eq!(free_words(new), new);
        }
    }
}
