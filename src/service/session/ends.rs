//! End clauses in their own words.

use rulebook_language::model::Game;
use rulebook_language::source::{SourceMap, Span};

/// The longest text of a clause.
const MAX_SAYS: usize = 240;

/// The name of what ends a game by repetition.
const REPETITION: &str = "repetition";

/// The clauses that can end a game, in the order of the rules, each with its name, its words and its place; last repetition.
pub fn clauses(game: &Game, sources: &SourceMap) -> Vec<(String, String, Span)> {
    let mut found: Vec<(String, String, Span)> =
        game.ends.iter().map(|end| (end.name.clone(), says(end.span, sources), end.span)).collect();
    if let Some(span) = game.sites.repetitions.first() {
        found.push((REPETITION.to_owned(), says(*span, sources), *span));
    }
    found
}

/// What stands at a place and in the block that follows, in one line: `when quiet = 80: draw`.
fn says(span: Span, sources: &SourceMap) -> String {
    let text = &*sources.file(span.file).text;
    let whole = block(text, span).trim();
    let head = whole.split('{').next().unwrap_or_default();
    // What names the clause is told beside.
    let words = head.find("when").filter(|_| whole.starts_with("end")).and_then(|at| whole.get(at..)).unwrap_or(whole);
    let lines = words.lines().map(|line| line.split("//").next().unwrap_or_default());
    let mut said = String::new();
    for word in lines.flat_map(|line| line.split_whitespace().chain([";"])) {
        match word {
            "{" => said.push(':'),
            "}" => {}
            ";" if said.ends_with([':', ';']) || said.is_empty() => {}
            ";" => said.push(';'),
            word => {
                if !said.is_empty() {
                    said.push(' ');
                }
                said.push_str(word);
            }
        }
    }
    said.trim_end_matches([';', ' ']).chars().take(MAX_SAYS).collect()
}

/// The text from a place to the end of the first block after its beginning, or its line.
fn block(text: &str, span: Span) -> &str {
    let Some(rest) = text.get(span.start as usize..) else { return "" };
    let mut depth = 0usize;
    for (at, letter) in rest.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth <= 1 => return rest.get(..=at).unwrap_or(rest),
            '}' => depth -= 1,
            '\n' if depth == 0 => return rest.get(..at).unwrap_or(rest),
            _ => {}
        }
    }
    rest
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::clauses;
    use rulebook_insight::library::{find, load};

    #[test]
    fn clauses_are_told_in_one_line() {
        let loaded = load("d", find("english-draughts").unwrap().text);
        let game = loaded.prepare(None, &[]).0.unwrap().game;
        let said: Vec<String> = clauses(&game, &loaded.sources).into_iter().map(|(_, says, _)| says).collect();
        assert_eq!(said, ["when no move: last mover wins", "when quiet = 80: draw"]);
    }
}
