//! What is written otherwise in setups: `Black stone at a1`, `Black stone on a1, b1`, `Black: a1`, a picture behind them.

use super::stop::{Mistake, Stop};
use crate::syntax::words::{Token, is_name, is_word, tokens};

/// What is wrong with a line of a setup.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    if before.first().is_none_or(|first| first.text != "setup") || !before.iter().any(|token| token.text == "{") {
        return None;
    }
    // The line at hand: the pieces, and where they stand.
    let ends = if stop.begins_line(stop.at) { before.last()?.end() } else { stop.at };
    let start = stop.text.get(..ends)?.rfind('\n').map_or(0, |at| at + 1);
    let from =
        before.iter().rposition(|token| matches!(token.text, "{" | "}") || token.at < start).map_or(0, |at| at + 1);
    let line = before.get(from..)?;
    if stop.found == "\"" {
        let help = "a picture comes first: put its rows before the lines, and what they do not show after them";
        return Some(Mistake::help(help));
    }
    verbs(stop, line).or_else(|| lists(stop, line)).or_else(|| colons(stop, line)).or_else(|| elsewhere(stop, line))
}

/// `put Black stone on a1`.
fn verbs(stop: &Stop<'_>, line: &[Token<'_>]) -> Option<Mistake> {
    let verbs = ["put", "place", "add", "drop"];
    let verb = match line.first() {
        Some(first) if verbs.contains(&first.text) => *first,
        None if verbs.contains(&stop.found) => Token { text: stop.found, at: stop.at },
        _ => return None,
    };
    let next = tokens(stop.text, verb.end(), stop.line_end()).first().map_or(verb.end(), |next| next.at);
    let mistake = Mistake::help(format!("leave `{}` out: a line of a setup is `Black stone on a1`", verb.text));
    Some(mistake.at(verb.at, verb.end()).fix(verb.at, next, ""))
}

/// `Black stone on a1, b1`, `Black stone on a1, White stone on b1`.
fn lists(stop: &Stop<'_>, line: &[Token<'_>]) -> Option<Mistake> {
    if stop.found != "," {
        return None;
    }
    let after = stop.after();
    let on = line.iter().rposition(|token| token.text == "on")?;
    let end = after.iter().position(|token| token.text == "}").unwrap_or(after.len());
    let rest = after.get(1..end)?;
    if rest.is_empty() || rest.iter().any(|token| token.text == "on") {
        return Some(Mistake::help("leave it out: each line of a setup stands alone").fix(
            stop.at,
            rest.first().map_or(stop.end(), |next| next.at),
            "\n    ",
        ));
    }
    let cells: Vec<&Token<'_>> = line.get(on + 1..)?.iter().chain(rest).filter(|token| token.text != ",").collect();
    if !cells.iter().all(|cell| is_word(cell.text)) {
        let written = stop.written(line.get(on + 1)?.at, rest.last()?.end()).replace(", ", " | ");
        let mistake = Mistake::help(format!("join sets of cells with `|`: `on {written}`"));
        return Some(mistake.guess(line.get(on + 1)?.at, rest.last()?.end(), written));
    }
    let names: Vec<&str> = cells.iter().map(|cell| cell.text).filter(|text| *text != "and").collect();
    let written = format!("{{{}}}", names.join(", "));
    let lead = stop.written(line.first()?.at, line.get(on)?.end());
    let mistake = Mistake::help(format!("several cells stand in braces: `{lead} {written}`"));
    Some(mistake.fix(cells.first()?.at, cells.last()?.end(), written))
}

/// `Black: a1, b1`, `a1: Black stone`, `a1 = Black stone`.
fn colons(stop: &Stop<'_>, line: &[Token<'_>]) -> Option<Mistake> {
    let first = line.first()?;
    let is_cell = |text: &str| text.len() <= 4 && text.ends_with(|c: char| c.is_ascii_digit());
    let after = stop.after();
    let end = stop.clause_end(stop.end(), &[]);
    let rest = stop.written(stop.end(), end);
    if stop.found == ":" && !is_cell(first.text) && stop.expects("`on`") {
        let close = after.iter().find(|token| token.text == "}").map_or(stop.line_end(), |token| token.at);
        let cells = stop.text.get(stop.end()..close)?.trim();
        let cells = if cells.contains(',') { format!("{{{cells}}}") } else { cells.to_owned() };
        let who = stop.written(first.at, stop.at);
        let who = if is_name(&who) { format!("{who} {}", piece(stop)) } else { who };
        return Some(Mistake::help(format!("write `{who} on {cells}`")));
    }
    if let [who, equals, cells @ ..] = line
        && let ("=", [cell, ..]) = (equals.text, cells)
        && !is_cell(who.text)
    {
        let who = format!("{} {}", who.text, piece(stop));
        return Some(Mistake::help(format!("write `{who} on {}`", cell.text)).at(equals.at, equals.end()));
    }
    if [":", "="].contains(&stop.found) || stop.expects("`on`") && line.iter().any(|token| token.text == "=") {
        let joint = line.iter().find(|token| token.text == "=").map_or(stop.end(), |token| token.end());
        let piece = if joint == stop.end() { rest } else { stop.written(joint, end) };
        if is_cell(first.text) && !piece.is_empty() {
            let written = format!("{piece} on {}", first.text);
            return Some(Mistake::help(format!("write `{written}`")).at(first.at, joint).guess(first.at, end, written));
        }
    }
    None
}

/// `Black stone at a1`.
fn elsewhere(stop: &Stop<'_>, line: &[Token<'_>]) -> Option<Mistake> {
    if !stop.expects("`elsewhere`") || !stop.expects("`on`") {
        return None;
    }
    let found = Token { text: stop.found, at: stop.at };
    let all: Vec<Token<'_>> = line.iter().copied().chain(Some(found)).collect();
    let word = all.iter().skip(1).find(|token| ["at", "in", "to", "from", "onto", "into"].contains(&token.text))?;
    let end = stop.clause_end(word.end(), &[]).max(word.end());
    let written = format!("{} on {}", stop.written(line.first()?.at, word.at), stop.written(word.end(), end));
    let mistake = Mistake::help(format!("write `{written}`")).at(word.at, word.end());
    let message = format!("pieces stand `on` cells, not `{}` them", word.text);
    Some(mistake.message(message).fix(word.at, word.end(), "on"))
}

/// The first piece that the file declares.
fn piece<'t>(stop: &Stop<'t>) -> &'t str {
    let words = tokens(stop.text, 0, stop.text.len().min(1 << 16));
    let declared = words.windows(2).find_map(|pair| match pair {
        [sort, name] if ["piece", "pieces"].contains(&sort.text) && is_name(name.text) => Some(name.text),
        _ => None,
    });
    declared.unwrap_or("stone")
}
