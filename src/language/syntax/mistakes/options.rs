//! What is written otherwise where something has a range: `option ko: on/off = on`, `option size: 3-9 = 5`, `counter n = 0`.

use super::stop::{Mistake, Stop};
use crate::syntax::words::{Token, is_word, tokens};

/// What is wrong with an option or a counter.
pub fn look(stop: &Stop<'_>) -> Option<Mistake> {
    let before = stop.before();
    let (sort, name) = match before.as_slice() {
        [sort, name, ..] if ["option", "counter"].contains(&sort.text) && is_word(name.text) => (sort, name),
        _ => return None,
    };
    values(stop, &before, sort, name)
        .or_else(|| without_range(stop, &before, sort))
        .or_else(|| without_default(stop, &before, sort))
}

/// `on/off`, `on, off`, `{3, 5, 7}`, `3-9`, `3 to 9`: what stands between `:` and `=`.
fn values(stop: &Stop<'_>, before: &[Token<'_>], sort: &Token<'_>, name: &Token<'_>) -> Option<Mistake> {
    let colon = before.iter().find(|token| token.text == ":")?;
    if !stop.expects("`..=`") && !["/", ",", "or", "{", "[", "to", "-"].contains(&stop.found) {
        return None;
    }
    let rest = stop.text.get(colon.end()..)?;
    let line_end = colon.end() + rest.find('\n').unwrap_or(rest.len());
    let all = tokens(stop.text, colon.end(), line_end);
    let equals = all.iter().position(|token| matches!(token.text, "=" | "default"));
    let (said, rest) = all.split_at(equals.unwrap_or(all.len()));
    let joints = ["/", ",", "|", "or", "and", "{", "}", "[", "]", "(", ")", "to", "-", "..", "."];
    let words: Vec<&str> = said.iter().map(|token| token.text).filter(|text| !joints.contains(text)).collect();
    if words.is_empty() || !words.iter().all(|word| is_word(word)) {
        return None;
    }
    let (first, last) = (said.first()?, said.last()?);
    let default = rest.get(1).map_or(*words.first()?, |token| token.text);
    let end = rest.get(1).map_or(last.end(), |token| token.end());
    let head = stop.written(sort.at, colon.end());
    let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
    if let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) {
        let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
        let step = numbers.get(1)? - numbers.first()?;
        let even = numbers.windows(2).all(|pair| matches!(pair, [a, b] if b - a == step));
        let by = if numbers.len() > 2 && even && step > 1 { format!(" by {step}") } else { String::new() };
        let written = format!("{low}..={high}{by} = {default}");
        let mistake = Mistake::help(format!("write `{head} {written}`")).message("a range is written with `..=`");
        let safe = numbers.len() == 2 || (even && step > 0);
        return Some(mistake.at(first.at, last.end()).changes(vec![(first.at, end, written)], safe));
    }
    if sort.text == "counter" {
        let help = format!("say between which numbers it stays: `counter {}: 0..=99`", name.text);
        let mistake = Mistake::help(help).message("a counter has a range").at(first.at, last.end());
        return Some(mistake.guess(first.at, last.end(), "0..=99"));
    }
    let words = match words.as_slice() {
        ["bool" | "boolean" | "flag"] => vec!["true", "false"],
        [_] => return None,
        several => several.to_vec(),
    };
    let written = format!("{} = {default}", words.join(" | "));
    let mistake = Mistake::help(format!("write `option {}: {written}`", name.text));
    let mistake = mistake.message("the words of an option stand between `|`").at(first.at, last.end());
    let known = words.contains(&default);
    Some(mistake.changes(vec![(first.at, end, written)], known))
}

/// `option size = 5`, `counter score(player) = 0`.
fn without_range(stop: &Stop<'_>, before: &[Token<'_>], sort: &Token<'_>) -> Option<Mistake> {
    let last = before.last()?;
    let has_colon = before.iter().any(|token| token.text == ":");
    let is_short = stop.found == "=" && (stop.expects("`:`") || last.text == ":");
    let is_bare = sort.text == "counter" && !has_colon && stop.expects("`:`");
    if !is_short && !is_bare {
        return None;
    }
    if has_colon && last.text != ":" {
        return None;
    }
    let head = stop.written(sort.at, if last.text == ":" { last.at } else { last.end() });
    let after = stop.after();
    let start = after.get(1).map(|token| token.text).filter(|text| stop.found == "=" && is_word(text));
    let (mut low, mut value) = ("low", start.unwrap_or("N"));
    let other = match value {
        "true" => Some("false"),
        "false" => Some("true"),
        "on" => Some("off"),
        "off" => Some("on"),
        "yes" => Some("no"),
        "no" => Some("yes"),
        _ => None,
    };
    let is_text = start.is_some_and(|start| start.starts_with(|c: char| c.is_alphabetic()));
    Some(match sort.text {
        "option" if is_text => {
            let help =
                format!("say which words there are: `{head}: {value} | {} = {value}`", other.unwrap_or("another"));
            let colon = (last.end(), stop.end(), format!(": {value} | {} =", other.unwrap_or("another")));
            let mistake = Mistake::help(help);
            if other.is_some() && last.text != ":" { mistake.changes(vec![colon], true) } else { mistake }
        }
        "option" => Mistake::help(format!("say between which numbers it can be set: `{head}: low..=high = {value}`")),
        _ => {
            if start.is_none() {
                (low, value) = ("0", "0");
            }
            let high = if low == "0" { "99" } else { "high" };
            let written = format!("{head}: {low}..={high} = {value}");
            let mistake = Mistake::help(format!("say between which numbers it stays: `{written}`"));
            if low == "0" { mistake.guess(last.end(), last.end(), ": 0..=99") } else { mistake }
        }
    })
}

/// `option size: 3..=9`, `option size: 3..=9 default 5`.
fn without_default(stop: &Stop<'_>, before: &[Token<'_>], sort: &Token<'_>) -> Option<Mistake> {
    if sort.text != "option" || !stop.expects("`=`") || !before.iter().any(|token| token.text == ":") {
        return None;
    }
    if ["default", "is", ":", "("].contains(&stop.found) && stop.found != "(" {
        return Some(Mistake::help("write `=` before the value that counts unless another is set").fix(
            stop.at,
            stop.end(),
            "=",
        ));
    }
    let colon = before.iter().find(|token| token.text == ":")?;
    let (first, last) = (before.iter().find(|token| token.at > colon.at)?, before.last()?);
    let written = stop.written(sort.at, last.end());
    let help = format!("say what counts unless another is set: `{written} = {}`", first.text);
    let mistake = Mistake::help(help).at(last.end(), last.end());
    Some(mistake.message("the option has no default").guess(last.end(), last.end(), format!(" = {}", first.text)))
}
