//! A text whose brackets and quotes do not fit, made such that they do, with every byte that is kept in its place.

use rulebook_language::syntax::MAX_NESTING;

use crate::lexer::{Piece, Sort, pieces};

/// The words that begin a declaration wherever they begin a line; those of statements too are left out.
const STARTERS: [&str; 22] = [
    "by",
    "source",
    "family",
    "players",
    "pieces",
    "piece",
    "pie",
    "option",
    "board",
    "relation",
    "setup",
    "value",
    "region",
    "condition",
    "direction",
    "directions",
    "group",
    "counter",
    "end",
    "claim",
    "look",
    "test",
];

/// What is written over a stretch of the text.
type Patch = (usize, usize, String);

/// The text with quotes closed and brackets in pairs; at most, some are added after its end. Nothing where it nests too deep.
pub fn mend(text: &str) -> Option<String> {
    let mut patches: Vec<Patch> = Vec::new();
    let mut open: Vec<char> = Vec::new();
    // A text that does not end on its line takes what stands behind it along: only its quote is kept from being one.
    let mut whole = text.to_owned();
    for piece in pieces(text).iter().filter(|piece| piece.sort == Sort::Text) {
        if piece.text.len() < 2 || !piece.text.ends_with('"') {
            whole.replace_range(piece.start..piece.end(), &" ".repeat(piece.text.len()));
        }
    }
    let text = whole.as_str();
    let all = pieces(text);
    for (place, piece) in all.iter().enumerate() {
        if open.len() > 1 && begins_declaration(text, piece, all.get(place + 1)) {
            let blank = blank_before(text, piece.start);
            let closing: String = open.drain(1..).rev().map(closing).collect();
            // Where there is no room for all of them, the text is read as it is.
            if closing.len() <= piece.start - blank {
                patches.push((blank, blank + closing.len(), closing));
            }
        }
        if piece.sort != Sort::Sign {
            continue;
        }
        match piece.text.chars().next() {
            Some(bracket @ ('{' | '(')) => open.push(bracket),
            Some(bracket @ ('}' | ')')) if open.last().copied().map(closing) == Some(bracket) => {
                open.pop();
            }
            Some('}' | ')') => patches.push((piece.start, piece.end(), " ".to_owned())),
            _ => {}
        }
        if open.len() > MAX_NESTING {
            return None;
        }
    }
    let mut mended = text.to_owned();
    for (start, end, written) in patches {
        mended.replace_range(start..end, &written);
    }
    mended.push('\n');
    mended.extend(open.into_iter().rev().map(closing));
    Some(mended)
}

fn closing(open: char) -> char {
    if open == '{' { '}' } else { ')' }
}

/// Whether a word begins a line as a declaration does: with its word, and not followed by what goes on with a statement.
fn begins_declaration(text: &str, piece: &Piece<'_>, next: Option<&Piece<'_>>) -> bool {
    let before = text.get(..piece.start).unwrap_or("");
    let lead = before.trim_end_matches([' ', '\t']);
    let is_shallow = (lead.is_empty() || lead.ends_with('\n')) && before.len() - lead.len() <= 2;
    let moves = matches!(piece.text, "move" | "turn" | "mark" | "line" | "loop" | "limit" | "repetition" | "track");
    piece.sort == Sort::Word
        && is_shallow
        && (STARTERS.contains(&piece.text) || moves)
        && next.is_some_and(|next| next.sort != Sort::Sign)
}

/// Where the blanks before a byte begin.
fn blank_before(text: &str, at: usize) -> usize {
    text.get(..at).map_or(at, |before| before.trim_end_matches([' ', '\t', '\n', '\r']).len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::mend;

    #[test]
    fn brackets_are_closed_where_the_next_declaration_begins() {
        let text = "game \"x\" {\n  move m {\n    pick c in {\n  turn m\n  test \"open\n";
        let mended = mend(text).unwrap();
        assert!(mended.contains("pick c in {}}\n") || mended.contains("pick c in {}}"), "{mended}");
        assert_eq!(mended.find("turn m"), text.find("turn m"));
        assert_eq!(mended.matches('{').count(), mended.matches('}').count());
        assert_eq!(mend(")(").unwrap(), " (\n)");
        assert_eq!(mend(&"(".repeat(1000)), None);
    }
}
