//! A word or sign too few or too many between two others: `row(c)  size`, `players Black, White,`, `pick pick a in mine`.

use super::signs::operand;
use super::stop::{Mistake, Stop};
use crate::reference::is_topic;
use crate::syntax::ast_move::STATEMENTS;
use crate::syntax::words::{DECLARATIONS, clip, is_name, is_reserved, is_word, tokens};

/// What is wrong with what stands between two words.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    doubled(stop).or_else(|| operator(stop))
}

/// `pick pick a in mine`, `turn step else or pass`: the same word twice, or two of a kind.
fn doubled(stop: &Stop<'_>) -> Option<Mistake> {
    let last = stop.last()?;
    let joins = ["or", "and", "else", "then", ","];
    let is_twice = last.text == stop.found && is_reserved(stop.found);
    let are_two = joins.contains(&last.text) && joins.contains(&stop.found) && last.text != ",";
    if !(is_twice || are_two) {
        return None;
    }
    let help = match is_twice {
        true => format!("leave one `{}` out", stop.found),
        false => format!("leave `{}` or `{}` out", last.text, stop.found),
    };
    let message = match is_twice {
        true => format!("`{0} {0}` says `{0}` twice", stop.found),
        false => format!("something is missing between `{}` and `{}`", last.text, stop.found),
    };
    Some(Mistake::help(help).message(message).guess(stop.at, stop.end(), ""))
}

/// `players Black, White,`: a comma that nothing follows.
pub fn comma(stop: &Stop<'_>) -> Option<Mistake> {
    let last = stop.last();
    let comma = if stop.found == "," {
        let rest = tokens(stop.text, stop.end(), stop.text.len().min(stop.end() + 4096));
        let ends = rest.first().is_none_or(|next| matches!(next.text, "}" | ")") || DECLARATIONS.contains(&next.text));
        ends.then_some((stop.at, stop.end()))
    } else {
        let ends = stop.begins_line(stop.at) && is_reserved(stop.found) || matches!(stop.found, "}" | ")" | "");
        last.filter(|last| last.text == "," && ends).map(|last| (last.at, last.end()))
    };
    let (start, end) = comma?;
    let mistake = Mistake::help("leave it out, or write what it should lead to").at(start, end);
    Some(mistake.message("a `,` that nothing follows").guess(start, end, ""))
}

/// `value y(c) = row(c)  size`: two operands with nothing between them.
fn operator(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let first = before.first()?;
    let last = before.last()?;
    let has_expression =
        ["value", "region", "condition", "end", "turn", "skip", "relation", "directions", "direction", "kinds", "kind"];
    let is_open = before.iter().any(|token| matches!(token.text, "=" | "when" | "if" | "while"));
    if !has_expression.contains(&first.text) || !is_open || stop.begins_line(stop.at) {
        return None;
    }
    let begins = |word: &str| is_word(word) && (!is_reserved(word) || ["my", "board", "count"].contains(&word));
    let ends = |word: &str| is_word(word) && !is_reserved(word) || matches!(word, ")" | "}" | "board");
    if !begins(stop.found) || !ends(last.text) || STATEMENTS.contains(&stop.found) {
        return None;
    }
    let written = match operand(&before) {
        Some((end, start)) => clip(&stop.written(start, end)),
        None => last.text.to_owned(),
    };
    let found = clip(stop.found);
    let message = format!("an operator is missing between `{written}` and `{found}`");
    let help = format!("write one between them, such as `+`, `-`, `&` or `and`; or leave `{found}` out");
    let is_known = is_topic(stop.found) || is_name(stop.found) || stop.found.parse::<u32>().is_ok();
    is_known.then(|| Mistake::help(help).message(message))
}
