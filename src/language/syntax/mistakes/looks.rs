//! What is written otherwise in looks: `White = ivory`, `points` alone.

use super::stop::{Mistake, Stop};
use crate::syntax::words::is_word;

/// Ways to draw a board, which stand after `board as`.
const BOARDS: [&str; 3] = ["plain", "checkered", "points"];

/// What is wrong with a line of a look.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let [first, brace, lines @ ..] = before.as_slice() else { return None };
    if (first.text, brace.text) != ("look", "{") {
        return None;
    }
    let quoted = stop.found.trim_matches('"');
    let last = lines.last().filter(|last| is_word(last.text))?;
    if stop.found == "," {
        let next = stop.after().get(1).map_or(stop.end(), |next| next.at);
        let mistake = Mistake::help("leave it out: each line of a look stands alone").fix(stop.at, next, "\n    ");
        return Some(mistake.message("`,` does not belong here"));
    }
    if !stop.expects("`as`") {
        return None;
    }
    if BOARDS.contains(&last.text) {
        let written = format!("board as {}", last.text);
        let mistake = Mistake::help(format!("write `{written}`")).at(last.at, last.end());
        return Some(mistake.message(format!("`{}` says how the board is drawn", last.text)).fix(
            last.at,
            last.end(),
            written,
        ));
    }
    if ["=", ":", "is", "are", "like", "in"].contains(&quoted) {
        let like = stop.after().get(1).map_or("ivory", |next| next.text);
        let help = format!("write `{} as {like}`", last.text);
        // A sign may stand right behind the name.
        let blank = if stop.at == last.end() { " as" } else { "as" };
        return Some(Mistake::help(help).fix(stop.at, stop.end(), blank));
    }
    Some(Mistake::help(format!("a line of a look is `{} as ...`: a colour, a shape or a letter", last.text)))
}
